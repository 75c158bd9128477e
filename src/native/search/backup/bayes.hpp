// Twin of src/plyground/search/backup/bayes.py.
#pragma once

#include "search/gaussian.hpp"
#include "search/part.hpp"

namespace ply {

class Bayes final : public BackupRule {
 public:
  explicit Bayes(const PartSpec& spec) : table_(spec.number("table") != 0.0 ? shape_table() : nullptr) {}

  unsigned needs() const override { return kNeedPosterior; }

  void update(Tree& tree, const Path& path, const Values& values) const override {
    for (uint32_t row : path) ++tree.rows[row].visits;
    const uint32_t leaf = path.back();
    tree.own[leaf].sum += values[tree.rows[leaf].seat];
    ++tree.own[leaf].visits;
    // Where a belief has not moved those above it stay, but for chance, which weighs by visits.
    bool moved = true;
    for (size_t i = path.size(); i-- > 0;) {
      Row& row = tree.rows[path[i]];
      if (!moved && row.player != kChance) continue;
      const Gaussian g = belief(tree, path[i]);
      double& variance = tree.variance[path[i]];
      moved = g.mean != row.value || g.variance != variance;
      row.value = g.mean;
      variance = g.variance;
    }
  }

 private:
  Gaussian belief(const Tree& tree, uint32_t at) const {
    const Row& row = tree.rows[at];
    const Own& own = tree.own[at];
    if (row.player == kTerminal) return {own.sum / own.visits, 0.0};
    if (row.player == kChance && own.visits < row.visits) return mean_of(tree, row);
    Gaussian fixed[64];
    std::vector<Gaussian> longer;
    Gaussian* beliefs = fixed;
    if (row.num_children > 64) {
      longer.resize(row.num_children);
      beliefs = longer.data();
    }
    int n = 0;
    bool visited = false;
    for (uint32_t c = row.first_child; c < row.first_child + row.num_children; ++c) {
      const bool known = tree.rows[c].visits != 0;
      visited = visited || known;
      beliefs[n++] = {tree.rows[c].value, known ? tree.variance[c] : Tree::kPriorVariance};
    }
    if (!visited) return beta_belief(own.sum, own.visits);
    // Pairs of neighbours, then pairs of those: independent of each other, so that the processor overlaps them.
    for (; n > 1; n = (n + 1) / 2) {
      for (int i = 0; i < n / 2; ++i) beliefs[i] = maximum(beliefs[2 * i], beliefs[2 * i + 1], table_);
      if (n % 2) beliefs[n / 2] = beliefs[n - 1];
    }
    const bool same = tree.rows[row.first_child].seat == row.seat;
    return {(same ? 1.0 : -1.0) * std::min(std::max(beliefs[0].mean, -1.0), 1.0), beliefs[0].variance};
  }

  // Of a chance row: its outcomes weighted by their visits.
  static Gaussian mean_of(const Tree& tree, const Row& row) {
    double total = 0.0, mean = 0.0, spread = 0.0;
    for (uint32_t c = row.first_child; c < row.first_child + row.num_children; ++c) {
      const double n = tree.rows[c].visits;
      total += n;
      mean += n * tree.rows[c].value;
      if (n > 0.0) spread += n * n * tree.variance[c];
    }
    return {mean / total, spread / (total * total)};
  }

  static Gaussian beta_belief(double total, uint32_t n) {
    const double a = 1.0 + (total + n) / 2.0;
    const double b = 2.0 + n - a;
    return {2.0 * a / (a + b) - 1.0, 4.0 * a * b / ((a + b) * (a + b) * (a + b + 1.0))};
  }

  const ShapeFunctions* table_;
};

}  // namespace ply
