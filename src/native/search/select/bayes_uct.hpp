// Twin of src/plyground/search/select/bayes_uct.py: the formulas, which the fused engine uses, too.
#pragma once

#include "search/backup/bayes.hpp"
#include "search/fusable.hpp"
#include "search/root_tables.hpp"

namespace ply {

class BayesUctFormula {
 public:
  explicit BayesUctFormula(const PartSpec& spec) : c_(spec.number("c")), deviation_(spec.name == "bayes_uct2") {}

  static bool fits(const PartSpec&) { return true; }

  void attach(const Tree&) {}

  template <bool InTable>
  auto visited_scorer(const Tree& tree, uint32_t at) const {
    const RootTables* tables = tables_;
    const double factor = c_ * tables->root_two_log(tree.rows[at].visits);
    const uint32_t first = tree.rows[at].first_child;
    // Bayes-UCT1: the width of the bonus is 1/√n. Bayes-UCT2: the deviation of the belief.
    const double* deviations = deviation_ ? &tree.get<Posterior>().deviation[first] : nullptr;
    return [=, children = &tree.rows[first]](int i) {
      const double width = deviations ? deviations[i] / 2.0 : tables->inverse_root<InTable>(children[i].visits);
      return (children[i].value + 1.0) / 2.0 + factor * width;
    };
  }

 private:
  double c_;
  bool deviation_;
  const RootTables* tables_ = &root_tables();
};

inline constexpr FusedTwin<BayesUctFormula, BayesBeliefs> fused_bayes_uct1{"bayes_uct1"};
inline constexpr FusedTwin<BayesUctFormula, BayesBeliefs> fused_bayes_uct2{"bayes_uct2"};

}  // namespace ply
