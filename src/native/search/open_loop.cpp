#include "search/open_loop.hpp"

#include <algorithm>

namespace ply {

int bring_forward(Tree& tree, const Path& path, const uint16_t* legal, int n, int player) {
  const uint32_t at = path.back();
  const uint32_t old = tree.rows[at].first_child, count = tree.rows[at].num_children;
  std::vector<uint16_t> missing;
  for (int i = 0; i < n; ++i) {
    bool known = false;
    for (uint32_t c = old; c < old + count; ++c) {
      known = known || (tree.rows[c].seat == player && tree.rows[c].action == legal[i]);
    }
    if (!known) missing.push_back(legal[i]);
  }
  if (!missing.empty()) {
    const int added = static_cast<int>(missing.size());
    const std::vector<uint16_t> places(count, 0);
    const uint32_t first = tree.add_rows(places.data(), static_cast<int>(count), 0);
    tree.add_rows(missing.data(), added, player);
    for (uint32_t i = 0; i < count; ++i) tree.swap_rows(first + i, old + i);
    tree.rows[at].first_child = first;
    tree.rows[at].num_children = static_cast<uint16_t>(count + missing.size());
    for (Statistic* statistic : tree.followers()) statistic->added(tree, path.data(), path.size(), added);
  }
  uint32_t front = tree.rows[at].first_child;
  const uint32_t end = front + tree.rows[at].num_children;
  for (uint32_t c = front; c < end; ++c) {
    const Row& child = tree.rows[c];
    if (child.seat == player && std::find(legal, legal + n, child.action) != legal + n) tree.swap_rows(front++, c);
  }
  return static_cast<int>(front - tree.rows[at].first_child);
}

}  // namespace ply
