// Twin of src/plyground/search/columns/shape.py: the depth and the width of every row's subtree.
#pragma once

#include <cmath>

#include "search/tree.hpp"

namespace ply {

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
  // Make sure that so many calls of `added` need no memory for a path of that length.
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
  // The levels below a row with children, told in one number. With one level below, which most have: kFlat plus the
  // nodes there. With more: where its record lies in a pool that all rows share: its width, the number of levels below,
  // and the nodes on each of them.
  using Levels = uint32_t;
  static constexpr Levels kFlat = 1u << 31;

  // How many nodes each level below a row with children has, the row itself first.
  std::vector<uint32_t> counts(uint32_t row) const;

  void set_counts(uint32_t row, const std::vector<uint32_t>& counts);
  uint32_t add_record(uint32_t levels, uint32_t width);
  uint32_t* add_level(Levels& s);

  Column<Levels> levels_{nullptr, kFlat, Fill::kNever};
  Buffer<uint32_t> pool_;
  ShapeWeight weigh_;
};

}  // namespace ply
