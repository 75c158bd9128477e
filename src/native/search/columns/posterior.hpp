// Twin of src/plyground/search/columns/posterior.py.
#pragma once

#include <cmath>

#include "search/gaussian.hpp"
#include "search/tree.hpp"

namespace ply {

// The evaluations of a row itself, their sum and how many; and a cached maximum over all children except `rivals_of`,
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

  // What select and backup compare lies apart from the rest, which only an update touches.
  Column<double> variance{"variance", kPriorVariance, Fill::kWhenReached};
  // The root of the variance, which a comparison needs of every child.
  Column<double> deviation{nullptr, std::sqrt(kPriorVariance), Fill::kWhenReached};
  Column<Own> own{nullptr, Own{}, Fill::kWhenReached};
};

}  // namespace ply
