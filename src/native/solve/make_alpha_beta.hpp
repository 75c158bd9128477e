// An alpha-beta search with a table of its own, for every game type.
#pragma once

#include "games/by_game.hpp"
#include "solve/any_alpha_beta.hpp"

namespace ply {

using AlphaBetaMakers = ByGame<AnyAlphaBeta>;

AlphaBetaMakers& alpha_beta_makers();

// The factory throws std::invalid_argument for a game that alpha-beta cannot search.
template <class Game, class AlphaBeta>
struct AlphaBetaInstance {
  AlphaBetaInstance() {
    alpha_beta_makers().add<Game>([](const AnyGame& game) -> std::unique_ptr<AnyAlphaBeta> {
      return std::make_unique<AlphaBeta>(typed_game<Game>(game));
    });
  }
};

}  // namespace ply
