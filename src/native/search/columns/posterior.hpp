// Twin of src/plyground/search/columns/posterior.py.
#pragma once

#include <cmath>

#include "search/gaussian.hpp"
#include "search/tree.hpp"

namespace ply {

// The sum and number of a row's own evaluations, and the cached maximum over all children except `rivals_of`, which is
// valid until another child is updated.
struct Own {
  double sum = 0.0;
  uint32_t visits = 0;
  uint32_t rivals_of = 0;
  Gaussian rivals{};
};

class Posterior final : public Statistic {
 public:
  static constexpr double kPriorVariance = 1.0 / 3.0;  // of Beta(1, 1) on [-1, 1]

  Posterior() {
    declare(variance);
    declare(deviation);
    declare(own);
  }
  static const StatisticTwin<Posterior> twin;

  void set_variance(uint32_t row, double value) {
    variance[row] = value;
    deviation[row] = std::sqrt(value);
  }

  void copy_row(uint32_t to, const Statistic& from, uint32_t row, bool reached, bool has_children) override;
  void write(const Tree& tree, ColumnWriter& writer) const override;
  void read(Tree& tree, const ColumnReader& reader) override;

  // Select and backup read these for all children; the rest, which only updates touch, lies apart.
  Column<double> variance{"variance", kPriorVariance, Fill::kWhenReached};
  // The square root of the variance, which select reads for every child.
  Column<double> deviation{nullptr, std::sqrt(kPriorVariance), Fill::kWhenReached};
  Column<Own> own{nullptr, Own{}, Fill::kWhenReached};
};

}  // namespace ply
