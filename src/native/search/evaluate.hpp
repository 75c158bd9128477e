// The value of a leaf, by whatever evaluates in this search.
#pragma once

#include "search/search.hpp"

namespace ply {

// A function of its own, with copies of state and generator: the walk of a plain rollout, the usual case, stays in
// registers.
template <class Game>
[[gnu::noinline]] Values evaluate_leaf(typename Game::State state, const EvaluateSpec& spec, Rng rng, const Leaf& leaf,
                                       std::vector<double>& logits) {
  if (spec.twin) return static_cast<const Evaluation<Game>&>(*spec.twin).values(state, rng, leaf);
  if (spec.call) {
    std::vector<Move> unread;
    return spec.call(state.key(), rng, leaf.moves ? *leaf.moves : unread);
  }
  std::vector<Rng> rngs{rng};
  Judgement judgement = std::move(spec.judge({state.key()}, rngs).front());
  logits = std::move(judgement.logits);
  return judgement.values;
}

}  // namespace ply
