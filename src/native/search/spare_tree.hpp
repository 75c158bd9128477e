// The memory of a tree that is no longer needed, for the next one: a match starts a tree every move, and memory that is
// fresh from the system costs a page fault every 4 KB.
#pragma once

#include "search/tree.hpp"

namespace ply {

inline constexpr uint64_t kMostSpareBytes = uint64_t{64} << 20;

inline Tree& spare_tree() {
  static thread_local Tree spare;
  return spare;
}

inline Tree take_spare_tree() {
  return std::exchange(spare_tree(), Tree{});
}

inline void keep_spare_tree(Tree tree) {
  uint64_t held = 0;
  Tree::each_column(tree, [&](auto& column) { held += column.bytes_held(); });
  if (held > kMostSpareBytes) return;
  Tree::each_column(tree, [](auto& column) { column.clear(); });
  tree.amaf_actions = 0;
  spare_tree() = std::move(tree);
}

}  // namespace ply
