#include "search/pool/network_rule.hpp"

#include "search/best_child.hpp"
#include "search/select/gumbel.hpp"
#include "search/select/puct.hpp"

namespace ply {
namespace {

std::vector<double> root_priors(const NetworkTree& tree) {
  const Row& root = tree.rows[kRoot];
  std::vector<double> priors(root.num_children);
  for (int i = 0; i < root.num_children; ++i) priors[i] = tree.rows[root.first_child + i].prior;
  return priors;
}

class PoolPuct final : public NetworkRule {
 public:
  explicit PoolPuct(const PartSpec& spec) : formula_(spec) {}

  uint32_t choose(const PoolView& view, uint32_t at, Rng& rng) const override {
    const Row& row = view.rows[at];
    const auto score = formula_.scorer(view, at, row.first_child);
    return row.first_child + best_child(row.num_children, false, rng, score);
  }

  void start_root(NetworkTree& tree, Rng rng) const override {
    std::vector<double> priors = root_priors(tree);
    formula_.start_root(priors.data(), static_cast<int>(priors.size()), rng);
    const uint32_t first = tree.rows[kRoot].first_child;
    for (size_t i = 0; i < priors.size(); ++i) tree.rows[first + i].prior = priors[i];
  }

  void target(const PoolView& view, double* policy) const override {
    const Row& root = view.rows[kRoot];
    double total = 0.0;
    for (int i = 0; i < root.num_children; ++i) total += policy[i] = view.rows[root.first_child + i].visits;
    for (int i = 0; i < root.num_children; ++i) policy[i] /= total;
  }

 private:
  PuctFormula formula_;
};

class PoolGumbel final : public NetworkRule {
 public:
  explicit PoolGumbel(const PartSpec& spec) : formula_(spec) {}

  uint32_t choose(const PoolView& view, uint32_t at, Rng&) const override {
    const auto open = [](int) { return true; };
    const int number = at == kRoot ? formula_.choose_at_root(view, open) : formula_.choose_inside(view, at, open);
    return view.rows[at].first_child + number;
  }

  void start_root(NetworkTree& tree, Rng rng) const override {
    const Row& root = tree.rows[kRoot];
    tree.noise.clear();
    tree.noise.resize(root.first_child + root.num_children, 0.0);
    formula_.start_root(root_priors(tree).data(), root.num_children, &tree.noise[root.first_child], rng);
  }

  uint32_t decide(const PoolView& view) const override { return view.rows[kRoot].first_child + formula_.decide(view); }

  void target(const PoolView& view, double* policy) const override { formula_.improve(view, kRoot, policy); }
  bool reads_judged() const override { return true; }

 private:
  GumbelFormula formula_;
};

}  // namespace

std::unique_ptr<NetworkRule> make_network_rule(const PartSpec& spec) {
  if (spec.name == "puct") return std::make_unique<PoolPuct>(spec);
  if (spec.name == "gumbel") return std::make_unique<PoolGumbel>(spec);
  throw std::invalid_argument("a pool of searches takes select=puct or gumbel, not " + spec.name);
}

}  // namespace ply
