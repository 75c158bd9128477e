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
        stop_(spec.has("stop") ? spec.number("stop") : HUGE_VAL) {}

  unsigned needs() const override { return kNeedShape; }

  auto scorer(const Tree& tree, const Path& path, uint32_t first) const {
    const size_t depth = path.size() - 1;
    const double factor = tables_->root_two_log(tree.rows[path.back()].visits);
    const double c = at(c_, depth), cr = at(cr_, depth), target = at(target_, depth);
    const double shared = by_child_ ? 0.0 : criterion(tree.shape_ratio[path.back()], cr, target);
    const Row* children = &tree.rows[first];
    const double* ratios = &tree.shape_ratio[first];
    return [=, this](int i) {
      const double dw = by_child_ ? criterion(ratios[i], cr, target) : shared;
      const double value = (children[i].value + 1.0) / 2.0;
      const double inverse_root = tables_->inverse_root(children[i].visits);
      if (added_) return value + 2.0 * c * factor * inverse_root + dw;
      const double weight = c + dw;
      return value + 2.0 * (weight < min_c_ ? min_c_ : weight) * factor * inverse_root;
    };
  }

  bool stops(const Tree& tree, const Path& path) const override {
    const size_t depth = path.size() - 1;
    return stop_ != HUGE_VAL && criterion(tree.shape_ratio[path.back()], at(cr_, depth), at(target_, depth)) > stop_;
  }

 private:
  static double at(const std::vector<double>& values, size_t depth) {
    return values[std::min(depth, values.size() - 1)];
  }

  double criterion(double ratio, double cr, double target) const {
    return dwc_ ? cr * (ratio - target) : cr * (target - ratio);
  }

  bool dwc_, by_child_, added_;
  std::vector<double> c_, cr_, target_;
  double min_c_, stop_;
  const RootTables* tables_ = &root_tables();
};

}  // namespace ply
