#include "games/nim.hpp"

#include "games/adapter.hpp"

namespace ply {

namespace {

GamePtr make_nim(const std::vector<int>& heaps) {
  return std::make_shared<GameOf<Nim>>(Nim(heaps));
}

const GameTwin nim{"nim", make_nim};

}  // namespace
}  // namespace ply
