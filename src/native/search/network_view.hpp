// What rules for networks see of a tree. Its rows and columns lie in a Tree, or in the smaller one of a pool.
#pragma once

#include "search/tree.hpp"

namespace ply {

struct NetworkView {
  const Row* rows;
  const double* prior;   // of each action, before any search
  const double* judged;  // what the network said a row is worth to the seat that moves there
  const double* noise;   // of the root's children
  uint32_t planned;      // simulations of this search
};

}  // namespace ply
