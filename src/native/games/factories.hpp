// One maker per game, each in a file of its own so that they compile side by side.
#pragma once

#include "games/contract.hpp"

namespace ply {

GamePtr make_mnk(const std::vector<int>& parameters);
GamePtr make_connect_four(const std::vector<int>& parameters);
GamePtr make_ludo(const std::vector<int>& parameters);
GamePtr make_nim(const std::vector<int>& heaps);
GamePtr make_pig(const std::vector<int>& parameters);

}  // namespace ply
