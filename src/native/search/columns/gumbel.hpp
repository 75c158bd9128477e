// Twin of src/plyground/search/columns/gumbel.py.
#pragma once

#include "search/tree.hpp"

namespace ply {

class Gumbel final : public Statistic {
 public:
  Gumbel() {
    declare(judged);
    declare(noise);
  }
  static const StatisticTwin<Gumbel> twin;

  bool follows() const override { return true; }
  void updated(Tree& tree, const Path& path, const std::vector<Move>&, const Values& values) override {
    const int player = tree.rows[path.back()].player;
    if (player >= 0) judged[path.back()] = values[player];
  }

  Column<double> judged{"judged", 0.0}, noise{"noise", 0.0};
};

}  // namespace ply
