// Twin of src/plyground/search/select/rave.py.
#pragma once

#include "search/part.hpp"

namespace ply {

class Rave final : public ScoredRule<Rave> {
 public:
  // ref < 0: RAVE, the row's own statistics; else GRAVE.
  Rave(const PartSpec& spec, double ref) : c_(spec.number("c")), k_(spec.number("k")), ref_(ref) {}

  unsigned needs() const override { return kNeedAmaf; }

  auto scorer(const Tree& tree, const Path& path, uint32_t first) const {
    const RootTables* tables = &root_tables();
    const Row& row = tree.rows[path.back()];
    const int player = row.player;
    const double factor = c_ * tables->root_log(row.visits);
    const uint32_t reference = this->reference(tree, path);
    return [=, this, &tree](int i) {
      const Row& child = tree.rows[first + i];
      double value = child.value;
      const auto entry = tree.amaf.find(Tree::amaf_key(reference, player, child.action));
      if (entry != tree.amaf.end()) {
        const double beta = std::sqrt(k_ / (3.0 * child.visits + k_));
        value = (1.0 - beta) * value + beta * entry->second.value;
      }
      return value + factor * tables->inverse_root(child.visits);
    };
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
