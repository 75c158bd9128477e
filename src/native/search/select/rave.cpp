// Twin of src/plyground/search/select/rave.py.
#include "search/columns/amaf.hpp"
#include "search/part.hpp"

namespace ply {
namespace {

class Rave : public ScoredRule<Rave> {
 public:
  explicit Rave(const PartSpec& spec) : Rave(spec, -1.0) {}
  // ref < 0: RAVE, the row's own statistics; else GRAVE.
  Rave(const PartSpec& spec, double ref) : c_(spec.number("c")), k_(spec.number("k")), ref_(ref) {
    for (uint32_t n = 0; n < kBetas; ++n) betas_[n] = weight(n);
  }

  auto scorer(const Tree& tree, const Path& path, uint32_t first) const {
    const RootTables* tables = &root_tables();
    const Row& row = tree.rows[path.back()];
    const int player = row.player;
    const double factor = c_ * tables->root_log(row.visits);
    const Amaf& amaf = tree.get<Amaf>();
    const AmafEntry* entries = amaf.of(reference(tree, path));
    const uint32_t actions = entries ? amaf.actions() : 0;
    if (entries) entries += player * actions;
    return [=, this, children = &tree.rows[first]](int i) {
      const Row& child = children[i];
      double value = child.value;
      if (child.action < actions && entries[child.action].visits) {
        const double beta = child.visits < kBetas ? betas_[child.visits] : weight(child.visits);
        value = (1.0 - beta) * value + beta * entries[child.action].value;
      }
      return value + factor * tables->inverse_root(child.visits);
    };
  }

 private:
  static constexpr uint32_t kBetas = 1024;

  // β of a child with n visits; tabulated for small n.
  double weight(uint32_t n) const { return std::sqrt(k_ / (3.0 * n + k_)); }

  uint32_t reference(const Tree& tree, const Path& path) const {
    if (ref_ < 0) return path.back();
    for (size_t i = path.size(); i-- > 0;) {
      if (tree.rows[path[i]].visits >= ref_) return path[i];
    }
    return path.front();
  }

  double c_, k_, ref_;
  std::array<double, kBetas> betas_;
};

struct Grave final : Rave {
  explicit Grave(const PartSpec& spec) : Rave(spec, spec.number("ref")) {}
};

const SelectTwin<Rave> rave{"rave"};
const SelectTwin<Grave> grave{"grave"};

}  // namespace
}  // namespace ply
