// Draws from distributions: the twin of src/plyground/search/draws.py.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "rng.hpp"

namespace ply {

inline double draw_normal(Rng& rng) {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - rng.uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * rng.uniform());
}

inline double draw_gamma(double shape, Rng& rng) {
  if (shape < 1.0) {
    const double larger = draw_gamma(shape + 1.0, rng);
    return larger * std::pow(1.0 - rng.uniform(), 1.0 / shape);
  }
  const double d = shape - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  for (;;) {
    const double x = draw_normal(rng);
    double v = 1.0 + c * x;
    if (v <= 0.0) continue;
    v = v * v * v;
    if (std::log(1.0 - rng.uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
  }
}

inline double draw_gumbel(Rng& rng) {
  return -std::log(-std::log(std::max(rng.uniform(), 0x1.0p-54)));  // both ends excluded
}

}  // namespace ply
