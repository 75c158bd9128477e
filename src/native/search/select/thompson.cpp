// Twin of src/plyground/search/select/thompson.py.
#include <numbers>

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
    const double x = gamma(a, rng);
    return x / (x + gamma(b, rng));
  }

  static double gamma(double shape, Rng& rng) {
    const double d = shape - 1.0 / 3.0;
    const double c = 1.0 / std::sqrt(9.0 * d);
    for (;;) {
      const double x = normal(rng);
      double v = 1.0 + c * x;
      if (v <= 0.0) continue;
      v = v * v * v;
      if (std::log(1.0 - rng.uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
    }
  }

  static double normal(Rng& rng) {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - rng.uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * rng.uniform());
  }
};

const SelectTwin<Thompson> thompson{"thompson"};

}  // namespace
}  // namespace ply
