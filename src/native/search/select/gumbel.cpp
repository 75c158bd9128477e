#include "search/select/gumbel.hpp"

#include "search/columns/gumbel.hpp"
#include "search/columns/prior.hpp"
#include "search/pool/network_rule.hpp"

namespace ply {
namespace {

class GumbelRule final : public SelectRule {
 public:
  explicit GumbelRule(const PartSpec& spec) : formula_(spec) {}

  const PriorSpec* priors() const override { return &priors_; }

  uint32_t choose(const Tree& tree, const Path& path, uint32_t first, int, Rng&) const override {
    const auto open = [&](int i) { return is_open(tree, first + i); };
    return first + formula_.choose(view(tree), path.back(), open);
  }

  void plan(Tree& tree, uint32_t simulations) const override { tree.get<Gumbel>().noise[kRoot] = simulations; }

  void start_root(Tree& tree, Rng rng) const override {
    const Row& root = tree.rows[kRoot];
    formula_.start_root(&tree.get<Prior>().prior[root.first_child], &tree.get<Gumbel>().noise[root.first_child],
                        root.num_children, rng);
  }

 private:
  static NetworkView view(const Tree& tree) {
    const Gumbel& columns = tree.get<Gumbel>();
    return {&tree.rows[kRoot], &tree.get<Prior>().prior[kRoot], &columns.judged[kRoot], &columns.noise[kRoot],
            static_cast<uint32_t>(columns.noise[kRoot])};
  }

  GumbelFormula formula_;
  PriorSpec priors_;  // uniform, for searches without a network
};

const NetworkTwin<GumbelRule, GumbelFormula> gumbel{"gumbel"};

}  // namespace
}  // namespace ply
