// Twin of src/plyground/search/evaluate/heuristic.py.
#pragma once

#include "search/evaluation.hpp"

namespace ply {

template <class Game>
class Heuristic final : public Evaluation<Game> {
 public:
  Heuristic(const Game&, const PartSpec&) {}

  Values values(typename Game::State state, Rng, const Leaf&) const override { return state.heuristic(); }
};

inline constexpr EvaluateTwin<Heuristic> heuristic{"heuristic"};

}  // namespace ply
