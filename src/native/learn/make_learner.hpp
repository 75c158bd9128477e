// A table that learns a game from episodes, for every game type.
#pragma once

#include "games/by_game.hpp"
#include "learn/learner.hpp"

namespace ply {

using LearnerMakers = ByGame<AnyLearner, const LearnSpec&>;

LearnerMakers& learner_makers();

template <class Game, class Learner>
struct LearnerInstance {
  LearnerInstance() {
    learner_makers().add<Game>([](const AnyGame& game, const LearnSpec& spec) -> std::unique_ptr<AnyLearner> {
      return std::make_unique<Learner>(typed_game<Game>(game), spec);
    });
  }
};

}  // namespace ply
