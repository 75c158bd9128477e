// Twin of src/plyground/search/backup/bayes.py. The fused engine uses it, too.
#pragma once

#include "search/columns/posterior.hpp"
#include "search/part_spec.hpp"

namespace ply {

class BayesBeliefs {
 public:
  using Kept = Posterior;
  static constexpr const char* kName = "bayes";
  static constexpr bool kMeans = false;

  explicit BayesBeliefs(const PartSpec& spec);

  // Takes a copy of the values: their address would keep the caller's walk out of registers.
  void update(Tree& tree, const Path& path, Values values) const;

 private:
  Gaussian belief(const Tree& tree, Posterior& posterior, uint32_t at, uint32_t visited) const;
  Gaussian maximum_but(const Tree& tree, const Posterior& posterior, const Row& row, uint32_t visited) const;

  const ClarkLine* table_;
};

}  // namespace ply
