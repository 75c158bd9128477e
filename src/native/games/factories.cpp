#include "games/factories.hpp"

#include <map>

namespace ply {

GamePtr make_game(const std::string& name, const std::vector<int>& parameters) {
  static const std::map<std::string, GamePtr (*)(const std::vector<int>&)> kMakers = {
      {"mnk", make_mnk}, {"connect_four", make_connect_four}, {"ludo", make_ludo}, {"nim", make_nim}, {"pig", make_pig},
  };
  const auto maker = kMakers.find(name);
  return maker == kMakers.end() ? nullptr : maker->second(parameters);
}

}  // namespace ply
