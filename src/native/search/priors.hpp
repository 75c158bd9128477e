// The priors of a row's children: the twin of `Puct.priors` in src/plyground/search/select/puct.py.
#pragma once

#include <cmath>

#include "search/columns/prior.hpp"
#include "search/part.hpp"

namespace ply {

template <class State>
void fill_priors(Tree& tree, const PriorSpec& spec, uint32_t at, const State& state) {
  const uint32_t first = tree.rows[at].first_child;
  const int n = tree.rows[at].num_children;
  double* priors = &tree.get<Prior>().prior[first];
  if (!spec.heuristic) {
    std::fill_n(priors, n, 1.0 / n);
    return;
  }
  for (int i = 0; i < n; ++i) {
    State child = state;
    child.apply(tree.rows[first + i].action);
    const Values values = child.player() == kTerminal ? child.returns() : child.heuristic();
    priors[i] = values[state.player()];
  }
  const double best = *std::max_element(priors, priors + n);  // makes the largest exponent 0, so that nothing overflows
  double total = 0.0;
  for (int i = 0; i < n; ++i) {
    priors[i] = std::exp((priors[i] - best) / spec.temperature);
    total += priors[i];
  }
  for (int i = 0; i < n; ++i) priors[i] /= total;
}

}  // namespace ply
