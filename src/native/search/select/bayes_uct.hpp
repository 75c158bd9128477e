// Twin of src/plyground/search/select/bayes_uct.py.
#pragma once

#include "search/part.hpp"

namespace ply {

template <bool Deviation>  // false: Bayes-UCT1, true: Bayes-UCT2
class BayesUct final : public ScoredRule {
 public:
  explicit BayesUct(const PartSpec& spec) : c_(spec.number("c")) {}

  unsigned needs() const override { return kNeedPosterior; }

  void scores(const Tree& tree, const Path& path, uint32_t first, int count, double* out) const override {
    const uint32_t visits = tree.rows[path.back()].visits;
    const double factor = visits ? c_ * std::sqrt(2.0 * std::log(static_cast<double>(visits))) : 0.0;
    for (int i = 0; i < count; ++i) {
      const Row& child = tree.rows[first + i];
      const double width =
          Deviation ? std::sqrt(tree.posterior[first + i].variance) / 2.0 : root_tables().inverse_root(child.visits);
      out[i] = (child.value + 1.0) / 2.0 + factor * width;
    }
  }

 private:
  double c_;
};

}  // namespace ply
