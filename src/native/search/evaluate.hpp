// Evaluations of a leaf: the twins of src/plyground/search/evaluate/.
#pragma once

#include "search/search.hpp"

namespace ply {

inline constexpr double kWon = 1.0;  // the most that a game in C++ returns

template <class Game>
int rollout_action(const typename Game::State& state, Policy policy, Rng& rng) {
  uint16_t actions[Game::kMaxActions];
  const int n = state.actions(actions);
  if (policy == Policy::kUniform || n == 1) return actions[rng.below(n)];
  const int mover = state.player();
  uint16_t ties[Game::kMaxActions];
  int count = 0;
  double best = 0.0;
  for (int i = 0; i < n; ++i) {
    typename Game::State child = state;
    child.apply(actions[i]);
    const bool over = child.player() == kTerminal;
    if (policy == Policy::kDecisive) {
      if (over && child.returns()[mover] >= kWon) return actions[i];
      continue;
    }
    const double value = over ? child.returns()[mover] : child.heuristic()[mover];
    if (count == 0 || value > best) {
      best = value;
      ties[0] = actions[i];
      count = 1;
    } else if (value == best) {
      ties[count++] = actions[i];
    }
  }
  return count ? ties[rng.below(count)] : actions[rng.below(n)];
}

// Play on from this state, move by move; appends the moves to `moves` unless it is nullptr.
template <class Game>
Values rollout(typename Game::State& state, const EvaluateSpec& spec, Rng& rng, std::vector<Move>* moves,
               Watch& watch) {
  Values values{};
  int played = 0;
  while (state.player() != kTerminal) {
    watch.look();
    int action;
    if (state.player() == kChance) {
      action = draw_outcome(state, rng);
    } else {
      if (state.settled(values)) return values;
      if (played == spec.depth_limit) return state.heuristic();
      action = rollout_action<Game>(state, spec.policy, rng);
      ++played;
    }
    if (moves) moves->push_back({static_cast<int8_t>(state.player()), static_cast<uint32_t>(action)});
    state.apply(action);
  }
  return state.returns();
}

// A function of its own, with copies of state and generator: the walk of a plain rollout, the usual case, stays in
// registers. Flattened: otherwise a search that keeps the moves of long rollouts (RAVE on Ludo) takes a tenth longer.
template <class Game>
[[gnu::noinline, gnu::flatten]] Values evaluate_leaf(typename Game::State state, const EvaluateSpec& spec, Rng rng,
                                                     std::vector<Move>* moves, int players, Watch& watch,
                                                     std::vector<double>& logits) {
  if (spec.call) {
    std::vector<Move> unread;
    return spec.call(state.key(), rng, moves ? *moves : unread);
  }
  if (spec.judge) {
    std::vector<Rng> rngs{rng};
    Judgement judgement = std::move(spec.judge({state.key()}, rngs).front());
    logits = std::move(judgement.logits);
    return judgement.values;
  }
  if (spec.heuristic) return state.heuristic();
  const bool fast = spec.policy == Policy::kUniform && spec.depth_limit < 0 && !moves;
  if (spec.n == 1) return rollout<Game>(state, spec, rng, moves, watch);
  Values totals{};
  for (int i = 0; i < spec.n; ++i) {
    watch.look();
    typename Game::State copy = state;
    const Values values = fast ? copy.rollout(rng) : rollout<Game>(copy, spec, rng, moves, watch);
    for (int seat = 0; seat < players; ++seat) totals[seat] += values[seat];
  }
  for (int seat = 0; seat < players; ++seat) totals[seat] /= spec.n;
  return totals;
}

}  // namespace ply
