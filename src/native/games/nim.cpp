#include "games/nim.hpp"

#include "games/adapter.hpp"
#include "games/factories.hpp"

namespace ply {

GamePtr make_nim(const std::vector<int>& heaps) {
  return std::make_shared<GameOf<Nim>>(Nim(heaps));
}

}  // namespace ply
