// Twin of src/plyground/search/columns/shape.py: the depth and the width of every row's subtree.
#pragma once

#include <algorithm>
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
  // As `start_row`, for a caller that knows the class.
  void start(uint32_t row) { weight.start_row(row); }

  void added(Tree& tree, const uint32_t* path, size_t length, uint32_t count) override;

  void removed(Tree& tree, const uint32_t* path, size_t length, uint32_t count) override;
  void prepare(const Tree&, const Path& path, size_t fresh, const std::vector<Move>&) override {
    // A row's records double in size: all that one path adds are smaller than three of the last.
    reserve(path.size(), std::min<size_t>(fresh, 3));
  }
  // Ensure that `calls` calls of `added` with paths up to this length need no allocation.
  void reserve(size_t length, size_t calls);

  void copy_row(uint32_t to, const Statistic& from, uint32_t row, bool reached, bool has_children) override;
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
  std::vector<uint32_t> counts(uint32_t row) const;

  void set_counts(uint32_t row, const std::vector<uint32_t>& counts);
  uint32_t add_record(uint32_t levels, uint32_t width);
  uint32_t* add_level(Levels& s);

  Column<Levels> levels_{nullptr, kFlat, Fill::kNever};
  Buffer<uint32_t> pool_;
  ShapeWeight weigh_;
};

}  // namespace ply
