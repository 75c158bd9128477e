// The selection rules of a pool: formulas that read a network's answers, on the trees of a pool.
#pragma once

#include <memory>

#include "search/part.hpp"
#include "search/pool/network_tree.hpp"

namespace ply {

class NetworkRule {
 public:
  virtual ~NetworkRule() = default;

  // The child to walk to from a row that has children.
  virtual uint32_t choose(const PoolView& view, uint32_t at, Rng& rng) const = 0;
  // Called when the root has its children and their priors: draws the noise that the rule adds there.
  virtual void start_root(NetworkTree& tree, Rng rng) const = 0;
  // The child of the root to play; kRoot if the rule leaves the decision to the pool.
  virtual uint32_t decide(const PoolView&) const { return kRoot; }
  // The training target of the policy: one probability for every child of the root.
  virtual void target(const PoolView& view, double* policy) const = 0;
  // Whether the rule reads `judged` and `noise`.
  virtual bool reads_judged() const = 0;
};

extern template class PartTwins<NetworkRule>;
PartTwins<NetworkRule>& network_twins();

// A formula has `start_root`, `target`, kReadsJudged, and either `scorer`, by which the best child is chosen, or
// `choose`; it may have `decide`.
template <class Formula>
class NetworkRuleBy final : public NetworkRule {
 public:
  explicit NetworkRuleBy(const PartSpec& spec) : formula_(spec) {}

  uint32_t choose(const PoolView& view, uint32_t at, Rng& rng) const override {
    const Row& row = view.rows[at];
    if constexpr (requires { formula_.scorer(view, at, row.first_child); }) {
      return row.first_child + best_child(row.num_children, false, rng, formula_.scorer(view, at, row.first_child));
    } else {
      return row.first_child + formula_.choose(view, at, [](int) { return true; });
    }
  }

  void start_root(NetworkTree& tree, Rng rng) const override {
    const Row& root = tree.rows[kRoot];
    std::vector<double> priors(root.num_children);
    for (int i = 0; i < root.num_children; ++i) priors[i] = tree.rows[root.first_child + i].prior;
    double* noise = nullptr;
    if constexpr (Formula::kReadsJudged) {
      tree.noise.clear();
      tree.noise.resize(root.first_child + root.num_children, 0.0);
      noise = &tree.noise[root.first_child];
    }
    formula_.start_root(priors.data(), noise, root.num_children, rng);
    for (int i = 0; i < root.num_children; ++i) tree.rows[root.first_child + i].prior = priors[i];
  }

  uint32_t decide(const PoolView& view) const override {
    if constexpr (requires { formula_.decide(view); }) return view.rows[kRoot].first_child + formula_.decide(view);
    return kRoot;
  }

  void target(const PoolView& view, double* policy) const override { formula_.target(view, policy); }
  bool reads_judged() const override { return Formula::kReadsJudged; }

 private:
  Formula formula_;
};

// `static const NetworkTwin<Puct, PuctFormula> puct{"puct"};` registers a rule for searches, and its formula for pools.
template <class Rule, class Formula>
struct NetworkTwin : SelectTwin<Rule> {
  explicit NetworkTwin(const char* name) : SelectTwin<Rule>(name) {
    network_twins().add(name, [](const PartSpec& spec) -> std::unique_ptr<NetworkRule> {
      return std::make_unique<NetworkRuleBy<Formula>>(spec);
    });
  }
};

}  // namespace ply
