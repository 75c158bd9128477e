// The maximum of two normal variables: the twin of src/plyground/search/backup/gaussian.py.
#pragma once

#include <cmath>
#include <vector>

namespace ply {

struct Gaussian {
  double mean, variance;
};

inline constexpr double kFar = 6.0;
inline constexpr double kStep = 1.0 / 64.0;

struct ClarkFunctions {
  double big, first, second;
};

inline ClarkFunctions clark_functions(double a) {
  const double big = 0.5 * (1.0 + std::erf(a * 0.7071067811865476));
  const double small = std::exp(-0.5 * a * a) * 0.3989422804014327;
  const double first = a * big + small;
  const double second = a * a * big * (1.0 - big) + (1.0 - 2.0 * big) * a * small - small * small;
  return {big, first, second};
}

// The functions at a point of the table, and their differences to the next point.
struct ClarkLine {
  double big, big_up, first, first_up, second, second_up;
};

inline const ClarkLine* clark_table() {
  static const std::vector<ClarkLine> table = [] {
    std::vector<ClarkLine> made;
    for (int i = 0; i <= static_cast<int>(2 * kFar / kStep); ++i) {
      const ClarkFunctions low = clark_functions(-kFar + i * kStep), high = clark_functions(-kFar + (i + 1) * kStep);
      made.push_back(
          {low.big, high.big - low.big, low.first, high.first - low.first, low.second, high.second - low.second});
    }
    return made;
  }();
  return table.data();
}

// `table`: clark_table(), or nullptr to compute without a table.
inline Gaussian maximum(const Gaussian& x, const Gaussian& y, const ClarkLine* table) {
  const double gap = x.mean - y.mean, spread = x.variance + y.variance;
  if (gap * gap >= kFar * kFar * spread) return gap > 0.0 ? x : y;
  const double theta = std::sqrt(spread);
  const double a = gap / theta;
  ClarkFunctions f;
  if (table) {
    const double place = (a + kFar) / kStep;
    const int i = static_cast<int>(place);
    const double part = place - i;
    const ClarkLine& line = table[i];
    f = {line.big + part * line.big_up, line.first + part * line.first_up, line.second + part * line.second_up};
  } else {
    f = clark_functions(a);
  }
  const double variance = y.variance + (x.variance - y.variance) * f.big + spread * f.second;
  return {y.mean + theta * f.first, variance > 0.0 ? variance : 0.0};
}

}  // namespace ply
