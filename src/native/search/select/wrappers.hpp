// Rules around another rule: twins of src/plyground/search/select/epsilon_greedy.py and random_opponent.py.
#pragma once

#include "search/part.hpp"

namespace ply {

class EpsilonGreedy final : public SelectRule {
 public:
  EpsilonGreedy(const PartSpec& spec, SelectPtr inner) : epsilon_(spec.number("epsilon")), inner_(std::move(inner)) {}

  unsigned needs() const override { return inner_->needs(); }
  bool stops(const Tree& tree, const Path& path) const override { return inner_->stops(tree, path); }

  uint32_t choose(const Tree& tree, const Path& path, uint32_t first, int count, Rng& rng) const override {
    if (rng.uniform() < epsilon_) return tree.random_open(first, count, rng);
    return inner_->choose(tree, path, first, count, rng);
  }

 private:
  double epsilon_;
  SelectPtr inner_;
};

class RandomOpponent final : public SelectRule {
 public:
  explicit RandomOpponent(SelectPtr inner) : inner_(std::move(inner)) {}

  unsigned needs() const override { return inner_->needs(); }
  bool stops(const Tree& tree, const Path& path) const override { return inner_->stops(tree, path); }

  uint32_t choose(const Tree& tree, const Path& path, uint32_t first, int count, Rng& rng) const override {
    if (tree.rows[path.back()].player != tree.rows[kRoot].player) {
      return tree.random_open(first, count, rng);
    }
    return inner_->choose(tree, path, first, count, rng);
  }

 private:
  SelectPtr inner_;
};

}  // namespace ply
