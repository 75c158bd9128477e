// Twin of src/plyground/search/backup/bayes.py.
#pragma once

#include "search/gaussian.hpp"
#include "search/part.hpp"

namespace ply {

class Bayes final : public BackupRule {
 public:
  explicit Bayes(const PartSpec& spec) : table_(spec.number("table") != 0.0) {}

  unsigned needs() const override { return kNeedPosterior; }

  void update(Tree& tree, const Path& path, const Values& values) const override {
    for (uint32_t row : path) ++tree.rows[row].visits;
    const uint32_t leaf = path.back();
    tree.posterior[leaf].own_sum += values[tree.rows[leaf].seat];
    ++tree.posterior[leaf].own_visits;
    for (size_t i = path.size(); i-- > 0;) {
      const Gaussian g = belief(tree, path[i]);
      tree.rows[path[i]].value = g.mean;
      tree.posterior[path[i]].variance = g.variance;
    }
  }

 private:
  Gaussian belief(const Tree& tree, uint32_t at) const {
    const Row& row = tree.rows[at];
    const Posterior& own = tree.posterior[at];
    if (row.player == kTerminal) return {own.own_sum / own.own_visits, 0.0};
    Gaussian g{0.0, 0.0};
    int visited = 0, seat = 0;
    double total = 0.0, mean = 0.0, square = 0.0;
    for (uint32_t c = row.first_child; c < row.first_child + row.num_children; ++c) {
      const Row& child = tree.rows[c];
      if (!child.visits) continue;
      const Gaussian next{child.value, tree.posterior[c].variance};
      if (row.player == kChance) {
        const double n = child.visits;
        total += n;
        mean += n * next.mean;
        square += n * (next.variance + next.mean * next.mean);
      } else {
        g = visited ? maximum(g, next, table_) : next;
        seat = child.seat;
      }
      ++visited;
    }
    if (!visited) return beta_belief(own.own_sum, own.own_visits);
    if (row.player == kChance) {
      mean /= total;
      const double variance = square / total - mean * mean;
      return {mean, variance > 0.0 ? variance : 0.0};
    }
    return {(seat == row.seat ? 1.0 : -1.0) * g.mean, g.variance};
  }

  static Gaussian beta_belief(double total, uint32_t n) {
    const double a = 1.0 + (total + n) / 2.0;
    const double b = 2.0 + n - a;
    return {2.0 * a / (a + b) - 1.0, 4.0 * a * b / ((a + b) * (a + b) * (a + b + 1.0))};
  }

  bool table_;
};

}  // namespace ply
