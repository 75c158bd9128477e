#include "games/mnk.hpp"

#include "games/adapter.hpp"
#include "games/factories.hpp"

namespace ply {

GamePtr make_mnk(const std::vector<int>& p) {
  if (p.size() != 3) throw std::invalid_argument("mnk takes rows, cols and k");
  const Grid grid(p[0], p[1], p[2]);
  if (grid.cells() <= 64) return std::make_shared<GameOf<Mnk<1>>>(Mnk<1>(p[0], p[1], p[2]));
  if (grid.cells() <= 128) return std::make_shared<GameOf<Mnk<2>>>(Mnk<2>(p[0], p[1], p[2]));
  return std::make_shared<GameOf<Mnk<6>>>(Mnk<6>(p[0], p[1], p[2]));
}

}  // namespace ply
