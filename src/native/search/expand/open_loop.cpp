// Twin of src/plyground/search/expand/open_loop.py: rows stand for sequences of decisions.
#include <algorithm>

#include "search/part.hpp"

namespace ply {
namespace {

class OpenLoop final : public ExpandRule {
 public:
  using ExpandRule::ExpandRule;

  bool all_at_once() const override { return true; }
  bool hides_chance() const override { return true; }
  int limit(uint32_t, int) const override { return 0; }

  // The children that are legal now, moved to the front; missing ones are added and reported to the statistics.
  int children(Tree& tree, const Path& path, std::span<const uint16_t> legal, int player) const override {
    const uint32_t at = path.back();
    const std::vector<uint16_t> missing = unknown(tree, tree.rows[at], legal, player);
    if (!missing.empty()) add(tree, path, missing, player);
    uint32_t front = tree.rows[at].first_child;
    const uint32_t end = front + tree.rows[at].num_children;
    for (uint32_t c = front; c < end; ++c) {
      const Row& child = tree.rows[c];
      const bool is_legal = std::find(legal.begin(), legal.end(), child.action) != legal.end();
      if (child.seat == player && is_legal) tree.swap_rows(front++, c);
    }
    return static_cast<int>(front - tree.rows[at].first_child);
  }

 private:
  // The legal actions that have no row below this one.
  static std::vector<uint16_t> unknown(const Tree& tree, const Row& row, std::span<const uint16_t> legal, int player) {
    std::vector<uint16_t> missing;
    for (const uint16_t action : legal) {
      bool known = false;
      for (uint32_t c = row.first_child; c < row.first_child + row.num_children; ++c) {
        known = known || (tree.rows[c].seat == player && tree.rows[c].action == action);
      }
      if (!known) missing.push_back(action);
    }
    return missing;
  }

  // Move the children of the path's last row to the end of the tree, and add rows for these actions behind them.
  static void add(Tree& tree, const Path& path, const std::vector<uint16_t>& missing, int player) {
    const uint32_t at = path.back(), old = tree.rows[at].first_child, count = tree.rows[at].num_children;
    const int added = static_cast<int>(missing.size());
    const std::vector<uint16_t> places(count, 0);
    const uint32_t first = tree.add_rows(places.data(), static_cast<int>(count), 0);
    tree.add_rows(missing.data(), added, player);
    for (uint32_t i = 0; i < count; ++i) tree.swap_rows(first + i, old + i);
    tree.rows[at].first_child = first;
    tree.rows[at].num_children = static_cast<uint16_t>(count + missing.size());
    for (Statistic* statistic : tree.followers()) statistic->added(tree, path.data(), path.size(), added);
  }
};

const ExpandTwin<OpenLoop> open_loop{"open_loop"};

}  // namespace
}  // namespace ply
