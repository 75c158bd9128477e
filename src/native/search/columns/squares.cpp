#include "search/columns/squares.hpp"

namespace ply {

const StatisticTwin<Squares> Squares::twin{"squares"};

void Squares::updated(Tree& tree, const Path& path, const std::vector<Move>&, const Values& values) {
  for (uint32_t at : path) {
    const double value = values[tree.rows[at].seat];
    squares[at] += (value * value - squares[at]) / tree.rows[at].visits;
  }
}

}  // namespace ply
