#include "search/select/tree_shape.hpp"

#include <algorithm>

#include "games/contract.hpp"
#include "search/part.hpp"

namespace ply {
namespace {

class TreeShape final : public ScoredRule<TreeShape> {
 public:
  explicit TreeShape(const PartSpec& spec)
      : dwc_(spec.is("criterion", "dwc")),
        by_child_(spec.is("scope", "child")),
        added_(spec.is("form", "added")),
        c_(spec.numbers("c")),
        cr_(spec.numbers("cr")),
        target_(spec.numbers("target")),
        min_c_(spec.optional("min_c").value_or(-HUGE_VAL)),
        stop_(spec.optional("stop").value_or(HUGE_VAL)),
        boost_(spec.number("boost")),
        kept_(TreeShapeFormula::fits(spec)),
        formula_(spec) {}

  // Each row keeps its C + DW, or only the ratio if C + DW depends on more than the row.
  void prepare(Tree& tree) const override {
    tree.get<Shape>().set_weigh(kept_ ? ShapeWeight{!dwc_, c_[0], signed_cr(0), target_[0], min_c_}
                                      : ShapeWeight{.wide_over_deep = !dwc_});
  }

  bool may_stop() const override { return stop_ != HUGE_VAL; }
  bool stops(const Tree& tree, const Path& path) const override {
    const size_t depth = path.size() - 1;
    return shape(tree, path.back(), signed_cr(depth), at(target_, depth)) > stop_;
  }

  auto scorer(const Tree& tree, const Path& path, uint32_t first) const {
    const size_t depth = path.size() - 1;
    const double factor = tables_->root_two_log(tree.rows[path.back()].visits);
    const double c = at(c_, depth), cr = signed_cr(depth), target = at(target_, depth);
    TreeShapeFormula formula = formula_;
    formula.attach(tree);
    const double shared = by_child_ ? 0.0 : shape(tree, path.back(), cr, target);
    return [=, this, kept = formula.visited_scorer<false>(tree, path.back()), &tree](int i) {
      if (kept_) return kept(i);
      const Row& child = tree.rows[first + i];
      const double value = (child.value + 1.0) / 2.0, inverse_root = tables_->inverse_root(child.visits);
      const double dw = by_child_ ? shape(tree, first + i, cr, target) : shared;
      return added_ ? value + 2.0 * c * factor * inverse_root + dw
                    : value + 2.0 * std::max(c + dw, min_c_) * factor * inverse_root;
    };
  }

 private:
  static double at(const std::vector<double>& values, size_t depth) {
    return values[std::min(depth, values.size() - 1)];
  }

  // cr for dwc and -cr for wdc, so that DW is this factor times (ratio - target) for both.
  double signed_cr(size_t depth) const { return dwc_ ? at(cr_, depth) : -at(cr_, depth); }

  // DW of the row's subtree, for trees whose rows keep only the ratio.
  double shape(const Tree& tree, uint32_t row, double cr, double target) const {
    const double grown = boost_ == 0.0 ? 1.0 : 1.0 + boost_ * unvisited(tree, tree.rows[row]);
    return grown * cr * (tree.get<Shape>().weight[row] - grown * target);
  }

  // The share of a row's children that have no visit yet.
  static double unvisited(const Tree& tree, const Row& row) {
    if (row.num_children == 0) return row.player == kTerminal ? 0.0 : 1.0;
    const Row* first = &tree.rows[row.first_child];
    return static_cast<double>(std::count_if(first, first + row.num_children, [](const Row& c) { return !c.visits; })) /
           row.num_children;
  }

  bool dwc_, by_child_, added_;
  std::vector<double> c_, cr_, target_;
  double min_c_, stop_, boost_;
  bool kept_;  // whether each child keeps its C + DW
  TreeShapeFormula formula_;
  const RootTables* tables_ = &root_tables();
};

const SelectTwin<TreeShape> tree_shape{"tree_shape"};

}  // namespace
}  // namespace ply
