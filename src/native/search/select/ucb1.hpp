// Twin of src/plyground/search/select/ucb1.py.
#pragma once

#include "search/part.hpp"

namespace ply {

class Ucb1 final : public ScoredRule<Ucb1> {
 public:
  explicit Ucb1(const PartSpec& spec)
      : c_(spec.number("c")),
        plus_one_(spec.number("plus_one") != 0.0),
        fpu_set_(spec.has("fpu")),
        fpu_(fpu_set_ ? spec.number("fpu") : 0.0) {}

  bool scores_unvisited() const { return fpu_set_; }

  // The score of a child that has been visited; `InTable`: where the row, and so its child, was visited less often than
  // the tables are long.
  template <bool InTable>
  auto visited_scorer(const Tree& tree, uint32_t at) const {
    const RootTables* tables = tables_;
    const double factor = c_ * tables->root_log(tree.rows[at].visits + plus_one_);
    return [=, children = &tree.rows[tree.rows[at].first_child]](int i) {
      return children[i].value + factor * tables->inverse_root<InTable>(children[i].visits);
    };
  }

  auto scorer(const Tree& tree, const Path& path, uint32_t first) const {
    const auto visited = visited_scorer<false>(tree, path.back());
    return [=, this, children = &tree.rows[first]](int i) { return children[i].visits ? visited(i) : fpu_; };
  }

 private:
  double c_;
  bool plus_one_;
  bool fpu_set_;
  double fpu_;
  const RootTables* tables_ = &root_tables();
};

}  // namespace ply
