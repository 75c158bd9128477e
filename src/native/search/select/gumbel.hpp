// Twin of src/plyground/search/select/gumbel.py: the formulas.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "search/draws.hpp"
#include "search/network_view.hpp"
#include "search/part_spec.hpp"

namespace ply {

class GumbelFormula {
 public:
  static constexpr bool kReadsJudged = true;

  explicit GumbelFormula(const PartSpec& spec)
      : considered_(spec.whole<int>("considered")),
        c_visit_(spec.number("c_visit")),
        c_scale_(spec.number("c_scale")),
        noise_(spec.number("noise")) {}

  // The number of the open child to visit.
  template <class View, class Open>
  int choose(const View& view, uint32_t at, Open open) const {
    return at == kRoot ? choose_at_root(view, open) : choose_inside(view, at, open);
  }

  // The number of the open child to visit, for a row below the root.
  template <class View, class Open>
  int choose_inside(const View& view, uint32_t at, Open open) const {
    const Row& row = view.row(at);
    Scratch policy(row.num_children);
    improve(view, at, policy.data());
    double visits = 0.0;
    for (int i = 0; i < row.num_children; ++i) visits += view.row(row.first_child + i).begun();
    int best = 0;
    double top = -HUGE_VAL;
    for (int i = 0; i < row.num_children; ++i) {
      if (!open(i)) continue;
      const double score = policy[i] - view.row(row.first_child + i).begun() / (1.0 + visits);
      if (score > top) {
        top = score;
        best = i;
      }
    }
    return best;
  }

  // The number of the root's child that the next simulation visits.
  template <class View, class Open>
  int choose_at_root(const View& view, Open open) const {
    const Row& root = view.row(kRoot);
    uint32_t done = 0;
    for (int i = 0; i < root.num_children; ++i) done += view.row(root.first_child + i).begun();
    const int considered = std::min<int>(considered_, root.num_children);
    return best_considered(view, considered_visits(considered, view.planned, done), open);
  }

  // The number of the root's child to play.
  template <class View>
  int decide(const View& view) const {
    const Row& root = view.row(kRoot);
    uint32_t most = 0;
    for (int i = 0; i < root.num_children; ++i) most = std::max(most, view.row(root.first_child + i).visits);
    return best_considered(view, most, [](int) { return true; });
  }

  // The policy that a network should learn.
  template <class View>
  void target(const View& view, double* policy) const {
    improve(view, kRoot, policy);
  }

  // The improved policy: the softmax of logits + sigma(completed Q).
  template <class View>
  void improve(const View& view, uint32_t at, double* policy) const {
    const Row& row = view.row(at);
    const int count = row.num_children;
    complete(view, at, policy);
    const double top = *std::max_element(policy, policy + count);
    double total = 0.0, last = top, factor = 1.0;
    for (int i = 0; i < count; ++i) {
      if (policy[i] != last) {  // most children are not visited, and have the same completed Q
        last = policy[i];
        factor = std::exp(last - top);
      }
      policy[i] = view.prior(row.first_child + i) * factor;
      total += policy[i];
    }
    for (int i = 0; i < count; ++i) policy[i] /= total;
  }

  // The noise of each of the root's children: a Gumbel draw plus the logarithm of the prior.
  void start_root(double* priors, double* noise, int count, Rng rng) const {
    for (int i = 0; i < count; ++i) noise[i] = noise_ * draw_gumbel(rng) + std::max(kLowest, std::log(priors[i]));
  }

 private:
  // An array of numbers, without an allocation if it is short.
  class Scratch {
   public:
    explicit Scratch(int count) {
      if (count > kFew) many_.resize(count);
    }
    double* data() { return many_.empty() ? few_ : many_.data(); }
    double& operator[](int i) { return data()[i]; }

   private:
    static constexpr int kFew = 64;
    double few_[kFew];
    std::vector<double> many_;
  };

  // Sequential halving without memory: the number of visits that a child must have for simulation `done` to visit it.
  static uint32_t considered_visits(int considered, uint32_t planned, uint32_t done) {
    if (considered <= 1) return done;
    const uint32_t rounds = std::bit_width(static_cast<unsigned>(considered - 1));
    for (uint32_t visits = 0, left = considered;; left = std::max(2u, left / 2)) {
      const uint32_t extra = std::max(1u, planned / (rounds * left));
      if (done < extra * left) return visits + done / left;
      done -= extra * left;
      visits += extra;
    }
  }

  // The best open child with this many visits. If none has this many, as may happen in a tree kept from an earlier
  // root, the best of all open children.
  template <class View, class Open>
  int best_considered(const View& view, uint32_t visits, Open open) const {
    const Row& root = view.row(kRoot);
    Scratch scores(root.num_children);
    complete(view, kRoot, scores.data());
    int best = -1, best_of_all = -1;
    for (int i = 0; i < root.num_children; ++i) {
      if (!open(i)) continue;
      scores[i] += view.noise[root.first_child + i];
      if (best_of_all < 0 || scores[i] > scores[best_of_all]) best_of_all = i;
      if (view.row(root.first_child + i).begun() != visits) continue;
      if (best < 0 || scores[i] > scores[best]) best = i;
    }
    return best >= 0 ? best : best_of_all;
  }

  // sigma(completed Q) of a row's children.
  template <class View>
  void complete(const View& view, uint32_t at, double* q) const {
    const Row& row = view.row(at);
    const uint32_t first = row.first_child;
    const int count = row.num_children;
    double visits = 0.0, probability = 0.0, weighted = 0.0;
    uint32_t most = 0;
    for (int i = 0; i < count; ++i) {
      const Row& child = view.row(first + i);
      if (child.visits == 0) continue;
      const double p = std::max(view.prior(first + i), kTiny);
      visits += child.visits;
      most = std::max(most, child.visits);
      probability += p;
      weighted += p * child.value;
    }
    const double mixed =
        visits == 0.0 ? view.judged[at] : (view.judged[at] + visits * (weighted / probability)) / (visits + 1.0);
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < count; ++i) {
      const Row& child = view.row(first + i);
      q[i] = child.visits ? child.value : mixed;
      low = std::min(low, q[i]);
      high = std::max(high, q[i]);
    }
    const double scale = (c_visit_ + most) * c_scale_, span = std::max(high - low, kSmallestSpan);
    for (int i = 0; i < count; ++i) q[i] = scale * ((q[i] - low) / span);
  }

  static constexpr double kTiny = 0x1.0p-1022, kSmallestSpan = 1e-8;
  static constexpr double kLowest = -1e9;  // the logit of a move that the network rules out

  int considered_;
  double c_visit_, c_scale_, noise_;
};

}  // namespace ply
