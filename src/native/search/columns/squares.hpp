// Twin of src/plyground/search/columns/squares.py.
#pragma once

#include "search/tree.hpp"

namespace ply {

class Squares final : public Statistic {
 public:
  Squares() { declare(squares); }
  static const StatisticTwin<Squares> twin;

  bool follows() const override { return true; }
  void updated(Tree& tree, const Path& path, const std::vector<Move>& moves, const Values& values) override;

  Column<double> squares{"squares", 0.0};
};

}  // namespace ply
