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

  bool stops(const Tree& tree, const Path& path) const override {
    const size_t depth = path.size() - 1;
    return stop_ != HUGE_VAL && signed_cr(depth) * (tree.shape_ratio[path.back()] - at(target_, depth)) > stop_;
  }

 private:
  static double at(const std::vector<double>& values, size_t depth) {
    return values[std::min(depth, values.size() - 1)];
  }

  // cr of dwc, -cr of wdc: DW is then this times (ratio - target) for both.
  double signed_cr(size_t depth) const { return dwc_ ? at(cr_, depth) : -at(cr_, depth); }

  template <bool ByChild, bool InTable>
  auto inside_scorer(const Tree& tree, const Path& path, uint32_t first) const {
    const size_t depth = path.size() - 1;
    const RootTables* tables = tables_;
    const double factor = tables->root_two_log(tree.rows[path.back()].visits);
    const double c = at(c_, depth), cr = signed_cr(depth), target = at(target_, depth), min_c = min_c_;
    const double shared = cr * (tree.shape_ratio[path.back()] - target);
    const Row* children = &tree.rows[first];
    const double* ratios = &tree.shape_ratio[first];
    return [=](int i) {
      const double weight = c + (ByChild ? cr * (ratios[i] - target) : shared);
      const double value = (children[i].value + 1.0) / 2.0;
      const double inverse_root = tables->inverse_root<InTable>(children[i].visits);
      return value + 2.0 * (weight < min_c ? min_c : weight) * factor * inverse_root;
    };
  }

  auto added_scorer(const Tree& tree, const Path& path, uint32_t first) const {
    const size_t depth = path.size() - 1;
    const double factor = tables_->root_two_log(tree.rows[path.back()].visits);
    const double c = at(c_, depth), cr = signed_cr(depth), target = at(target_, depth);
    const double shared = cr * (tree.shape_ratio[path.back()] - target);
    return [=, this, &tree](int i) {
      const Row& child = tree.rows[first + i];
      const double dw = by_child_ ? cr * (tree.shape_ratio[first + i] - target) : shared;
      return (child.value + 1.0) / 2.0 + 2.0 * c * factor * tables_->inverse_root(child.visits) + dw;
    };
  }

 public:
  auto scorer(const Tree& tree, const Path& path, uint32_t first) const {
    const auto by_child = inside_scorer<true, false>(tree, path, first);
    const auto by_parent = inside_scorer<false, false>(tree, path, first);
    const auto added = added_scorer(tree, path, first);
    return [=, this](int i) { return added_ ? added(i) : by_child_ ? by_child(i) : by_parent(i); };
  }

  // The same among children that have all been visited, decided once and not for every child.
  int best_visited(const Tree& tree, const Path& path, uint32_t first, int count, Rng& rng) const {
    const auto best = [&](auto score) { return best_child(count, guessable(tree, path), rng, score); };
    if (added_) return best(added_scorer(tree, path, first));
    if (tree.rows[path.back()].visits >= RootTables::kSize) {
      return by_child_ ? best(inside_scorer<true, false>(tree, path, first))
                       : best(inside_scorer<false, false>(tree, path, first));
    }
    return by_child_ ? best(inside_scorer<true, true>(tree, path, first))
                     : best(inside_scorer<false, true>(tree, path, first));
  }

 private:
  bool dwc_, by_child_, added_;
  std::vector<double> c_, cr_, target_;
  double min_c_, stop_;
  const RootTables* tables_ = &root_tables();
};

}  // namespace ply
