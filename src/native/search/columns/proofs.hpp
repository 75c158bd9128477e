// Twin of src/plyground/search/columns/proofs.py.
#pragma once

#include "rng.hpp"
#include "search/tree.hpp"

namespace ply {

// What a solver knows of a row.
struct Proof {
  bool proven;  // its value
  bool sure;    // until then: the value of a child
  bool cut;     // that it can be no better than a proven sibling

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
  // Of a row that is proven; of its best proven child where something is sure. Filled by the solver, before it is read.
  Column<Values> values{nullptr, Values{}, Fill::kNever};
};

// Of trees with proofs or without: is the value of a row proven?
inline bool is_proven(const Tree& tree, uint32_t row) {
  const Proofs* proofs = tree.find<Proofs>();
  return proofs && proofs->proof[row].proven;
}

// Can a visit still teach something about this row?
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

// The visited children that may be played here; where something is proven, its best, and those not proven that look
// as good at least.
std::vector<uint32_t> contenders(const Tree& tree, uint32_t at);

}  // namespace ply
