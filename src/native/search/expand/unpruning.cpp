// Twin of src/plyground/search/expand/unpruning.py.
#include "search/columns/amaf.hpp"
#include "search/expand/progressive_widening.hpp"

namespace ply {
namespace {

class ProgressiveUnpruning final : public ProgressiveWidening {
 public:
  using ProgressiveWidening::ProgressiveWidening;

  bool picks() const override { return true; }

  uint32_t pick(const Tree& tree, const Path& path, uint32_t first, int left, Rng& rng) const override {
    const AverageOfMoves known(tree, kRoot, tree.rows[path.back()].player);
    return first + best_child(left, false, rng, [&](int i) { return known.of(tree.rows[first + i].action); });
  }
};

const ExpandTwin<ProgressiveUnpruning> progressive_unpruning{"progressive_unpruning"};

}  // namespace
}  // namespace ply
