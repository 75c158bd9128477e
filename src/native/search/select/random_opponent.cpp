// Twin of src/plyground/search/select/random_opponent.py.
#include "search/select/around.hpp"

namespace ply {
namespace {

class RandomOpponent final : public Around {
 public:
  using Around::Around;

  uint32_t choose(const Tree& tree, const Path& path, uint32_t first, int count, Rng& rng) const override {
    if (tree.rows[path.back()].player != tree.rows[kRoot].player) return random_open(tree, first, count, rng);
    return inner_->choose(tree, path, first, count, rng);
  }
};

const SelectTwin<RandomOpponent> random_opponent{"random_opponent"};

}  // namespace
}  // namespace ply
