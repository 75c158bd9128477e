// The search tree as a table: the twin of src/plyground/tree.py.
//
//   Row, 24 bytes   0        8       12           16      18    20            22      23
//                   value    visits  first_child  action  hint  num_children  player  seat
//
// The children of a row lie side by side, so that comparing them touches few cache lines. Columns that
// only some parts need belong to statistics (statistic.hpp); a search keeps those that its parts name.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "buffer.hpp"
#include "search/statistic.hpp"

namespace ply {

inline constexpr uint32_t kRoot = 0;
inline constexpr int8_t kUnknown = -3;

struct Row {
  double value;
  uint32_t visits;
  uint32_t first_child;
  uint16_t action;
  union {
    uint16_t hint;     // the number of the child that is likely to be chosen next: fused.hpp
    uint16_t waiting;  // simulations that wait at a leaf here or below: engine.hpp, between two backups
  };
  uint16_t num_children;
  int8_t player;
  int8_t seat;

  // Visits that are done or under way; valid only in engine.hpp and in pools.
  uint32_t begun() const { return visits + waiting; }
};
static_assert(sizeof(Row) == 24);

struct Tree {
  Tree();
  Tree(Tree&&) noexcept;
  Tree& operator=(Tree&&) noexcept;
  ~Tree();

  Buffer<Row> rows;
  int players = 2;
  int most_actions = 1 << 16;       // of the game; every action is a smaller number
  bool compares_unvisited = false;  // whether select may compare unvisited children

  // Keep these statistics from now on; the tree must have no rows.
  void keep(const std::vector<int>& slots);

  const std::vector<Statistic*>& statistics() const { return active_; }
  // The statistics that follow the simulations.
  const std::vector<Statistic*>& followers() const { return followers_; }
  bool keeps(int slot) const { return kept_[slot] != nullptr; }

  // A statistic by its class; nullptr if no part needs it.
  template <class Kept>
  Kept* find() const {
    return static_cast<Kept*>(kept_[Kept::twin.slot]);
  }
  // As `find`, for parts that declare the statistic, so that it exists.
  template <class Kept>
  Kept& get() const {
    return *find<Kept>();
  }

  // Ensure that `count` more rows need no allocation.
  void reserve_rows(uint32_t count);

  // Append unvisited rows; returns the first. If an allocation fails, some columns may be longer than others until
  // `truncate`.
  uint32_t add_rows(const uint16_t* actions, int count, int seat) {
    const uint32_t first = rows.grow(count);
    for (int i = 0; i < count; ++i) {
      rows[first + i] = Row{0.0, 0, 0, actions[i], 0, 0, kUnknown, static_cast<int8_t>(seat)};
    }
    for (Statistic* statistic : active_) statistic->grow_to(rows.size());
    return first;
  }

  // Keep the first `count` rows.
  void truncate(uint32_t count);

  // Free the memory that the rows do not need.
  void shrink();

  // Fill the columns of a row that is reached for the first time.
  void start_row(uint32_t row) {
    for (Statistic* statistic : active_) statistic->start_row(row);
  }

  bool reached(uint32_t row) const { return rows[row].player != kUnknown; }

  std::vector<bool> reached_rows() const;

  // Swap two rows in all columns.
  void swap_rows(uint32_t a, uint32_t b);

  // The number of visited children, if they are visited in order.
  int tried(const Row& row) const {
    if (row.num_children && rows[row.first_child + row.num_children - 1].visits != 0) return row.num_children;
    int low = 0, high = row.num_children;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (rows[row.first_child + middle].visits != 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  uint64_t bytes() const;

  // Includes unused capacity and statistics that are kept for a later search.
  uint64_t bytes_held() const;

  // Drop the rows, keep the memory.
  void clear();

  // The number of visited rows at each depth; the root always counts as one.
  std::vector<uint32_t> visited_levels() const;

  // An empty tree with the same statistics.
  Tree like() const;

  // A copy of all rows.
  Tree copy() const;

  // The subtree below a row as a tree of its own, breadth first; at most this many levels of children (< 0: all).
  Tree subtree(uint32_t top, int depth_limit) const;

 private:
  std::array<std::unique_ptr<Statistic>, StatisticTwins::kMost> owned_;
  std::array<Statistic*, StatisticTwins::kMost> kept_{};  // the statistics of the present search, by slot
  std::vector<int> slots_;                                // of the present search, in the order of `keep`
  std::vector<Statistic*> active_, followers_;            // in the same order
};

}  // namespace ply
