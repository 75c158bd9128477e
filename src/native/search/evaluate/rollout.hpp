// Twin of src/plyground/search/evaluate/rollout.py.
#pragma once

#include "search/evaluate/playout.hpp"

namespace ply {

struct Uniform {
  template <class State>
  int choose(const State&, const uint16_t* actions, int n, const Leaf&, Rng& rng) const {
    return actions[rng.draw(n)];
  }
};

// At random, unless a move wins at once.
struct Decisive {
  double won;  // the most that the game returns

  template <class State>
  int choose(const State& state, const uint16_t* actions, int n, const Leaf&, Rng& rng) const {
    for (int i = 0; i < n; ++i) {
      State child = state;
      child.apply(actions[i]);
      if (child.player() == kTerminal && child.returns()[state.player()] >= won) return actions[i];
    }
    return actions[rng.draw(n)];
  }
};

// The move with the highest heuristic value.
template <int MaxActions>
struct Greedy {
  template <class State>
  int choose(const State& state, const uint16_t* actions, int n, const Leaf&, Rng& rng) const {
    uint16_t ties[MaxActions];
    int count = 0;
    double best = 0.0;
    for (int i = 0; i < n; ++i) {
      State child = state;
      child.apply(actions[i]);
      const Values values = child.player() == kTerminal ? child.returns() : child.heuristic();
      const double value = values[state.player()];
      if (count == 0 || value > best) {
        best = value;
        count = 0;
      } else if (value != best) {
        continue;
      }
      ties[count++] = actions[i];
    }
    return ties[rng.below(count)];
  }
};

template <class Game>
class Rollout final : public Evaluation<Game> {
 public:
  using State = typename Game::State;

  Rollout(const Game& game, const PartSpec& spec)
      : settings_(spec),
        decisive_(spec.is("policy", "decisive")),
        greedy_(spec.is("policy", "heuristic")),
        won_(highest_return(game)) {}

  bool plain() const override { return settings_.games == 1 && settings_.depth_limit < 0 && !decisive_ && !greedy_; }

  Values values(State state, Rng rng, const Leaf& leaf) const override {
    if (decisive_) return play_out<Game>(state, settings_, Decisive{won_}, rng, leaf);
    if (greedy_) return play_out<Game>(state, settings_, Greedy<Game::kMaxActions>{}, rng, leaf);
    if (settings_.depth_limit >= 0 || leaf.moves) return play_out<Game>(state, settings_, Uniform{}, rng, leaf);
    return own_rollouts(state, rng, leaf);
  }

 private:
  // The game's own rollouts, which are faster.
  Values own_rollouts(const State& state, Rng& rng, const Leaf& leaf) const {
    Values totals{};
    for (int game = 0; game < settings_.games; ++game) {
      leaf.watch.look();
      State copy = state;
      const Values values = copy.rollout(rng);
      for (int seat = 0; seat < leaf.tree.players; ++seat) totals[seat] += values[seat];
    }
    for (int seat = 0; seat < leaf.tree.players; ++seat) totals[seat] /= settings_.games;
    return totals;
  }

  PlayoutSettings settings_;
  bool decisive_, greedy_;
  double won_;
};

inline constexpr EvaluateTwin<Rollout> rollout{"rollout"};

}  // namespace ply
