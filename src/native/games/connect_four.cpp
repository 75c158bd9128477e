#include "games/connect_four.hpp"

#include "games/adapter.hpp"

namespace ply {

namespace {

GamePtr make_connect_four(const std::vector<int>& p) {
  if (p.size() != 3) throw std::invalid_argument("connect_four takes rows, cols and k");
  const Grid grid(p[0], p[1], p[2]);
  if (ConnectFour::fits(p[0], p[1])) return std::make_shared<GameOf<ConnectFour>>(ConnectFour(p[0], p[1], p[2]));
  return std::make_shared<GameOf<WideConnectFour>>(WideConnectFour(p[0], p[1], p[2]));
}

const GameTwin connect_four{"connect_four", make_connect_four};

}  // namespace
}  // namespace ply
