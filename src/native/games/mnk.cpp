#include "games/mnk.hpp"

#include "games/adapter.hpp"

namespace ply {
namespace {

template <int W, int P>
GamePtr make(const Grid& grid) {
  return std::make_shared<GameOf<Mnk<W, P>>>(Mnk<W, P>(grid));
}

GamePtr make_mnk(const std::vector<int>& p) {
  if (p.size() != 3) throw std::invalid_argument("mnk takes rows, cols and k");
  const Grid grid(p[0], p[1], p[2]);
  const int cells = grid.cells(), lines = static_cast<int>(grid.lines.size());
  const bool one = LineCounters<1>::fit(lines, grid.k), two = LineCounters<2>::fit(lines, grid.k);
  if (cells <= 64 && one) return make<1, 1>(grid);
  if (cells <= 64 && two) return make<1, 2>(grid);
  if (cells <= 128 && two) return make<2, 2>(grid);
  if (cells <= 128) return make<2, 0>(grid);
  return make<6, 0>(grid);
}

const GameTwin mnk{"mnk", make_mnk};

}  // namespace
}  // namespace ply
