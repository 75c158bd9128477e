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
#include <unordered_map>
#include <vector>

#include "buffer.hpp"
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

// The evaluations of a row itself: their sum and how many.
struct Own {
  double sum;
  uint32_t visits;
};

// Depth and width of the subtree below a row with children, and where its level counts (nodes on each level, itself
// first) lie in a pool that all rows share. One or two levels need no place there: the second is as wide as the tree.
struct Shape {
  uint32_t start = 0;
  uint32_t width = 1;
  uint16_t depth = 1;
  uint16_t capacity = 0;
};

struct AmafEntry {
  uint32_t visits = 0;
  double value = 0.0;
};

struct Tree {
  Buffer<Row> rows;
  int players = 2;
  unsigned needs = 0;
  bool wide_over_deep = false;      // which ratio `shape_ratio` keeps
  bool compares_unvisited = false;  // may select meet children that nobody visited?
  Buffer<double> squares, prior, average;
  Buffer<uint8_t> proven;        // is the value of a row known?
  Buffer<Values> proven_values;  // and what it is
  // What select and backup compare lies apart from the rest, which only an update touches. These are filled in when a
  // row is first reached (`start_row`): most of the places kept for actions never are.
  Buffer<double> variance;
  Buffer<Own> own;
  Buffer<double> shape_ratio;
  Buffer<Shape> shape;  // when it gets children
  Buffer<uint32_t> level_pool;
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
    const uint32_t n = rows.size();
    if (needs & kNeedSquares) squares.resize(n, 0.0);
    if (needs & kNeedPrior) prior.resize(n, 0.0);
    if (needs & kNeedAverage) average.resize(n, 0.0);
    if (needs & kNeedProven) {
      proven.resize(n, 0);
      proven_values.resize(n, Values{});
    }
    if (needs & kNeedPosterior) {
      variance.grow(n - variance.size());
      own.grow(n - own.size());
    }
    if (needs & kNeedShape) {
      shape_ratio.grow(n - shape_ratio.size());
      shape.grow(n - shape.size());
    }
  }

  static constexpr double kPriorVariance = 1.0 / 3.0;  // of Beta(1, 1) on [-1, 1]

  // A row is reached for the first time.
  void start_row(uint32_t row) {
    if (needs & kNeedPosterior) {
      variance[row] = kPriorVariance;
      own[row] = Own{0.0, 0};
    }
    if (needs & kNeedShape) shape_ratio[row] = 1.0;
  }

  bool reached(uint32_t row) const { return rows[row].player != kUnknown; }

  // Let two rows change places, with all that an open loop search keeps.
  void swap_rows(uint32_t a, uint32_t b) {
    if (a == b) return;
    std::swap(rows[a], rows[b]);
    if (needs & kNeedSquares) std::swap(squares[a], squares[b]);
    if (needs & kNeedAverage) std::swap(average[a], average[b]);
    if (needs & kNeedShape) {
      std::swap(shape_ratio[a], shape_ratio[b]);
      std::swap(shape[a], shape[b]);
    }
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

  // `AnyTree`: Tree or const Tree.
  template <class AnyTree, class Visit>
  static void each_column(AnyTree& tree, Visit visit) {
    visit(tree.rows), visit(tree.squares), visit(tree.prior), visit(tree.average), visit(tree.proven);
    visit(tree.proven_values), visit(tree.variance), visit(tree.own), visit(tree.shape_ratio), visit(tree.shape);
    visit(tree.level_pool);
  }

  size_t bytes() const {
    size_t total = 0;
    each_column(*this, [&](const auto& column) { total += column.size() * sizeof(column[0]); });
    return total + amaf.size() * (sizeof(uint64_t) + sizeof(AmafEntry) + 2 * sizeof(void*)) +
           amaf.bucket_count() * sizeof(void*);
  }

  // `count` nodes came into the tree below the last of these rows: one addition for every ancestor.
  void count_added(const uint32_t* path, size_t length, uint32_t count) {
    for (size_t below = 1; below <= length; ++below) {
      const uint32_t row = path[length - below];
      Shape& s = shape[row];
      if (s.capacity == 0 && below == 1) {
        s.width = s.depth == 1 ? count : s.width + count;
        s.depth = 2;
      } else {
        if (below == s.depth) {
          if (s.depth >= s.capacity) grow_levels(s);
          level_pool[s.start + s.depth++] = 0;
        }
        const uint32_t here = level_pool[s.start + below] += count;
        if (here > s.width) {
          s.width = here;
        } else if (here != count) {
          continue;  // neither deeper nor wider than before
        }
      }
      const double depth = s.depth, width = s.width;
      shape_ratio[row] = wide_over_deep ? width / depth : depth / width;
    }
  }

  // How many nodes each level below a row has, itself first.
  std::vector<uint32_t> levels(uint32_t row) const {
    if (rows[row].num_children == 0) return {1};
    const Shape& s = shape[row];
    if (s.depth <= 2) return s.depth == 1 ? std::vector<uint32_t>{1} : std::vector<uint32_t>{1, s.width};
    const uint32_t* begin = &level_pool[s.start];
    return {begin, begin + s.depth};
  }

  void set_levels(uint32_t row, const std::vector<uint32_t>& counts) {
    Shape s{0, *std::max_element(counts.begin(), counts.end()), static_cast<uint16_t>(counts.size()), 0};
    if (s.depth > 2) {
      s.capacity = s.depth;
      s.start = level_pool.grow(s.capacity);
      for (uint32_t k = 0; k < s.depth; ++k) level_pool[s.start + k] = counts[k];
    }
    const double depth = s.depth, width = s.width;
    shape_ratio[row] = wide_over_deep ? width / depth : depth / width;
    shape[row] = s;
  }

  // The subtree below a row as a tree of its own, breadth first; at most that many levels of children (< 0:
  // all).
  Tree subtree(uint32_t top, int depth_limit) const {
    Tree tree;
    tree.players = players;
    tree.needs = needs;
    tree.wide_over_deep = wide_over_deep;
    tree.compares_unvisited = compares_unvisited;
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
      if (!reached(from)) continue;
      if (needs & kNeedPosterior) {
        tree.variance[i] = variance[from];
        tree.own[i] = own[from];
      }
      if (needs & kNeedShape) {
        tree.shape_ratio[i] = shape_ratio[from];
        if (rows[from].num_children) tree.set_levels(i, levels(from));
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
  void grow_levels(Shape& s) {
    const uint16_t capacity = s.capacity ? static_cast<uint16_t>(s.capacity * 2) : 4;
    const uint32_t start = level_pool.grow(capacity);
    if (s.capacity == 0) {
      level_pool[start] = 1;
      level_pool[start + 1] = s.width;
    }
    for (uint32_t k = 0; k < s.capacity; ++k) level_pool[start + k] = level_pool[s.start + k];
    s.start = start;
    s.capacity = capacity;
  }
};

}  // namespace ply
