// Factories by game type: of searches, pools, alpha-beta searches and learners. Each is compiled for every game type
// (instances/) and looked up by the type of the game, so that games do not depend on the code that uses them.
#pragma once

#include <map>
#include <typeindex>

#include "games/adapter.hpp"

namespace ply {

// Functions of any type by game type. The map is compiled once, instead of for every kind of factory in every instance.
class FunctionsByGame {
 public:
  using Function = void (*)();

  void put(std::type_index game, Function function);
  bool has(const AnyGame& game) const;
  Function find(const AnyGame& game) const;  // throws std::logic_error if there is none

 private:
  std::map<std::type_index, Function> functions_;
};

template <class Made, class... Args>
class ByGame {
 public:
  using Maker = std::unique_ptr<Made> (*)(const AnyGame& game, Args... args);

  template <class Game>
  void add(Maker maker) {
    makers_.put(typeid(GameOf<Game>), reinterpret_cast<FunctionsByGame::Function>(maker));
  }
  bool has(const AnyGame& game) const { return makers_.has(game); }
  // The game must outlive the object made.
  std::unique_ptr<Made> make(const AnyGame& game, Args... args) const {
    return reinterpret_cast<Maker>(makers_.find(game))(game, std::forward<Args>(args)...);
  }

 private:
  FunctionsByGame makers_;
};

template <class Game>
const Game& typed_game(const AnyGame& game) {
  return static_cast<const GameOf<Game>&>(game).game();
}

}  // namespace ply
