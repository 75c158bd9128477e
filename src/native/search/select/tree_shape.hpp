// Twin of src/plyground/search/select/tree_shape.py.
#pragma once

#include "search/part.hpp"

namespace ply {

class TreeShape final : public ScoredRule {
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

  void scores(const Tree& tree, const Path& path, uint32_t first, int count, double* out) const override {
    const RootTables& tables = root_tables();
    const uint32_t row = path.back();
    const size_t depth = path.size() - 1;
    const uint32_t visits = tree.rows[row].visits;
    const double factor = visits ? std::sqrt(2.0 * std::log(static_cast<double>(visits))) : 0.0;
    const double c = at(c_, depth), cr = at(cr_, depth), target = at(target_, depth);
    const double shared = by_child_ ? 0.0 : shape(tree.levels[row], cr, target);
    for (int i = 0; i < count; ++i) {
      const Row& child = tree.rows[first + i];
      const double dw = by_child_ ? shape(tree.levels[first + i], cr, target) : shared;
      const double value = (child.value + 1.0) / 2.0;
      const double inverse_root = tables.inverse_root(child.visits);
      if (added_) {
        out[i] = value + 2.0 * c * factor * inverse_root + dw;
      } else {
        const double weight = c + dw;
        out[i] = value + 2.0 * (weight < min_c_ ? min_c_ : weight) * factor * inverse_root;
      }
    }
  }

  bool stops(const Tree& tree, const Path& path) const override {
    const size_t depth = path.size() - 1;
    return stop_ != HUGE_VAL && shape(tree.levels[path.back()], at(cr_, depth), at(target_, depth)) > stop_;
  }

 private:
  static double at(const std::vector<double>& values, size_t depth) {
    return values[std::min(depth, values.size() - 1)];
  }

  double shape(const Levels& levels, double cr, double target) const {
    const double nd = levels.length, nw = levels.width;
    return dwc_ ? cr * (nd / nw - target) : cr * (target - nw / nd);
  }

  bool dwc_, by_child_, added_;
  std::vector<double> c_, cr_, target_;
  double min_c_, stop_;
};

}  // namespace ply
