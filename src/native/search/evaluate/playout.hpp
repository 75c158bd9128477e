// Twin of src/plyground/search/evaluate/playout.py: the loop of all evaluations that play games from the leaf on.
#pragma once

#include <concepts>

#include "search/evaluation.hpp"

namespace ply {

// Chooses among the `n` legal actions of a state, of which there are at least two.
template <class Policy, class Game>
concept PlayoutPolicy = requires(const Policy& policy, const typename Game::State& state, const uint16_t* actions,
                                 int n, const Leaf& leaf, Rng& rng) {
  { policy.choose(state, actions, n, leaf, rng) } -> std::same_as<int>;
};

class PlayoutSettings {
 public:
  // Parts need not have these fields.
  explicit PlayoutSettings(const PartSpec& spec)
      : games(spec.optional("n") ? spec.whole<int>("n") : 1),
        depth_limit(spec.optional("depth_limit") ? spec.whole<int>("depth_limit") : -1) {}

  int games;
  int depth_limit;  // -1: no limit
};

// The mean of some games from the state on, in which all seats follow the policy.
template <class Game, PlayoutPolicy<Game> Policy>
[[gnu::flatten]] Values play_out(const typename Game::State& leaf_state, const PlayoutSettings& settings,
                                 const Policy& policy, Rng rng, const Leaf& leaf) {
  Watch& watch = leaf.watch;  // locals: the compiler must expect every push_back to change what `leaf` refers to
  std::vector<Move>* const moves = leaf.moves;
  const auto play = [&](typename Game::State state) {
    Values values{};
    for (int played = 0; state.player() != kTerminal;) {
      watch.look();
      int action;
      if (state.player() == kChance) {
        action = draw_outcome(state, rng);
      } else {
        if (state.settled(values)) return values;
        if (played++ == settings.depth_limit) return state.heuristic();
        uint16_t actions[Game::kMaxActions];
        const int n = state.actions(actions);
        action = n == 1 ? actions[0] : policy.choose(state, actions, n, leaf, rng);
      }
      if (moves) moves->push_back({static_cast<int8_t>(state.player()), static_cast<uint32_t>(action)});
      state.apply(action);
    }
    return state.returns();
  };
  if (settings.games == 1) return play(leaf_state);
  Values totals{};
  for (int game = 0; game < settings.games; ++game) {
    watch.look();
    const Values values = play(leaf_state);
    for (int seat = 0; seat < leaf.tree.players; ++seat) totals[seat] += values[seat];
  }
  for (int seat = 0; seat < leaf.tree.players; ++seat) totals[seat] /= settings.games;
  return totals;
}

// An evaluation by games with one policy, which is constructed from the game and the PartSpec of the evaluation.
template <class Game, PlayoutPolicy<Game> Policy>
class Playout : public Evaluation<Game> {
 public:
  Playout(const Game& game, const PartSpec& spec) : settings_(spec), policy_(game, spec) {}

  Values values(typename Game::State state, Rng rng, const Leaf& leaf) const final {
    return play_out<Game>(state, settings_, policy_, rng, leaf);
  }

 private:
  PlayoutSettings settings_;
  Policy policy_;
};

}  // namespace ply
