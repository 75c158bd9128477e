// Twin of src/plyground/search/select/ucb1.py: the formula, which the fused engine uses, too.
#pragma once

#include "search/backup/mean.hpp"
#include "search/fusable.hpp"
#include "search/root_tables.hpp"

namespace ply {

class Ucb1Formula {
 public:
  explicit Ucb1Formula(const PartSpec& spec) : c_(spec.number("c")), plus_one_(spec.flag("plus_one")) {}

  static bool fits(const PartSpec& spec) { return !spec.optional("fpu"); }

  void attach(const Tree&) {}

  // A function from a visited child's number to its score. `InTable`: the row, and so the child, has fewer visits than
  // the tables have entries.
  template <bool InTable>
  auto visited_scorer(const Tree& tree, uint32_t at) const {
    const RootTables* tables = tables_;
    const double factor = c_ * tables->root_log(tree.rows[at].visits + plus_one_);
    return [=, children = &tree.rows[tree.rows[at].first_child]](int i) {
      return children[i].value + factor * tables->inverse_root<InTable>(children[i].visits);
    };
  }

 private:
  double c_;
  bool plus_one_;
  const RootTables* tables_ = &root_tables();
};

inline constexpr FusedTwin<Ucb1Formula, PlainMean> fused_ucb1{"ucb1"};

}  // namespace ply
