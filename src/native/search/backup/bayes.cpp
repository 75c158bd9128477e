#include "search/backup/bayes.hpp"

#include <algorithm>

#include "search/part.hpp"

namespace ply {
namespace {

bool any_visited(const Tree& tree, const Row& row) {
  const Row* first = &tree.rows[row.first_child];
  return std::any_of(first, first + row.num_children, [](const Row& child) { return child.visits != 0; });
}

// The belief of a chance row: the mean of its outcomes, weighted by visits.
Gaussian mean_of(const Tree& tree, const Posterior& posterior, const Row& row) {
  double total = 0.0, mean = 0.0, spread = 0.0;
  for (uint32_t c = row.first_child; c < row.first_child + row.num_children; ++c) {
    const double n = tree.rows[c].visits;
    total += n;
    mean += n * tree.rows[c].value;
    if (n > 0.0) spread += n * n * posterior.variance[c];
  }
  return {mean / total, spread / (total * total)};
}

Gaussian beta_belief(double total, uint32_t n) {
  const double a = 1.0 + (total + n) / 2.0;
  const double b = 2.0 + n - a;
  return {2.0 * a / (a + b) - 1.0, 4.0 * a * b / ((a + b) * (a + b) * (a + b + 1.0))};
}

class Bayes final : public BackupRule {
 public:
  explicit Bayes(const PartSpec& spec) : beliefs_(spec) {}

  void update(Tree& tree, const Path& path, const Values& values) const override {
    beliefs_.update(tree, path, values);
  }

 private:
  BayesBeliefs beliefs_;
};

const BackupTwin<Bayes> bayes{"bayes"};

}  // namespace

BayesBeliefs::BayesBeliefs(const PartSpec& spec) : table_(spec.flag("table") ? clark_table() : nullptr) {}

void BayesBeliefs::update(Tree& tree, const Path& path, Values values) const {
  Posterior& posterior = tree.get<Posterior>();
  for (uint32_t row : path) ++tree.rows[row].visits;
  Own& own = posterior.own[path.back()];
  own.sum += values[tree.rows[path.back()].seat];
  ++own.visits;
  uint32_t visited = kRoot;  // the child on the path; kRoot at the leaf, which has none
  bool moved = true;         // whether the belief of that child changed
  for (size_t i = path.size(); i-- > 0; visited = path[i]) {
    Row& row = tree.rows[path[i]];
    if (!moved && posterior.own[path[i]].rivals_of == visited && row.player != kChance) continue;
    const Gaussian g = belief(tree, posterior, path[i], visited);
    moved = g.mean != row.value || g.variance != posterior.variance[path[i]];
    row.value = g.mean;
    posterior.set_variance(path[i], g.variance);
  }
}

Gaussian BayesBeliefs::belief(const Tree& tree, Posterior& posterior, uint32_t at, uint32_t visited) const {
  const Row& row = tree.rows[at];
  Own& own = posterior.own[at];
  if (row.player == kTerminal) return {own.sum / own.visits, 0.0};
  if (visited == kRoot && !any_visited(tree, row)) return beta_belief(own.sum, own.visits);
  if (row.player == kChance) return mean_of(tree, posterior, row);
  if (own.rivals_of != visited || visited == kRoot) {
    own.rivals = maximum_but(tree, posterior, row, visited);
    own.rivals_of = visited;
  }
  Gaussian best = own.rivals;
  if (visited != kRoot) {
    const Gaussian last{tree.rows[visited].value, posterior.variance[visited]};
    best = row.num_children > 1 ? maximum(best, last, table_) : last;
  }
  const bool same = tree.rows[row.first_child].seat == row.seat;
  return {(same ? 1.0 : -1.0) * std::min(std::max(best.mean, -1.0), 1.0), best.variance};
}

// The maximum over all children of a row except one.
Gaussian BayesBeliefs::maximum_but(const Tree& tree, const Posterior& posterior, const Row& row,
                                   uint32_t visited) const {
  Gaussian fixed[64];
  std::vector<Gaussian> longer;
  Gaussian* beliefs = fixed;
  if (row.num_children > 64) {
    longer.resize(row.num_children);
    beliefs = longer.data();
  }
  int n = 0;
  for (uint32_t c = row.first_child; c < row.first_child + row.num_children; ++c) {
    if (c == visited) continue;
    beliefs[n++] = {tree.rows[c].value, posterior.variance.at(c, tree.rows[c].visits != 0)};
  }
  // Reduce neighbours pair by pair: the pairs are independent, so that the processor overlaps them.
  for (; n > 1; n = (n + 1) / 2) {
    for (int i = 0; i < n / 2; ++i) beliefs[i] = maximum(beliefs[2 * i], beliefs[2 * i + 1], table_);
    if (n % 2) beliefs[n / 2] = beliefs[n - 1];
  }
  return n ? beliefs[0] : Gaussian{};  // no other children
}

}  // namespace ply
