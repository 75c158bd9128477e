// Twin of src/plyground/search/select/around.py.
#pragma once

#include "search/part.hpp"

namespace ply {

// Follows the inner rule except for some choices.
class Around : public SelectRule {
 public:
  explicit Around(const PartSpec& spec) : inner_(select_twins().make(spec.part("inner"))) {}

  bool may_stop() const override { return inner_->may_stop(); }
  bool stops(const Tree& tree, const Path& path) const override { return inner_->stops(tree, path); }
  void prepare(Tree& tree) const override { inner_->prepare(tree); }
  const PriorSpec* priors() const override { return inner_->priors(); }
  void plan(Tree& tree, uint32_t simulations) const override { inner_->plan(tree, simulations); }
  void start_root(Tree& tree, Rng rng) const override { inner_->start_root(tree, rng); }

 protected:
  std::unique_ptr<SelectRule> inner_;
};

}  // namespace ply
