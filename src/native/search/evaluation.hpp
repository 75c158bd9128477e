// Evaluations of a leaf: the twins of src/plyground/search/evaluate/. Each is a template over the game, in a file of
// its own in search/evaluate/, and is compiled for every game (instances/evaluate.cpp.in).
#pragma once

#include "games/by_game.hpp"
#include "search/limits.hpp"
#include "search/part_spec.hpp"
#include "search/tree.hpp"

namespace ply {

class AnyEvaluation {
 public:
  virtual ~AnyEvaluation() = default;
  // Whether it is one random game to the end: then the engines call the game's own `rollout`.
  virtual bool plain() const { return false; }
};

// What an evaluation may use besides the state and the generator.
struct Leaf {
  const Tree& tree;
  // The moves from the root to the leaf; an evaluation appends those that it plays. nullptr if no statistic reads them.
  std::vector<Move>* moves;
  Watch& watch;  // call `look` at every move of a long evaluation
};

template <class Game>
class Evaluation : public AnyEvaluation {
 public:
  // The value of a leaf that is not terminal, to each seat.
  virtual Values values(typename Game::State state, Rng rng, const Leaf& leaf) const = 0;
};

// The evaluations that exist in C++, by the names of their Python twins and by game.
class EvaluateTwins {
 public:
  using Makers = ByGame<AnyEvaluation, const PartSpec&>;

  Makers& named(const char* name) { return makers_[name]; }
  std::unique_ptr<AnyEvaluation> make(const AnyGame& game, const PartSpec& spec) const;
  std::vector<std::string> names() const;

 private:
  std::map<std::string, Makers> makers_;
};

EvaluateTwins& evaluate_twins();

// `inline constexpr EvaluateTwin<Heuristic> heuristic{"heuristic"};` registers a template over the game, which is
// constructed from the game and its PartSpec. CMake reads this line: it must not be broken.
template <template <class> class Twin>
struct EvaluateTwin {
  const char* name;

  template <class Game>
  void add() const {
    evaluate_twins().named(name).template add<Game>(
        [](const AnyGame& game, const PartSpec& spec) -> std::unique_ptr<AnyEvaluation> {
          return std::make_unique<Twin<Game>>(typed_game<Game>(game), spec);
        });
  }
};

}  // namespace ply
