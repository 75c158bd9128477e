// Open loop: a row stands for many positions, in which other actions may be legal.
#pragma once

#include <algorithm>

#include "search/part.hpp"

namespace ply {

// The children that are legal now, moved to the front of their places; new ones are added. Returns how
// many.
template <class Game>
int bring_forward(Tree& tree, uint32_t at, const typename Game::State& state, const Path& path) {
  uint16_t legal[Game::kMaxActions];
  const int n = state.actions(legal);
  const int player = state.player();
  const uint32_t old = tree.rows[at].first_child, count = tree.rows[at].num_children;
  uint16_t missing[Game::kMaxActions];
  int absent = 0;
  for (int i = 0; i < n; ++i) {
    bool known = false;
    for (uint32_t c = old; c < old + count; ++c) {
      known = known || (tree.rows[c].seat == player && tree.rows[c].action == legal[i]);
    }
    if (!known) missing[absent++] = legal[i];
  }
  if (absent) {
    const std::vector<uint16_t> places(count, 0);
    tree.reserve_rows(count + absent);  // all that may fail comes before all that changes something
    if (tree.needs & kNeedShape) tree.reserve_levels(path.size(), 1);
    const uint32_t first = tree.add_rows(places.data(), static_cast<int>(count), 0);
    tree.add_rows(missing, absent, player);
    for (uint32_t i = 0; i < count; ++i) tree.swap_rows(first + i, old + i);
    tree.rows[at].first_child = first;
    tree.rows[at].num_children = static_cast<uint16_t>(count + absent);
    if (tree.needs & kNeedShape) tree.count_added(path.data(), path.size(), absent);
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
