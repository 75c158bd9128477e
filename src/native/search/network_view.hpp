// What rules for networks see of a tree: rows, and what a network said of them.
#pragma once

#include "search/tree.hpp"

namespace ply {

// Of a Tree, where every statistic is a column.
struct NetworkView {
  const Row* rows;
  const double* priors;  // of each action, before any search
  const double* judged;  // what the network said a row is worth to the seat that moves there
  const double* noise;   // of the root's children
  uint32_t planned;      // simulations of this search

  const Row& row(uint32_t at) const { return rows[at]; }
  double prior(uint32_t at) const { return priors[at]; }

  // The rows from this one on, by signed numbers: a loop over them can be vectorised.
  struct Run {
    const Row* rows;
    const double* priors;

    const Row& row(int i) const { return rows[i]; }
    double prior(int i) const { return priors[i]; }
  };
  Run from(uint32_t first) const { return {rows + first, priors + first}; }
};

}  // namespace ply
