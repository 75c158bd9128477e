// Twin of src/plyground/search/columns/shape.py: the depth and the width of every row's subtree.
#pragma once

#include <bit>
#include <cmath>

#include "search/tree.hpp"

namespace ply {

// The weight that each row keeps: the ratio of its subtree's depth and width, or the whole C + DW of tree shape control
// if the parameters are the same at all depths, so that comparing children need not compute it again.
struct ShapeWeight {
  bool wide_over_deep = false;
  double c = 0.0, cr = 1.0, target = 0.0, least = -HUGE_VAL;

  double of(double depth, double width) const {
    const double weight = c + cr * ((wide_over_deep ? width / depth : depth / width) - target);
    return weight < least ? least : weight;
  }
};

class Shape final : public Statistic {
 public:
  Shape() {
    declare(weight);
    declare(levels_);
  }
  static const StatisticTwin<Shape> twin;

  void set_weigh(const ShapeWeight& weigh) {
    weigh_ = weigh;
    weight.set_first(weigh.of(1.0, 1.0));
  }
  void configure_like(const Statistic& other) override { set_weigh(static_cast<const Shape&>(other).weigh_); }

  bool follows() const override { return true; }
  void expanded(uint32_t row) override { levels_[row] = kFlat; }

  void added(Tree& tree, const uint32_t* path, size_t length, uint32_t count) override;

  void removed(Tree& tree, const uint32_t* path, size_t length, uint32_t count) override;
  void prepare(const Tree&, const Path& path, size_t fresh, const std::vector<Move>&) override {
    reserve(path.size(), fresh);
  }
  // Ensure that `calls` calls of `added` with paths up to this length need no allocation.
  void reserve(size_t length, size_t calls) {
    const size_t record = 2 + std::bit_ceil(std::max<size_t>(length, 4));
    pool_.reserve_more(static_cast<uint32_t>(calls * length * record));
  }

  void copy_row(uint32_t to, const Statistic& from, uint32_t row, bool reached, bool has_children) override {
    if (!reached) return;
    const Shape& other = static_cast<const Shape&>(from);
    weight[to] = other.weight[row];
    if (has_children) set_counts(to, other.counts(row));
  }
  void clear() override {
    Statistic::clear();
    pool_.clear();
  }
  void shrink() override {
    Statistic::shrink();
    pool_.shrink();
  }
  uint64_t bytes() const override { return Statistic::bytes() + uint64_t{pool_.size()} * sizeof(uint32_t); }
  uint64_t bytes_held() const override { return Statistic::bytes_held() + pool_.bytes_held(); }
  void write(const Tree& tree, ColumnWriter& writer) const override;
  void read(Tree& tree, const ColumnReader& reader) override;

  Column<double> weight{nullptr, ShapeWeight{}.of(1.0, 1.0), Fill::kWhenReached};

 private:
  // The levels below a row with children, as one number. For one level, the usual case: kFlat plus its number of nodes.
  // For more: the index of a record in a pool that all rows share: width, number of levels below, and the number of
  // nodes on each.
  using Levels = uint32_t;
  static constexpr Levels kFlat = 1u << 31;

  // The number of nodes on each level of the subtree of a row with children, its own level first.
  std::vector<uint32_t> counts(uint32_t row) const {
    const Levels s = levels_[row];
    if (s == kFlat) return {1};
    if (s & kFlat) return {1, s - kFlat};
    std::vector<uint32_t> counts{1};
    counts.insert(counts.end(), &pool_[s + 2], &pool_[s + 2] + pool_[s + 1]);
    return counts;
  }

  void set_counts(uint32_t row, const std::vector<uint32_t>& counts);
  uint32_t add_record(uint32_t levels, uint32_t width);
  uint32_t* add_level(Levels& s);

  Column<Levels> levels_{nullptr, kFlat, Fill::kNever};
  Buffer<uint32_t> pool_;
  ShapeWeight weigh_;
};

// One addition for every ancestor.
inline void Shape::added(Tree&, const uint32_t* path, size_t length, uint32_t count) {
  for (size_t below = 1; below <= length; ++below) {
    const uint32_t row = path[length - below];
    Levels& s = levels_[row];
    if (s & kFlat) {
      if (below == 1) {
        s += count;
        weight[row] = weigh_.of(2, s - kFlat);
        continue;
      }
      const uint32_t children = s - kFlat;
      s = add_record(1, children);
      pool_[s + 2] = children;
    }
    uint32_t* record = &pool_[s];
    if (below > record[1]) record = add_level(s);
    const uint32_t here = record[1 + below] += count;
    if (here > record[0]) {
      record[0] = here;
    } else if (here != count) {
      continue;  // neither deeper nor wider than before
    }
    weight[row] = weigh_.of(record[1] + 1, record[0]);
  }
}

// A record has room for four levels, or the next power of two.
inline uint32_t Shape::add_record(uint32_t levels, uint32_t width) {
  const uint32_t s = pool_.grow(2 + std::bit_ceil(std::max(levels, 4u)));
  if (s & kFlat) throw std::length_error("the levels of a tree have at most 2^31 places");
  pool_[s] = width;
  pool_[s + 1] = levels;
  return s;
}

// Append an empty level; a full record is moved to a larger one.
inline uint32_t* Shape::add_level(Levels& s) {
  const uint32_t levels = pool_[s + 1];
  if (levels >= 4 && std::has_single_bit(levels)) {
    const uint32_t larger = add_record(levels + 1, pool_[s]);
    for (uint32_t k = 1; k <= levels; ++k) pool_[larger + 1 + k] = pool_[s + 1 + k];
    s = larger;
  } else {
    ++pool_[s + 1];
  }
  pool_[s + 2 + levels] = 0;
  return &pool_[s];
}

}  // namespace ply
