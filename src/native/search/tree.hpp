// The search tree as a table: the twin of src/plyground/tree.py.
//
//   Row, 24 bytes   0        8       12           16      20            22      23
//                   value    visits  first_child  action  num_children  player  seat
//
// The children of a row lie side by side, so that comparing them walks along a few cache lines. Columns that
// only some parts need live apart and are empty otherwise.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <unordered_map>
#include <vector>

#include "games/contract.hpp"

namespace ply {

inline constexpr uint32_t kRoot = 0;
inline constexpr int8_t kUnknown = -3;

struct Row {
  double value;
  uint32_t visits;
  uint32_t first_child;
  uint32_t action;
  uint16_t num_children;
  int8_t player;
  int8_t seat;
};
static_assert(sizeof(Row) == 24);

// A growing array of rows. Rows are plain data, so that realloc may move whole pages instead of copying them.
class Rows {
 public:
  Rows() = default;
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  Rows(Rows&& other) noexcept { swap(other); }
  Rows& operator=(Rows&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Rows() { std::free(data_); }

  Row& operator[](uint32_t row) { return data_[row]; }
  const Row& operator[](uint32_t row) const { return data_[row]; }
  uint32_t size() const { return size_; }

  // Room for n more rows, not filled in; returns the first.
  uint32_t grow(uint32_t n) {
    if (n > UINT32_MAX - size_) throw std::length_error("a tree has at most 2^32 rows");
    if (size_ + n > capacity_) reserve(std::max<uint64_t>(size_ + n, uint64_t{capacity_} * 2));
    size_ += n;
    return size_ - n;
  }

  void reserve(uint64_t capacity) {
    capacity = std::min<uint64_t>(std::max<uint64_t>(capacity, 256), UINT32_MAX);
    if (capacity <= capacity_) return;
    void* moved = std::realloc(data_, capacity * sizeof(Row));
    if (moved == nullptr) throw std::bad_alloc();
    data_ = static_cast<Row*>(moved);
    capacity_ = static_cast<uint32_t>(capacity);
  }

 private:
  void swap(Rows& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  Row* data_ = nullptr;
  uint32_t size_ = 0;
  uint32_t capacity_ = 0;
};

// The statistics that parts may need beyond visits and values: those of src/plyground/search/statistics.py.
enum Need : unsigned {
  kNeedSquares = 1,
  kNeedPrior = 2,
  kNeedProven = 4,
  kNeedPosterior = 8,
  kNeedAverage = 16,
  kNeedShape = 32,
  kNeedAmaf = 64,
};

struct Posterior {
  double variance = 0.0;
  double own_sum = 0.0;
  uint32_t own_visits = 0;
};

// How many nodes a subtree has on each level, itself first, in a pool that all rows share.
struct Levels {
  uint32_t start = 0;
  uint16_t length = 1;  // the depth; a leaf has one level and no place in the pool
  uint16_t capacity = 0;
  uint32_t width = 1;
};

struct AmafEntry {
  uint32_t visits = 0;
  double value = 0.0;
};

struct Tree {
  Rows rows;
  int players = 2;
  unsigned needs = 0;
  std::vector<double> squares, prior, average;
  std::vector<uint8_t> proven;        // is the value of a row known?
  std::vector<Values> proven_values;  // and what it is
  std::vector<Posterior> posterior;
  std::vector<Levels> levels;
  std::vector<uint32_t> level_pool;
  std::unordered_map<uint64_t, AmafEntry> amaf;  // (row, seat, action) -> all moves as first

  static uint64_t amaf_key(uint32_t row, int seat, uint32_t action) {
    return uint64_t{row} << 32 | static_cast<uint64_t>(seat) << 28 | action;
  }

  template <class T>
  uint32_t add_rows(const T* actions, int count, int seat) {
    const uint32_t first = rows.grow(count);
    for (int i = 0; i < count; ++i) {
      rows[first + i] = Row{0.0, 0, 0, static_cast<uint32_t>(actions[i]), 0, kUnknown, static_cast<int8_t>(seat)};
    }
    if (needs != 0) add_columns();
    return first;
  }

  void add_columns() {
    const size_t n = rows.size();
    if (needs & kNeedSquares) squares.resize(n, 0.0);
    if (needs & kNeedPrior) prior.resize(n, 0.0);
    if (needs & kNeedAverage) average.resize(n, 0.0);
    if (needs & kNeedProven) {
      proven.resize(n, 0);
      proven_values.resize(n);
    }
    if (needs & kNeedPosterior) posterior.resize(n);
    if (needs & kNeedShape) levels.resize(n);
  }

  bool is_proven(uint32_t row) const { return (needs & kNeedProven) && proven[row]; }

  // How many children have been visited, where they are visited in order.
  int tried(const Row& row) const {
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

  size_t bytes() const {
    return rows.size() * sizeof(Row) + (squares.size() + prior.size() + average.size()) * sizeof(double) +
           proven.size() * (1 + sizeof(Values)) + posterior.size() * sizeof(Posterior) +
           levels.size() * sizeof(Levels) + level_pool.size() * sizeof(uint32_t) +
           amaf.size() * (sizeof(uint64_t) + sizeof(AmafEntry) + 2 * sizeof(void*)) +
           amaf.bucket_count() * sizeof(void*);
  }

  // `count` nodes came into the tree below the last of these rows: one addition for every ancestor.
  void count_added(const uint32_t* path, size_t length, uint32_t count) {
    for (size_t below = 1; below <= length; ++below) {
      Levels& l = levels[path[length - below]];
      if (below == l.length) {
        if (l.length >= l.capacity) grow_levels(l);
        level_pool[l.start + l.length++] = 0;
      }
      uint32_t& here = level_pool[l.start + below];
      here += count;
      if (here > l.width) l.width = here;
    }
  }

  // The subtree below a row as a tree of its own, breadth first; at most that many levels of children (< 0:
  // all).
  Tree subtree(uint32_t top, int depth_limit) const {
    Tree tree;
    tree.players = players;
    tree.needs = needs;
    std::vector<uint32_t> order{top}, depth{0};
    tree.add_rows(&rows[top].action, 1, 0);
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
    tree.add_columns();
    for (uint32_t i = 0; i < order.size(); ++i) {
      const uint32_t from = order[i];
      if (needs & kNeedSquares) tree.squares[i] = squares[from];
      if (needs & kNeedPrior) tree.prior[i] = prior[from];
      if (needs & kNeedAverage) tree.average[i] = average[from];
      if (needs & kNeedProven) {
        tree.proven[i] = proven[from];
        tree.proven_values[i] = proven_values[from];
      }
      if (needs & kNeedPosterior) tree.posterior[i] = posterior[from];
      if (needs & kNeedShape) {
        Levels l = levels[from];
        const uint32_t start = static_cast<uint32_t>(tree.level_pool.size());
        for (uint32_t k = 0; k < l.capacity; ++k) tree.level_pool.push_back(level_pool[l.start + k]);
        l.start = start;
        tree.levels[i] = l;
      }
    }
    if (needs & kNeedAmaf) {
      std::unordered_map<uint32_t, uint32_t> place;
      for (uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
      for (const auto& [key, entry] : amaf) {
        const auto found = place.find(static_cast<uint32_t>(key >> 32));
        if (found != place.end()) tree.amaf[uint64_t{found->second} << 32 | (key & 0xFFFFFFFFULL)] = entry;
      }
    }
    return tree;
  }

 private:
  void grow_levels(Levels& l) {
    const uint16_t capacity = l.capacity ? static_cast<uint16_t>(l.capacity * 2) : 2;
    const uint32_t start = static_cast<uint32_t>(level_pool.size());
    level_pool.resize(start + capacity, 0);
    if (l.capacity) {
      std::copy_n(level_pool.begin() + l.start, l.capacity, level_pool.begin() + start);
    } else {
      level_pool[start] = 1;
    }
    l.start = start;
    l.capacity = capacity;
  }
};

}  // namespace ply
