// The tree from C++ to Python and back.
#pragma once

#include "bindings/bindings.hpp"
#include "search/prune.hpp"
#include "search/tree.hpp"

namespace ply {

// The columns of plyground.tree.Tree by name, as lists: fast for the few rows below a root.
nanobind::dict tree_to_lists(const Tree& tree);

// The columns as NumPy arrays, without a Python object for every cell: for whole trees. A column of lists is a pair
// (ends, items). The arrays own the tree.
nanobind::dict tree_to_arrays(Tree tree);

// The part of a tree that is worth drawing, as Tree.pruned in src/plyground/tree.py returns it.
nanobind::dict pruned_to_lists(const Tree& tree, const Pruned& pruned);

// The inverse of tree_to_lists, in a tree with the statistics of `like`. Throws std::invalid_argument for columns that
// do not form a tree.
Tree tree_from_lists(const nanobind::dict& columns, const Tree& like);

}  // namespace ply
