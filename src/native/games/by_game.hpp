// Factories by game type: of searches, alpha-beta searches and learners. Each is compiled for every game type
// (instances/) and looked up by the type of the game, so that games do not depend on the code that uses them.
#pragma once

#include <map>
#include <stdexcept>
#include <typeindex>

#include "games/adapter.hpp"

namespace ply {

template <class Made, class... Args>
class ByGame {
 public:
  using Maker = std::unique_ptr<Made> (*)(const AnyGame& game, Args... args);

  template <class Game>
  void add(Maker maker) {
    put(typeid(GameOf<Game>), maker);
  }
  bool has(const AnyGame& game) const { return makers_.count(typeid(game)) != 0; }
  // The game must outlive the object made.
  std::unique_ptr<Made> make(const AnyGame& game, Args... args) const {
    const auto found = makers_.find(typeid(game));
    if (found == makers_.end()) throw std::logic_error("this game type is missing in the list of CMakeLists.txt");
    return found->second(game, std::forward<Args>(args)...);
  }

 private:
  void put(std::type_index game, Maker maker) { makers_[game] = maker; }

  std::map<std::type_index, Maker> makers_;
};

template <class Game>
const Game& typed_game(const AnyGame& game) {
  return static_cast<const GameOf<Game>&>(game).game();
}

}  // namespace ply
