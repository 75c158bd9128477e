// Twin of src/plyground/search/select/puct.py; the engine fills in the priors.
#pragma once

#include "search/part.hpp"

namespace ply {

class Puct final : public ScoredRule<Puct> {
 public:
  explicit Puct(const PartSpec& spec)
      : c_(spec.number("c")), fpu_set_(spec.has("fpu")), fpu_(fpu_set_ ? spec.number("fpu") : 0.0) {}

  bool scores_unvisited() const { return true; }
  unsigned needs() const override { return kNeedPrior; }

  auto scorer(const Tree& tree, const Path& path, uint32_t first) const {
    const Row& row = tree.rows[path.back()];
    const double factor = c_ * std::sqrt(static_cast<double>(row.visits));
    const double urgency = fpu_set_ ? fpu_ : mean_of_children(tree, row);
    return [=, &tree](int i) {
      const Row& child = tree.rows[first + i];
      return (child.visits ? child.value : urgency) + factor * tree.prior[first + i] / (1.0 + child.visits);
    };
  }

 private:
  static double mean_of_children(const Tree& tree, const Row& row) {
    uint64_t visits = 0;
    double total = 0.0;
    for (uint32_t c = row.first_child; c < row.first_child + row.num_children; ++c) {
      visits += tree.rows[c].visits;
      total += tree.rows[c].visits * tree.rows[c].value;
    }
    return visits ? total / static_cast<double>(visits) : 0.0;
  }

  double c_;
  bool fpu_set_;
  double fpu_;
};

}  // namespace ply
