// Twin of src/plyground/search/columns/average.py.
#pragma once

#include "search/tree.hpp"

namespace ply {

class Average final : public Statistic {
 public:
  Average() { declare(average); }
  static const StatisticTwin<Average> twin;

  Column<double> average{"average", 0.0};
};

}  // namespace ply
