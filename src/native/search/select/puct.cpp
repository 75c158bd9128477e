// Twin of src/plyground/search/select/puct.py; the engine fills in the priors.
#include "search/columns/prior.hpp"
#include "search/part.hpp"

namespace ply {
namespace {

class Puct final : public ScoredRule<Puct> {
 public:
  explicit Puct(const PartSpec& spec)
      : c_(spec.number("c")),
        fpu_(spec.optional("fpu")),
        priors_{spec.is("prior", "heuristic"), spec.number("temperature")} {}

  bool scores_unvisited() const { return true; }
  const PriorSpec* priors() const override { return &priors_; }

  auto scorer(const Tree& tree, const Path& path, uint32_t first) const {
    const Row& row = tree.rows[path.back()];
    const double factor = c_ * std::sqrt(static_cast<double>(row.visits));
    const double urgency = fpu_ ? *fpu_ : mean_of_children(tree, row);
    return [=, &tree, &prior = tree.get<Prior>().prior](int i) {
      const Row& child = tree.rows[first + i];
      return (child.visits ? child.value : urgency) + factor * prior[first + i] / (1.0 + child.visits);
    };
  }

 private:
  static double mean_of_children(const Tree& tree, const Row& row) {
    uint64_t visits = 0;
    double total = 0.0;
    for (uint32_t c = row.first_child; c < row.first_child + row.num_children; ++c) {
      visits += tree.rows[c].visits;
      total += tree.rows[c].visits * tree.rows[c].value;
    }
    return visits ? total / static_cast<double>(visits) : 0.0;
  }

  double c_;
  std::optional<double> fpu_;
  PriorSpec priors_;
};

const SelectTwin<Puct> puct{"puct"};

}  // namespace
}  // namespace ply
