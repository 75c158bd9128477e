// Twin of src/plyground/search/select/bayes_uct.py.
#pragma once

#include "search/part.hpp"

namespace ply {

template <bool Deviation>  // false: Bayes-UCT1, true: Bayes-UCT2
class BayesUct final : public ScoredRule<BayesUct<Deviation>> {
 public:
  explicit BayesUct(const PartSpec& spec) : c_(spec.number("c")) {}

  unsigned needs() const override { return kNeedPosterior; }

  template <bool InTable>
  auto visited_scorer(const Tree& tree, uint32_t at) const {
    const RootTables* tables = &root_tables();
    const double factor = c_ * tables->root_two_log(tree.rows[at].visits);
    return [=, &tree, first = tree.rows[at].first_child](int i) {
      const Row& child = tree.rows[first + i];
      const double width =
          Deviation ? tree.deviation[first + i] / 2.0 : tables->template inverse_root<InTable>(child.visits);
      return (child.value + 1.0) / 2.0 + factor * width;
    };
  }

  auto scorer(const Tree& tree, const Path& path, uint32_t) const { return visited_scorer<false>(tree, path.back()); }

 private:
  double c_;
};

}  // namespace ply
