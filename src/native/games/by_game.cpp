#include "games/by_game.hpp"

namespace ply {

void FunctionsByGame::put(std::type_index game, Function function) {
  functions_[game] = function;
}

bool FunctionsByGame::has(const AnyGame& game) const {
  return functions_.count(typeid(game)) != 0;
}

FunctionsByGame::Function FunctionsByGame::find(const AnyGame& game) const {
  const auto found = functions_.find(typeid(game));
  if (found == functions_.end()) throw std::logic_error("this game type is missing from the list in CMakeLists.txt");
  return found->second;
}

}  // namespace ply
