// Twin of src/plyground/search/select/tree_shape.py: the formula for parameters that are the same at all depths, so
// that every child keeps its weight of exploration. The fused engine uses it, too.
#pragma once

#include "search/backup/mean.hpp"
#include "search/columns/shape.hpp"
#include "search/fusable.hpp"
#include "search/root_tables.hpp"

namespace ply {

class TreeShapeFormula {
 public:
  using Kept = Shape;

  explicit TreeShapeFormula(const PartSpec&) {}

  // Whether this formula fits the rule. If not, C + DW depends on more than the child.
  static bool fits(const PartSpec& spec) {
    return spec.is("scope", "child") && !spec.is("form", "added") && !spec.optional("stop") && !spec.flag("boost") &&
           spec.numbers("c").size() * spec.numbers("cr").size() * spec.numbers("target").size() == 1;
  }

  // Called before the first score, and whenever the tree is replaced.
  void attach(const Tree& tree) { shape_ = tree.find<Shape>(); }
  Shape& kept() const { return *shape_; }

  // Twice the score, which gives the same order.
  template <bool InTable>
  auto visited_scorer(const Tree& tree, uint32_t row) const {
    const RootTables* tables = tables_;
    const double factor = 4.0 * tables->root_two_log(tree.rows[row].visits);
    const uint32_t first = tree.rows[row].first_child;
    return [=, children = &tree.rows[first], weights = &shape_->weight[first]](int i) {
      return children[i].value + 1.0 + weights[i] * factor * tables->inverse_root<InTable>(children[i].visits);
    };
  }

 private:
  Shape* shape_ = nullptr;
  const RootTables* tables_ = &root_tables();
};

inline constexpr FusedTwin<TreeShapeFormula, PlainMean> fused_tree_shape{"tree_shape"};

}  // namespace ply
