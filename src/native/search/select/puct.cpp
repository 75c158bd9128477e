#include "search/select/puct.hpp"

#include "search/columns/prior.hpp"
#include "search/pool/network_rule.hpp"

namespace ply {
namespace {

class Puct final : public ScoredRule<Puct> {
 public:
  explicit Puct(const PartSpec& spec)
      : formula_(spec), priors_{spec.is("prior", "heuristic"), spec.number("temperature")} {}

  bool scores_unvisited() const { return true; }
  const PriorSpec* priors() const override { return &priors_; }

  void start_root(Tree& tree, Rng rng) const override {
    const Row& root = tree.rows[kRoot];
    formula_.start_root(&tree.get<Prior>().prior[root.first_child], nullptr, root.num_children, rng);
  }

  auto scorer(const Tree& tree, const Path& path, uint32_t first) const {
    const NetworkView view{&tree.rows[kRoot], &tree.get<Prior>().prior[kRoot], nullptr, nullptr, 0};
    return formula_.scorer(view, path.back(), first);
  }

 private:
  PuctFormula formula_;
  PriorSpec priors_;
};

const NetworkTwin<Puct, PuctFormula> puct{"puct"};

}  // namespace
}  // namespace ply
