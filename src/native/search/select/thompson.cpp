// Twin of src/plyground/search/select/thompson.py.
#include "search/draws.hpp"
#include "search/part.hpp"

namespace ply {
namespace {

class Thompson final : public SelectRule {
 public:
  explicit Thompson(const PartSpec&) {}

  uint32_t choose(const Tree& tree, const Path&, uint32_t first, int count, Rng& rng) const override {
    double best = -1.0;
    uint32_t chosen = first;
    for (int i = 0; i < count; ++i) {
      if (!is_open(tree, first + i)) continue;
      const Row& child = tree.rows[first + i];
      const double wins = 1.0 + child.visits * ((child.value + 1.0) / 2.0);
      const double draw = beta(wins, 2.0 + child.visits - wins, rng);
      if (draw > best) {
        best = draw;
        chosen = first + i;
      }
    }
    return chosen;
  }

 private:
  static double beta(double a, double b, Rng& rng) {
    const double x = draw_gamma(a, rng);
    return x / (x + draw_gamma(b, rng));
  }
};

const SelectTwin<Thompson> thompson{"thompson"};

}  // namespace
}  // namespace ply
