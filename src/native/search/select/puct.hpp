// Twin of src/plyground/search/select/puct.py: the formula and the noise at the root.
#pragma once

#include <cmath>
#include <optional>

#include "search/draws.hpp"
#include "search/network_view.hpp"
#include "search/part_spec.hpp"

namespace ply {

class PuctFormula {
 public:
  static constexpr bool kReadsJudged = false;

  explicit PuctFormula(const PartSpec& spec)
      : c_(spec.number("c")),
        base_(spec.optional("base")),
        fpu_(spec.optional("fpu")),
        noise_(spec.number("noise")),
        alpha_(spec.number("alpha")) {}

  // A function from the number of a child of the row to its score; the children begin at `first`.
  template <class View>
  auto scorer(const View& view, uint32_t at, uint32_t first) const {
    const Row& row = view.row(at);
    const double c = base_ ? c_ + std::log((1.0 + row.begun() + *base_) / *base_) : c_;
    const double factor = c * std::sqrt(static_cast<double>(row.begun()));
    const double urgency = fpu_ ? *fpu_ : mean_of_children(view, row);
    return [=, children = view.from(first)](int i) {
      const Row& child = children.row(i);
      return (child.visits ? child.value : urgency) + factor * children.prior(i) / (1.0 + child.begun());
    };
  }

  // Mix noise into the priors of the root's children.
  void start_root(double* priors, double* /*noise*/, int count, Rng rng) const {
    if (noise_ == 0.0 || count == 0) return;
    std::vector<double> draws(count);
    double total = 0.0;
    for (double& draw : draws) total += draw = draw_gamma(alpha_, rng);
    if (total == 0.0) return;  // draws for a tiny alpha may all round to 0
    for (int i = 0; i < count; ++i) priors[i] = (1.0 - noise_) * priors[i] + noise_ * (draws[i] / total);
  }

  // The policy that a network should learn: the shares of the visits.
  template <class View>
  void target(const View& view, double* policy) const {
    const Row& root = view.row(kRoot);
    double total = 0.0;
    for (int i = 0; i < root.num_children; ++i) total += policy[i] = view.row(root.first_child + i).visits;
    for (int i = 0; i < root.num_children; ++i) policy[i] /= total;
  }

 private:
  template <class View>
  static double mean_of_children(const View& view, const Row& row) {
    uint64_t visits = 0;
    double total = 0.0;
    for (uint32_t c = row.first_child; c < row.first_child + row.num_children; ++c) {
      const Row& child = view.row(c);
      visits += child.visits;
      total += child.visits * child.value;
    }
    return visits ? total / static_cast<double>(visits) : 0.0;
  }

  double c_;
  std::optional<double> base_, fpu_;
  double noise_, alpha_;
};

}  // namespace ply
