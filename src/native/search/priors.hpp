// The priors of a row's children: what src/plyground/search/select/puct.py does in `expanded`.
#pragma once

#include <cmath>

#include "search/columns/prior.hpp"
#include "search/part.hpp"

namespace ply {

template <class State>
void fill_priors(Tree& tree, const PriorSpec& spec, uint32_t at, const State& state) {
  Column<double>& prior = tree.get<Prior>().prior;
  const uint32_t first = tree.rows[at].first_child;
  const int n = tree.rows[at].num_children;
  double total = 0.0;
  for (int i = 0; i < n; ++i) {
    double weight = 1.0 / n;
    if (spec.heuristic) {
      State child = state;
      child.apply(tree.rows[first + i].action);
      const Values values = child.player() == kTerminal ? child.returns() : child.heuristic();
      weight = std::exp(values[state.player()] / spec.temperature);
    }
    prior[first + i] = weight;
    total += weight;
  }
  if (spec.heuristic) {
    for (int i = 0; i < n; ++i) prior[first + i] /= total;
  }
}

}  // namespace ply
