// Chooses and makes the engine for a search.
#pragma once

#include "games/by_game.hpp"
#include "search/search.hpp"

namespace ply {

using SearchMakers = ByGame<AnySearch, std::string_view, SearchSpec&&, uint64_t, uint64_t>;

// The factories for a fused rule; "" gives those of the engine for any parts.
SearchMakers& search_makers(std::string_view fused);

// A search of the position with this key; `stream` is the random stream of its first simulation. `general` forces
// the engine for any parts.
SearchPtr make_search(const AnyGame& game, std::string_view key, SearchSpec spec, uint64_t seed, uint64_t stream,
                      bool general = false);

// Registers an engine for a game type.
template <class Game, class Engine>
struct SearchInstance {
  explicit SearchInstance(std::string_view fused) {
    search_makers(fused).template add<Game>(
        [](const AnyGame& game, std::string_view key, SearchSpec&& spec, uint64_t seed, uint64_t stream) -> SearchPtr {
          const Game& typed = typed_game<Game>(game);
          return std::make_unique<Engine>(typed, typed.from_key(key), std::move(spec), seed, stream);
        });
  }
};

}  // namespace ply
