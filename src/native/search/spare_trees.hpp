// Memory of finished trees, kept for the next ones: a match starts a tree every move, a root parallel search several,
// and new memory from the system costs a page fault every 4 KB.
#pragma once

#include "search/tree.hpp"

namespace ply {

// An empty tree, with the memory of a finished tree if one is kept.
Tree take_spare_tree();

void keep_spare_tree(Tree tree);

}  // namespace ply
