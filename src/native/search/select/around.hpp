// Twin of src/plyground/search/select/around.py.
#pragma once

#include "search/part.hpp"

namespace ply {

// Follows the inner rule except for some choices.
class Around : public SelectRule {
 public:
  explicit Around(const PartSpec& spec) : inner_(select_twins().make(spec.part("inner"))) {}

  bool stops(const Tree& tree, const Path& path) const override { return inner_->stops(tree, path); }
  void prepare(Tree& tree) const override { inner_->prepare(tree); }
  const PriorSpec* priors() const override { return inner_->priors(); }

 protected:
  std::unique_ptr<SelectRule> inner_;
};

}  // namespace ply
