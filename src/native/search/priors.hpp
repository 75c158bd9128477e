// The priors of a row's children: the twin of `Puct.priors` in src/plyground/search/select/puct.py.
#pragma once

#include <cmath>

#include "search/columns/prior.hpp"
#include "search/part.hpp"

namespace ply {

// Turn logits into probabilities, in place.
inline void softmax(double* logits, int count, double temperature = 1.0) {
  const double best = *std::max_element(logits, logits + count);  // the largest exponent is 0: nothing overflows
  double total = 0.0;
  for (int i = 0; i < count; ++i) {
    logits[i] = std::exp((logits[i] - best) / temperature);
    total += logits[i];
  }
  for (int i = 0; i < count; ++i) logits[i] /= total;
}

// Set the priors from a network's logits.
inline void take_logits(Tree& tree, uint32_t at, const std::vector<double>& logits) {
  double* priors = &tree.get<Prior>().prior[tree.rows[at].first_child];
  std::copy(logits.begin(), logits.end(), priors);
  softmax(priors, static_cast<int>(logits.size()));
}

template <class State>
[[gnu::noinline]] void fill_priors(Tree& tree, const PriorSpec& spec, uint32_t at, const State& state) {
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
  softmax(priors, n, spec.temperature);
}

}  // namespace ply
