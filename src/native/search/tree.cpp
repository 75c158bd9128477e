#include "search/tree.hpp"

#include <algorithm>

namespace ply {

Tree::Tree() = default;
Tree::Tree(Tree&&) noexcept = default;
Tree& Tree::operator=(Tree&&) noexcept = default;
Tree::~Tree() = default;

void Tree::keep(const std::vector<int>& slots) {
  slots_ = slots;
  active_.clear();
  followers_.clear();
  kept_.fill(nullptr);
  for (int slot : slots) {
    if (!owned_[slot]) owned_[slot] = statistic_twins().make(slot);
    kept_[slot] = owned_[slot].get();
    active_.push_back(kept_[slot]);
    if (kept_[slot]->follows()) followers_.push_back(kept_[slot]);
  }
}

void Tree::reserve_rows(uint32_t count) {
  rows.reserve_more(count);
  for (Statistic* statistic : active_) statistic->reserve_more(count);
}

void Tree::truncate(uint32_t count) {
  rows.truncate(count);
  for (Statistic* statistic : active_) statistic->truncate(count);
}

void Tree::shrink() {
  rows.shrink();
  for (const auto& statistic : owned_) {
    if (statistic) statistic->shrink();
  }
}

std::vector<bool> Tree::reached_rows() const {
  std::vector<bool> out(rows.size());
  for (uint32_t row = 0; row < rows.size(); ++row) out[row] = reached(row);
  return out;
}

void Tree::swap_rows(uint32_t a, uint32_t b) {
  if (a == b) return;
  std::swap(rows[a], rows[b]);
  for (Statistic* statistic : active_) statistic->swap_rows(a, b);
}

uint64_t Tree::bytes() const {
  uint64_t total = uint64_t{rows.size()} * sizeof(Row);
  for (const Statistic* statistic : active_) total += statistic->bytes();
  return total;
}

uint64_t Tree::bytes_held() const {
  uint64_t total = rows.bytes_held();
  for (const auto& statistic : owned_) total += statistic ? statistic->bytes_held() : 0;
  return total;
}

void Tree::clear() {
  rows.clear();
  for (const auto& statistic : owned_) {
    if (statistic) statistic->clear();
  }
}

std::vector<uint32_t> Tree::visited_levels() const {
  std::vector<uint32_t> counts, level{kRoot}, below;
  for (; !level.empty(); level.swap(below), below.clear()) {
    counts.push_back(static_cast<uint32_t>(level.size()));
    for (uint32_t row : level) {
      for (uint32_t c = rows[row].first_child; c < rows[row].first_child + rows[row].num_children; ++c) {
        if (rows[c].visits != 0) below.push_back(c);
      }
    }
  }
  return counts;
}

Tree Tree::like() const {
  Tree tree;
  tree.players = players;
  tree.most_actions = most_actions;
  tree.compares_unvisited = compares_unvisited;
  tree.keep(slots_);
  for (size_t i = 0; i < active_.size(); ++i) tree.active_[i]->configure_like(*active_[i]);
  return tree;
}

Tree Tree::copy() const {
  Tree tree = like();
  tree.rows.grow(rows.size());
  std::copy_n(&rows[kRoot], rows.size(), &tree.rows[kRoot]);
  for (size_t s = 0; s < active_.size(); ++s) {
    tree.active_[s]->grow_to(rows.size());
    for (uint32_t row = 0; row < rows.size(); ++row) {
      tree.active_[s]->copy_row(row, *active_[s], row, reached(row), rows[row].num_children != 0);
    }
  }
  return tree;
}

Tree Tree::subtree(uint32_t top, int depth_limit) const {
  Tree tree = like();
  std::vector<uint32_t> order{top}, depth{0};
  tree.rows.grow(1);
  for (size_t i = 0; i < order.size(); ++i) {
    const Row& row = rows[order[i]];
    Row copy = row;
    copy.first_child = 0;
    copy.num_children = 0;
    if (row.num_children && (depth_limit < 0 || static_cast<int>(depth[i]) < depth_limit)) {
      copy.first_child = tree.rows.grow(row.num_children);
      copy.num_children = row.num_children;
      for (uint32_t k = 0; k < row.num_children; ++k) {
        order.push_back(row.first_child + k);
        depth.push_back(depth[i] + 1);
      }
    }
    tree.rows[static_cast<uint32_t>(i)] = copy;
  }
  for (size_t s = 0; s < active_.size(); ++s) {
    tree.active_[s]->grow_to(tree.rows.size());
    for (uint32_t i = 0; i < order.size(); ++i) {
      const uint32_t from = order[i];
      tree.active_[s]->copy_row(i, *active_[s], from, reached(from), rows[from].num_children != 0);
    }
  }
  return tree;
}

}  // namespace ply
