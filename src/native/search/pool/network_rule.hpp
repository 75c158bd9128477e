// The selection rules of a pool: the formulas of select/puct.hpp and select/gumbel.hpp on the trees of a pool.
#pragma once

#include <memory>

#include "search/part_spec.hpp"
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
  virtual bool reads_judged() const { return false; }
};

// Throws std::invalid_argument for a rule that pools cannot run.
std::unique_ptr<NetworkRule> make_network_rule(const PartSpec& spec);

}  // namespace ply
