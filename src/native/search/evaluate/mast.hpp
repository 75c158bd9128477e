// Twin of src/plyground/search/evaluate/mast.py.
#pragma once

#include "search/best_child.hpp"
#include "search/columns/amaf.hpp"
#include "search/evaluate/playout.hpp"

namespace ply {

template <class Game>
class MastPolicy {
 public:
  MastPolicy(const Game&, const PartSpec& spec) : epsilon_(spec.number("epsilon")) {}

  int choose(const typename Game::State& state, const uint16_t* actions, int n, const Leaf& leaf, Rng& rng) const {
    if (rng.uniform() < epsilon_) return actions[rng.draw(n)];
    const AverageOfMoves known(leaf.tree, kRoot, state.player());
    return actions[best_child(n, false, rng, [&](int i) { return known.of(actions[i]); })];
  }

 private:
  double epsilon_;
};

template <class Game>
using Mast = Playout<Game, MastPolicy<Game>>;

inline constexpr EvaluateTwin<Mast> mast{"mast"};

}  // namespace ply
