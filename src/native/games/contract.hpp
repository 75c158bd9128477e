// What a game's State must offer, and the face that the bindings see.
//
// A State is a small value type that copies fast. It holds a pointer to its game (parameters, tables), which
// outlives it. The methods are those of plyground.games.base.State, and mean the same:
//
//   int player() const                      a seat, kChance or kTerminal
//   int actions(uint16_t* out) const        the legal actions, ascending; returns how many
//   int chance(Outcome* out) const          the outcomes of a chance state; returns how many
//   void apply(int action)                  a legal action or outcome, unchecked
//   Values returns() const
//   bool settled(Values& out) const         are the returns certain before the end?
//   Values heuristic() const
//   std::string key() const                 the bytes of the Python key
//   std::string canonical_key() const       optional, for boards with symmetries: the least key among the images
//   uint64_t hash() const                   optional: 64 bits that stand for the position (solve/position_hash.hpp)
//   Values rollout(Rng&)                    play on at random to the end (or to where it is settled)
//
// A Game offers: using State; kMaxActions; kDuel (do two seats play without chance, and does one get what the other
// loses?); num_players(); initial(); from_key(std::string_view), which throws std::invalid_argument for bytes that are
// no position.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "rng.hpp"

namespace ply {

class AnyAlphaBeta;
class AnyLearner;
class AnySearch;
struct LearnSpec;
struct SearchSpec;

inline constexpr int kChance = -1;
inline constexpr int kTerminal = -2;
inline constexpr int kMaxPlayers = 4;
inline constexpr int kMaxOutcomes = 8;

using Values = std::array<double, kMaxPlayers>;

struct Outcome {
  int outcome;
  double probability;
};

// One outcome of a chance state by the drawing rules of rng.hpp.
template <class State>
int draw_outcome(const State& state, Rng& rng) {
  Outcome outcomes[kMaxOutcomes] = {};
  const int n = state.chance(outcomes);
  bool equal = true;
  for (int i = 1; i < n; ++i) equal = equal && outcomes[i].probability == outcomes[0].probability;
  if (equal) return outcomes[rng.below(n)].outcome;
  double point = rng.uniform();
  for (int i = 0; i < n; ++i) {
    point -= outcomes[i].probability;
    if (point < 0.0) return outcomes[i].outcome;
  }
  return outcomes[n - 1].outcome;
}

// The least key among the images of a state, its own where the game has no symmetries.
template <class State>
std::string canonical_key(const State& state) {
  if constexpr (requires { state.canonical_key(); }) {
    return state.canonical_key();
  } else {
    return state.key();
  }
}

// Uniformly random play to the end. Games whose State has a faster way of their own do not call it.
template <class State, int MaxActions>
Values random_playout(State& state, Rng& rng) {
  uint16_t actions[MaxActions];
  Values values;
  while (state.player() != kTerminal) {
    if (state.player() == kChance) {
      state.apply(draw_outcome(state, rng));
      continue;
    }
    if (state.settled(values)) return values;
    const int n = state.actions(actions);
    state.apply(actions[rng.below(n)]);
  }
  return state.returns();
}

// The tally of many random games.
struct Playouts {
  std::array<uint64_t, kMaxPlayers> wins{};
  uint64_t draws = 0;
};

class AnyState {
 public:
  virtual ~AnyState() = default;
  virtual std::unique_ptr<AnyState> clone() const = 0;
  virtual int player() const = 0;
  virtual std::vector<int> actions() const = 0;
  virtual std::vector<Outcome> chance() const = 0;
  virtual bool legal(int action) const = 0;
  virtual void apply(int action) = 0;
  virtual Values returns() const = 0;
  virtual bool settled(Values& out) const = 0;
  virtual Values heuristic() const = 0;
  virtual std::string key() const = 0;
  virtual std::string canonical_key() const = 0;
};

class AnyGame {
 public:
  virtual ~AnyGame() = default;
  virtual int num_players() const = 0;
  virtual std::unique_ptr<AnyState> initial() const = 0;
  virtual std::unique_ptr<AnyState> from_key(std::string_view key) const = 0;
  virtual Playouts random_playouts(uint64_t games, uint64_t seed) const = 0;
  virtual std::vector<uint64_t> perft(std::string_view key, int depth) const = 0;
  // A search of the position with this key. The game must outlive it.
  virtual std::unique_ptr<AnySearch> search(std::string_view key, SearchSpec spec, uint64_t seed,
                                            uint64_t stream) const = 0;
  // An alpha-beta search with a table of its own; std::invalid_argument where it cannot play the game.
  virtual std::unique_ptr<AnyAlphaBeta> alpha_beta() const = 0;
  // A table that learns from episodes. The game must outlive it.
  virtual std::unique_ptr<AnyLearner> learner(const LearnSpec& spec) const = 0;
};

using GamePtr = std::shared_ptr<const AnyGame>;

// The game of that name, or nullptr for a name without a twin. Bad parameters throw std::invalid_argument.
GamePtr make_game(const std::string& name, const std::vector<int>& parameters);

}  // namespace ply
