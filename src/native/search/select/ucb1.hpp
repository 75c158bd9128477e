// Twin of src/plyground/search/select/ucb1.py.
#pragma once

#include "search/part.hpp"

namespace ply {

class Ucb1 final : public ScoredRule {
 public:
  explicit Ucb1(const PartSpec& spec)
      : c_(spec.number("c")),
        plus_one_(spec.number("plus_one") != 0.0),
        fpu_set_(spec.has("fpu")),
        fpu_(fpu_set_ ? spec.number("fpu") : 0.0) {}

  bool scores_unvisited() const override { return fpu_set_; }

  void scores(const Tree& tree, const Path& path, uint32_t first, int count, double* out) const override {
    const RootTables& tables = root_tables();
    const double factor = c_ * tables.root_log(tree.rows[path.back()].visits + plus_one_);
    for (int i = 0; i < count; ++i) {
      const Row& child = tree.rows[first + i];
      out[i] = child.visits ? child.value + factor * tables.inverse_root(child.visits) : fpu_;
    }
  }

 private:
  double c_;
  bool plus_one_;
  bool fpu_set_;
  double fpu_;
};

}  // namespace ply
