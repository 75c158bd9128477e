// Twin of src/plyground/search/select/tree_shape.py.
#pragma once

#include "search/part.hpp"

namespace ply {

class TreeShape final : public ScoredRule<TreeShape> {
 public:
  explicit TreeShape(const PartSpec& spec)
      : dwc_(spec.is("criterion", "dwc")),
        by_child_(spec.is("scope", "child")),
        added_(spec.is("form", "added")),
        c_(spec.numbers.at("c")),
        cr_(spec.numbers.at("cr")),
        target_(spec.numbers.at("target")),
        min_c_(spec.has("min_c") ? spec.number("min_c") : -HUGE_VAL),
        stop_(spec.has("stop") ? spec.number("stop") : HUGE_VAL),
        kept_(by_child_ && !added_ && stop_ == HUGE_VAL && c_.size() * cr_.size() * target_.size() == 1) {}

  unsigned needs() const override { return kNeedShape; }

  bool stops(const Tree& tree, const Path& path) const override {
    const size_t depth = path.size() - 1;
    return stop_ != HUGE_VAL && signed_cr(depth) * (tree.shape_weight[path.back()] - at(target_, depth)) > stop_;
  }

  // Is the weight of exploration the same at all depths, and so kept with each child?
  bool kept() const { return kept_; }

  // The formula then: twice the score, which is in the same order.
  template <bool InTable>
  auto visited_scorer(const Tree& tree, uint32_t row) const {
    const RootTables* tables = tables_;
    const double factor = 4.0 * tables->root_two_log(tree.rows[row].visits);
    const uint32_t first = tree.rows[row].first_child;
    return [=, children = &tree.rows[first], weights = &tree.shape_weight[first]](int i) {
      return children[i].value + 1.0 + weights[i] * factor * tables->inverse_root<InTable>(children[i].visits);
    };
  }

  // What a row keeps for `choose`: its C + DW, or its ratio where that depends on more than the row.
  ShapeWeight weight() const {
    if (!kept_) return {.wide_over_deep = !dwc_};
    return {!dwc_, c_[0], signed_cr(0), target_[0], min_c_};
  }

  auto scorer(const Tree& tree, const Path& path, uint32_t first) const {
    const size_t depth = path.size() - 1;
    const double factor = tables_->root_two_log(tree.rows[path.back()].visits);
    const double c = at(c_, depth), cr = signed_cr(depth), target = at(target_, depth);
    const double shared = cr * (tree.shape_weight[path.back()] - target);
    return [=, this, kept = visited_scorer<false>(tree, path.back()), &tree](int i) {
      if (kept_) return kept(i);
      const Row& child = tree.rows[first + i];
      const double value = (child.value + 1.0) / 2.0, inverse_root = tables_->inverse_root(child.visits);
      const double dw = by_child_ ? cr * (tree.shape_weight[first + i] - target) : shared;
      return added_ ? value + 2.0 * c * factor * inverse_root + dw
                    : value + 2.0 * std::max(c + dw, min_c_) * factor * inverse_root;
    };
  }

 private:
  static double at(const std::vector<double>& values, size_t depth) {
    return values[std::min(depth, values.size() - 1)];
  }

  // cr of dwc, -cr of wdc: DW is then this times (ratio - target) for both.
  double signed_cr(size_t depth) const { return dwc_ ? at(cr_, depth) : -at(cr_, depth); }

  bool dwc_, by_child_, added_;
  std::vector<double> c_, cr_, target_;
  double min_c_, stop_;
  bool kept_;
  const RootTables* tables_ = &root_tables();
};

}  // namespace ply
