// Twin of src/plyground/search/columns/prior.py.
#pragma once

#include "search/tree.hpp"

namespace ply {

class Prior final : public Statistic {
 public:
  Prior() { declare(prior); }
  static const StatisticTwin<Prior> twin;

  bool shares_tree() const override { return true; }

  Column<double> prior{"prior", 0.0};
};

}  // namespace ply
