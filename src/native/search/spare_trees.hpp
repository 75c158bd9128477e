// The memory of trees that are no longer needed, for the next ones: a match starts a tree every move, a root parallel
// search several, and memory that is fresh from the system costs a page fault every 4 KB.
#pragma once

#include "search/tree.hpp"

namespace ply {

// An empty tree, with memory where some is left.
Tree take_spare_tree();

void keep_spare_tree(Tree tree);

}  // namespace ply
