// The search tree as a table: the twin of src/plyground/tree.py.
//
//   Row, 24 bytes   0        8       12           16      18    20            22      23
//                   value    visits  first_child  action  hint  num_children  player  seat
//
// The children of a row lie side by side, so that comparing them walks along a few cache lines. Columns that
// only some parts need live apart and are empty otherwise.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "buffer.hpp"
#include "games/contract.hpp"
#include "search/gaussian.hpp"

namespace ply {

inline constexpr uint32_t kRoot = 0;
inline constexpr int8_t kUnknown = -3;

struct Row {
  double value;
  uint32_t visits;
  uint32_t first_child;
  uint16_t action;
  uint16_t hint;  // the number of the child that is likely to be chosen next, where anybody cares
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

// The evaluations of a row itself: their sum and how many. And the belief in the best of its children but one: it
// stays while the search comes back to that one.
struct Own {
  double sum = 0.0;
  uint32_t visits = 0;
  uint32_t rivals_of = 0;
  Gaussian rivals{};
};

// The subtree below a row with children, told in one number. With one level below, which most have: kFlat plus the
// nodes there. With more: where its record lies in a pool that all rows share: its width, the number of levels below,
// and the nodes on each of them.
using Shape = uint32_t;
inline constexpr Shape kFlat = 1u << 31;

// What select sees of a subtree's depth and width: their ratio; or what tree shape control makes of it, where that is
// the same at all depths, so that it need not be computed again whenever children are compared.
struct ShapeWeight {
  bool wide_over_deep = false;
  double c = 0.0, cr = 1.0, target = 0.0, least = -HUGE_VAL;

  double of(double depth, double width) const {
    const double weight = c + cr * ((wide_over_deep ? width / depth : depth / width) - target);
    return weight < least ? least : weight;
  }
};

// What a solver knows of a row.
struct Proof {
  bool proven;  // its value
  bool sure;    // until then: the value of a child
  bool cut;     // that it can be no better than a proven sibling

  bool open() const { return !proven && !cut; }
};

// All moves as first: how the simulations ended in which a seat played an action.
struct AmafEntry {
  double value;
  uint32_t visits;
};

struct Tree {
  Buffer<Row> rows;
  int players = 2;
  unsigned needs = 0;
  bool compares_unvisited = false;  // may select meet children that nobody visited?
  ShapeWeight weigh;
  Buffer<double> squares, prior, average;
  Buffer<Proof> proof;
  Buffer<Values> proven_values;  // of a row that is proven; of its best proven child where something is sure
  // What select and backup compare lies apart from the rest, which only an update touches. These are filled in when a
  // row is first reached (`start_row`): most of the places kept for actions never are.
  Buffer<double> variance, deviation;  // deviation: the root of the variance, which a comparison needs of every child
  Buffer<Own> own;
  Buffer<double> shape_weight;
  Buffer<Shape> shape;  // when it gets children
  Buffer<uint32_t> level_pool;
  // All moves as first: a row that has such statistics has a block of players × amaf_actions entries, seat by seat.
  // Games do not tell how many actions they have: the blocks are widened when a larger one is met.
  Buffer<AmafEntry> amaf;
  Buffer<uint32_t> amaf_block;  // the number of the row's block, from 1; 0: none
  uint32_t amaf_actions = 0;

  template <class T>
  uint32_t add_rows(const T* actions, int count, int seat) {
    const uint32_t first = rows.grow(count);
    for (int i = 0; i < count; ++i) {
      rows[first + i] = Row{0.0, 0, 0, static_cast<uint16_t>(actions[i]), 0, 0, kUnknown, static_cast<int8_t>(seat)};
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
      proof.resize(n, Proof{});
      proven_values.grow(n - proven_values.size());
    }
    if (needs & kNeedPosterior) {
      variance.grow(n - variance.size());
      deviation.grow(n - deviation.size());
      own.grow(n - own.size());
    }
    if (needs & kNeedShape) {
      shape_weight.grow(n - shape_weight.size());
      shape.grow(n - shape.size());
    }
    if (needs & kNeedAmaf) amaf_block.resize(n, 0);
  }

  // The columns that have an item for every row.
  template <class Visit>
  void each_row_column(Visit visit) {
    visit(rows);
    if (needs & kNeedSquares) visit(squares);
    if (needs & kNeedPrior) visit(prior);
    if (needs & kNeedAverage) visit(average);
    if (needs & kNeedProven) visit(proof), visit(proven_values);
    if (needs & kNeedPosterior) visit(variance), visit(deviation), visit(own);
    if (needs & kNeedShape) visit(shape_weight), visit(shape);
    if (needs & kNeedAmaf) visit(amaf_block);
  }

  // Make sure that so many rows more need no memory.
  void reserve_rows(uint32_t count) {
    each_row_column([&](auto& column) { column.reserve_more(count); });
  }

  // The first rows alone; fewer where an allocation failed before every column had got its items.
  void truncate(uint32_t count) {
    each_row_column([&](const auto& column) { count = std::min(count, column.size()); });
    each_row_column([&](auto& column) { column.truncate(count); });
  }

  // Make sure that so many calls of `count_added` need no memory for a path of that length.
  void reserve_levels(size_t length, size_t calls) {
    const size_t record = 2 + std::bit_ceil(std::max<size_t>(length, 4));
    level_pool.reserve_more(static_cast<uint32_t>(calls * length * record));
  }

  uint32_t amaf_width() const { return static_cast<uint32_t>(players) * amaf_actions; }

  // The entries of a row; nullptr where it has none.
  const AmafEntry* amaf_of(uint32_t row) const {
    return amaf_block[row] ? &amaf[(amaf_block[row] - 1) * amaf_width()] : nullptr;
  }

  // The same, made where there is none.
  AmafEntry* make_amaf(uint32_t row) {
    const uint32_t width = amaf_width();
    if (!amaf_block[row]) {
      const uint32_t size = amaf.size();
      amaf.resize(size + width, AmafEntry{0.0, 0});
      amaf_block[row] = size / width + 1;
    }
    return &amaf[(amaf_block[row] - 1) * width];
  }

  // Keep a place for this many actions of every seat.
  void widen_amaf(uint32_t actions) {
    if (actions <= amaf_actions) return;
    const uint32_t blocks = amaf_actions ? amaf.size() / amaf_width() : 0;
    Buffer<AmafEntry> wider;
    wider.resize(blocks * players * actions, AmafEntry{0.0, 0});
    for (uint32_t seat = 0; seat < blocks * players; ++seat) {
      std::copy_n(&amaf[seat * amaf_actions], amaf_actions, &wider[seat * actions]);
    }
    if (allowance_here) allowance_here->give_back(amaf.bytes_held());
    amaf = std::move(wider);
    amaf_actions = actions;
  }

  static constexpr double kPriorVariance = 1.0 / 3.0;  // of Beta(1, 1) on [-1, 1]

  // A row is reached for the first time.
  void start_row(uint32_t row) {
    if (needs & kNeedPosterior) {
      set_variance(row, kPriorVariance);
      own[row] = Own{};
    }
    if (needs & kNeedShape) shape_weight[row] = weigh.of(1.0, 1.0);
  }

  void set_variance(uint32_t row, double value) {
    variance[row] = value;
    deviation[row] = std::sqrt(value);
  }

  bool reached(uint32_t row) const { return rows[row].player != kUnknown; }

  // Let two rows change places, with all that an open loop search keeps.
  void swap_rows(uint32_t a, uint32_t b) {
    if (a == b) return;
    std::swap(rows[a], rows[b]);
    if (needs & kNeedSquares) std::swap(squares[a], squares[b]);
    if (needs & kNeedAverage) std::swap(average[a], average[b]);
    if (needs & kNeedShape) {
      std::swap(shape_weight[a], shape_weight[b]);
      std::swap(shape[a], shape[b]);
    }
  }

  bool is_proven(uint32_t row) const { return (needs & kNeedProven) && proof[row].proven; }

  // Can a visit still teach something about this row?
  bool is_open(uint32_t row) const { return !(needs & kNeedProven) || proof[row].open(); }

  int count_open(uint32_t first, int count) const {
    if (!(needs & kNeedProven)) return count;
    int open = 0;
    for (uint32_t row = first; row < first + count; ++row) open += proof[row].open();
    return open;
  }

  uint32_t random_open(uint32_t first, int count, Rng& rng) const {
    int skip = rng.below(count_open(first, count));
    for (uint32_t row = first;; ++row) {
      if (is_open(row) && skip-- == 0) return row;
    }
  }

  // The visited children that may be played here; where something is proven, its best, and those not proven that look
  // as good at least.
  std::vector<uint32_t> contenders(uint32_t at) const {
    const Row& row = rows[at];
    std::vector<uint32_t> visited, out;
    const Values* best = nullptr;
    for (uint32_t child = row.first_child; child < row.first_child + row.num_children; ++child) {
      if (rows[child].visits == 0) continue;
      visited.push_back(child);
      if (row.player < 0 || !is_proven(child)) continue;
      if (!best || proven_values[child][row.player] > (*best)[row.player]) best = &proven_values[child];
    }
    if (!best) return visited;
    const double top = (*best)[row.player];
    for (uint32_t child : visited) {
      const bool equal = proof[child].proven ? proven_values[child][row.player] == top
                                             : !proof[at].proven && !proof[child].cut && rows[child].value >= top;
      if (equal) out.push_back(child);
    }
    return out;
  }

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

  // Refuse a tree that no plain search builds: there each visit of a row but the first tries a child, while there are
  // some left. (The root may have no visit of its own.)
  void require_tried_in_order() const {
    for (uint32_t at = kRoot + 1; at < rows.size(); ++at) {
      const Row& row = rows[at];
      if (row.num_children == 0 || row.player == kChance) continue;
      if (row.visits == 0 || tried(row) != std::min<int64_t>(int64_t{row.visits} - 1, row.num_children)) {
        throw std::invalid_argument("row " + std::to_string(at) + " has tried other children than its visits tell");
      }
    }
  }

  // `AnyTree`: Tree or const Tree.
  template <class AnyTree, class Visit>
  static void each_column(AnyTree& tree, Visit visit) {
    visit(tree.rows), visit(tree.squares), visit(tree.prior), visit(tree.average), visit(tree.proof);
    visit(tree.proven_values), visit(tree.variance), visit(tree.deviation), visit(tree.own), visit(tree.shape_weight),
        visit(tree.shape);
    visit(tree.level_pool), visit(tree.amaf), visit(tree.amaf_block);
  }

  size_t bytes() const {
    size_t total = 0;
    each_column(*this, [&](const auto& column) { total += column.size() * sizeof(column[0]); });
    return total;
  }

  // Keep no more memory than the items need.
  void shrink() {
    each_column(*this, [](auto& column) { column.shrink(); });
  }

  // With the places that are not used yet.
  uint64_t bytes_held() const {
    uint64_t total = 0;
    each_column(*this, [&](const auto& column) { total += column.bytes_held(); });
    return total;
  }

  // `count` nodes came into the tree below the last of these rows: one addition for every ancestor.
  void count_added(const uint32_t* path, size_t length, uint32_t count) {
    for (size_t below = 1; below <= length; ++below) {
      const uint32_t row = path[length - below];
      Shape& s = shape[row];
      if (s & kFlat) {
        if (below == 1) {
          s += count;
          shape_weight[row] = weigh.of(2, s - kFlat);
          continue;
        }
        const uint32_t children = s - kFlat;
        s = add_record(1, children);
        level_pool[s + 2] = children;
      }
      uint32_t* record = &level_pool[s];
      if (below > record[1]) record = add_level(s);
      const uint32_t here = record[1 + below] += count;
      if (here > record[0]) {
        record[0] = here;
      } else if (here != count) {
        continue;  // neither deeper nor wider than before
      }
      shape_weight[row] = weigh.of(record[1] + 1, record[0]);
    }
  }

  // The last `count_added` with these arguments is undone.
  void count_removed(const uint32_t* path, size_t length, uint32_t count) {
    for (size_t below = 1; below <= length; ++below) {
      const uint32_t row = path[length - below];
      Shape& s = shape[row];
      if (s & kFlat) {
        s -= count;
        shape_weight[row] = s == kFlat ? weigh.of(1.0, 1.0) : weigh.of(2, s - kFlat);
        continue;
      }
      uint32_t* record = &level_pool[s];
      record[1 + below] -= count;
      if (record[1 + below] == 0) --record[1];
      record[0] = *std::max_element(record + 2, record + 2 + record[1]);
      shape_weight[row] = weigh.of(record[1] + 1, record[0]);
    }
  }

  // How many rows of each depth have been visited, the root as one.
  std::vector<uint32_t> visited_levels() const {
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

  // How many nodes each level below a row has, itself first.
  std::vector<uint32_t> levels(uint32_t row) const {
    const Shape s = shape_of(row);
    if (s == kFlat) return {1};
    if (s & kFlat) return {1, s - kFlat};
    std::vector<uint32_t> counts{1};
    counts.insert(counts.end(), &level_pool[s + 2], &level_pool[s + 2] + level_pool[s + 1]);
    return counts;
  }

  // The most nodes on one level.
  uint32_t width(uint32_t row) const {
    const Shape s = shape_of(row);
    return s & kFlat ? std::max(s - kFlat, 1u) : level_pool[s];
  }

  void set_levels(uint32_t row, const std::vector<uint32_t>& counts) {
    const uint32_t below = static_cast<uint32_t>(counts.size()) - 1;
    const uint32_t width = *std::max_element(counts.begin(), counts.end());
    if (below > 1) {
      shape[row] = add_record(below, width);
      for (uint32_t k = 1; k <= below; ++k) level_pool[shape[row] + 1 + k] = counts[k];
    } else {
      shape[row] = kFlat + (below ? counts[1] : 0);
    }
    shape_weight[row] = weigh.of(below + 1, width);
  }

  // The subtree below a row as a tree of its own, breadth first; at most that many levels of children (< 0:
  // all).
  Tree subtree(uint32_t top, int depth_limit) const {
    Tree tree;
    tree.players = players;
    tree.needs = needs;
    tree.weigh = weigh;
    tree.compares_unvisited = compares_unvisited;
    tree.amaf_actions = amaf_actions;
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
        tree.proof[i] = proof[from];
        tree.proven_values[i] = proven_values[from];
      }
      if (!reached(from)) continue;
      if (needs & kNeedPosterior) {
        tree.set_variance(i, variance[from]);
        tree.own[i] = Own{own[from].sum, own[from].visits};
      }
      if (needs & kNeedShape) {
        tree.shape_weight[i] = shape_weight[from];
        if (rows[from].num_children) tree.set_levels(i, levels(from));
      }
      if ((needs & kNeedAmaf) && amaf_block[from]) std::copy_n(amaf_of(from), amaf_width(), tree.make_amaf(i));
    }
    return tree;
  }

 private:
  Shape shape_of(uint32_t row) const { return rows[row].num_children ? shape[row] : kFlat; }

  // A record has room for four levels, or the next power of two.
  uint32_t add_record(uint32_t levels, uint32_t width) {
    const uint32_t s = level_pool.grow(2 + std::bit_ceil(std::max(levels, 4u)));
    if (s & kFlat) throw std::length_error("the levels of a tree have at most 2^31 places");
    level_pool[s] = width;
    level_pool[s + 1] = levels;
    return s;
  }

  // One level more, empty; where the record is full, in a larger one.
  uint32_t* add_level(Shape& s) {
    const uint32_t levels = level_pool[s + 1];
    if (levels >= 4 && std::has_single_bit(levels)) {
      const uint32_t larger = add_record(levels + 1, level_pool[s]);
      for (uint32_t k = 1; k <= levels; ++k) level_pool[larger + 1 + k] = level_pool[s + 1 + k];
      s = larger;
    } else {
      ++level_pool[s + 1];
    }
    level_pool[s + 2 + levels] = 0;
    return &level_pool[s];
  }
};

}  // namespace ply
