// The part of a tree that selection rules for networks read: rows, and a network's answers for them.
#pragma once

#include "search/tree.hpp"

namespace ply {

// The view of a Tree, which keeps every statistic in columns.
struct NetworkView {
  const Row* rows;
  const double* priors;  // of each row's action, before any search
  const double* judged;  // the network's value of each row, to the seat that moves there
  const double* noise;   // of the root's children
  uint32_t planned;      // simulations that will choose at the root

  const Row& row(uint32_t at) const { return rows[at]; }
  double prior(uint32_t at) const { return priors[at]; }

  // The rows from `first` on, indexed by signed numbers: unsigned ones wrap around, which costs instructions.
  struct Run {
    const Row* rows;
    const double* priors;

    const Row& row(int i) const { return rows[i]; }
    double prior(int i) const { return priors[i]; }
  };
  Run from(uint32_t first) const { return {rows + first, priors + first}; }
};

}  // namespace ply
