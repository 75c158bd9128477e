// Twin of src/plyground/search/columns/proofs.py.
#pragma once

#include "rng.hpp"
#include "search/tree.hpp"

namespace ply {

// The facts that the solver has proven about a row.
struct Proof {
  bool proven;  // its exact values are known
  bool sure;    // until then: the values of its best proven child are known
  bool cut;     // it is no better than a proven sibling

  bool open() const { return !proven && !cut; }
};

class Proofs final : public Statistic {
 public:
  Proofs() {
    declare(proof);
    declare(values);
  }
  static const StatisticTwin<Proofs> twin;

  void write(const Tree& tree, ColumnWriter& writer) const override;
  void read(Tree& tree, const ColumnReader& reader) override;

  Column<Proof> proof{nullptr, Proof{}};
  // The values of a proven row, or of the best proven child (`sure`). Written by the solver before they are read.
  Column<Values> values{nullptr, Values{}, Fill::kNever};
};

// Whether the value of a row is proven; works for trees without proofs, too.
inline bool is_proven(const Tree& tree, uint32_t row) {
  const Proofs* proofs = tree.find<Proofs>();
  return proofs && proofs->proof[row].proven;
}

// Whether the row is neither proven nor cut.
inline bool is_open(const Tree& tree, uint32_t row) {
  const Proofs* proofs = tree.find<Proofs>();
  return !proofs || proofs->proof[row].open();
}

inline int count_open(const Tree& tree, uint32_t first, int count) {
  const Proofs* proofs = tree.find<Proofs>();
  if (!proofs) return count;
  int open = 0;
  for (uint32_t row = first; row < first + count; ++row) open += proofs->proof[row].open();
  return open;
}

inline uint32_t random_open(const Tree& tree, uint32_t first, int count, Rng& rng) {
  int skip = rng.below(count_open(tree, first, count));
  for (uint32_t row = first;; ++row) {
    if (is_open(tree, row) && skip-- == 0) return row;
  }
}

// The visited children that may be best. Once some are proven: the best of those, and the unproven ones whose value is
// at least as high.
std::vector<uint32_t> contenders(const Tree& tree, uint32_t at);

}  // namespace ply
