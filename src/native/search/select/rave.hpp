// Twin of src/plyground/search/select/rave.py.
#pragma once

#include "search/part.hpp"

namespace ply {

class Rave final : public ScoredRule {
 public:
  // ref < 0: RAVE, the row's own statistics; else GRAVE.
  Rave(const PartSpec& spec, double ref) : c_(spec.number("c")), k_(spec.number("k")), ref_(ref) {}

  unsigned needs() const override { return kNeedAmaf; }

  void scores(const Tree& tree, const Path& path, uint32_t first, int count, double* out) const override {
    const Row& row = tree.rows[path.back()];
    const double factor = c_ * root_tables().root_log(row.visits);
    const uint32_t reference = this->reference(tree, path);
    for (int i = 0; i < count; ++i) {
      const Row& child = tree.rows[first + i];
      if (child.visits == 0) continue;
      double value = child.value;
      const auto entry = tree.amaf.find(Tree::amaf_key(reference, row.player, child.action));
      if (entry != tree.amaf.end()) {
        const double beta = std::sqrt(k_ / (3.0 * child.visits + k_));
        value = (1.0 - beta) * value + beta * entry->second.value;
      }
      out[i] = value + factor * root_tables().inverse_root(child.visits);
    }
  }

 private:
  uint32_t reference(const Tree& tree, const Path& path) const {
    if (ref_ < 0) return path.back();
    for (size_t i = path.size(); i-- > 0;) {
      if (tree.rows[path[i]].visits >= ref_) return path[i];
    }
    return path.front();
  }

  double c_, k_, ref_;
};

}  // namespace ply
