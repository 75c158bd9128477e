// Twin of src/plyground/search/select/ucb1_tuned.py.
#pragma once

#include "search/part.hpp"

namespace ply {

class Ucb1Tuned final : public ScoredRule<Ucb1Tuned> {
 public:
  explicit Ucb1Tuned(const PartSpec& spec) : c_(spec.number("c")) {}

  unsigned needs() const override { return kNeedSquares; }

  auto scorer(const Tree& tree, const Path& path, uint32_t first) const {
    const double log = log_visits(tree.rows[path.back()].visits);
    return [=, this, &tree](int i) {
      const Row& child = tree.rows[first + i];
      const double n = child.visits;
      const double variance = std::max(0.0, (tree.squares[first + i] - child.value * child.value) / 4.0);
      const double bound = std::min(0.25, variance + std::sqrt(2.0 * log / n));
      return (child.value + 1.0) / 2.0 + c_ * std::sqrt(log / n * bound);
    };
  }

 private:
  double c_;
};

}  // namespace ply
