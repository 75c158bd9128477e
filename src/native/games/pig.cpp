#include "games/pig.hpp"

#include "games/adapter.hpp"

namespace ply {

namespace {

GamePtr make_pig(const std::vector<int>& p) {
  if (p.size() != 2) throw std::invalid_argument("pig takes players and target");
  return std::make_shared<GameOf<Pig>>(Pig(p[0], p[1]));
}

const GameTwin pig{"pig", make_pig};

}  // namespace
}  // namespace ply
