// The contract of a game's State, and the interface that the bindings use.
//
// A State is a small value type that copies fast. It holds a pointer to its game (parameters, tables), which
// outlives it. The methods mean the same as those of plyground.games.base.State. A State that derives from
// StateDefaults need not write `chance`, `settled`, `heuristic`, `pack` and `rollout`. Beyond what the concepts below
// require, a State may offer
//
//   std::string canonical_key() const       for boards with symmetries: the least key among the images
//   uint64_t hash() const                   64 bits that identify the position (games/position_hash.hpp)
//
// and a Game
//
//   int packed_words() const                the number of words that `pack` writes, if it has a `pack` of its own
//   double highest_return() const           the highest value of `returns`; without it: 1
//   static constexpr int kMaxOutcomes       the most outcomes of a chance state; without it: ply::kMaxOutcomes
//
// `pack` writes the planes that a network reads, one after the other: plyground.games.planes defines them.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "rng.hpp"

namespace ply {

inline constexpr int kChance = -1;
inline constexpr int kTerminal = -2;
inline constexpr int kMaxPlayers = 8;
inline constexpr int kMaxOutcomes = 64;

using Values = std::array<double, kMaxPlayers>;

struct Outcome {
  int outcome;
  double probability;
};

template <class S>
concept GameState = std::copyable<S> && requires(S state, const S& view, uint16_t* actions, Outcome* outcomes,
                                                 Values& values, Rng& rng, uint64_t* words) {
  { view.player() } -> std::same_as<int>;          // a seat, kChance or kTerminal
  { view.actions(actions) } -> std::same_as<int>;  // the legal actions, ascending; returns how many
  { view.chance(outcomes) } -> std::same_as<int>;  // the outcomes of a chance state; returns how many
  { state.apply(0) } -> std::same_as<void>;        // a legal action or outcome, unchecked
  { view.returns() } -> std::same_as<Values>;      // at a terminal state
  { view.settled(values) } -> std::same_as<bool>;  // true, with the returns, if they are certain before the end
  { view.heuristic() } -> std::same_as<Values>;    // an estimate of the returns
  { view.key() } -> std::same_as<std::string>;     // the bytes of the Python key
  { view.pack(words) } -> std::same_as<void>;      // the planes as bits, for a state where a seat is to move
  { state.rollout(rng) } -> std::same_as<Values>;  // play at random to the end, or until settled
};

template <class G>
concept GameType = GameState<typename G::State> && requires(const G& game, std::string_view key) {
  { G::kMaxActions } -> std::convertible_to<int>;  // the most legal actions of any state
  { G::kDuel } -> std::convertible_to<bool>;       // two seats, no chance, zero-sum
  { game.num_players() } -> std::same_as<int>;
  { game.initial() } -> std::same_as<typename G::State>;
  { game.from_key(key) } -> std::same_as<typename G::State>;  // std::invalid_argument for bytes that are not a position
};

// Draw one of these outcomes by its probability, by the rules of rng.hpp.
inline int draw_outcome(const Outcome* outcomes, int n, Rng& rng) {
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

// Draw one outcome of a chance state.
template <class State>
int draw_outcome(const State& state, Rng& rng) {
  Outcome outcomes[kMaxOutcomes];
  const int n = state.chance(outcomes);
#ifdef __GNUC__
  if (n == 0) __builtin_unreachable();  // lets the compiler drop the dice of games without dice
#endif
  return draw_outcome(outcomes, n, rng);
}

// The least key among the images of a state; its own key if the game has no symmetries.
template <class State>
std::string canonical_key(const State& state) {
  if constexpr (requires { state.canonical_key(); }) {
    return state.canonical_key();
  } else {
    return state.key();
  }
}

// The most children of a row.
template <class Game>
constexpr int max_children() {
  int outcomes = Game::kDuel ? 0 : kMaxOutcomes;
  if constexpr (requires { Game::kMaxOutcomes; }) outcomes = Game::kMaxOutcomes;
  return std::max(Game::kMaxActions, outcomes);
}

template <class Game>
double highest_return(const Game& game) {
  if constexpr (requires { game.highest_return(); }) {
    return game.highest_return();
  } else {
    return 1.0;
  }
}

// Uniformly random play to the end, or until settled, for games without a faster rollout of their own.
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

// The number of words that hold this many bits.
constexpr int words_for(int bits) {
  return (bits + 63) / 64;
}

// Write a number n of at most 64 * count as n ones, into `count` words.
inline void pack_count(int n, uint64_t* words, int count) {
  for (int w = 0; w < count; ++w, n -= 64) words[w] = n <= 0 ? 0 : n >= 64 ? ~uint64_t{0} : (uint64_t{1} << n) - 1;
}

// The planes of a game without planes of its own, as Game.planes and State.plane_bits have them by default: the bytes
// of the key in binary, a plane for each of 16 bits.
inline constexpr int kNumberBits = 16;
inline void pack_numbers(const std::string& key, uint64_t* words) {
  const int count = words_for(std::max<int>(1, static_cast<int>(key.size())));
  std::fill_n(words, kNumberBits * count, 0);
  for (size_t i = 0; i < key.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      words[bit * count + i / 64] |= uint64_t{static_cast<uint8_t>(key[i]) >> bit & 1u} << i % 64;
    }
  }
}

template <class Game>
int packed_words(const Game& game) {
  if constexpr (requires { game.packed_words(); }) {
    return game.packed_words();
  } else {
    return kNumberBits * words_for(std::max<int>(1, static_cast<int>(game.initial().key().size())));
  }
}

// A base for the State of a game without dice, early ends, an estimate of its returns, planes and a rollout of its own;
// a State writes those that it has. `MaxActions` is that of the game.
template <class State, int MaxActions>
struct StateDefaults {
  int chance(Outcome*) const { return 0; }
  bool settled(Values&) const { return false; }
  Values heuristic() const { return {}; }
  void pack(uint64_t* words) const { pack_numbers(static_cast<const State&>(*this).key(), words); }
  Values rollout(Rng& rng) { return random_playout<State, MaxActions>(static_cast<State&>(*this), rng); }
};

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
  virtual std::vector<uint64_t> pack() const = 0;
};

class AnyGame {
 public:
  virtual ~AnyGame() = default;
  virtual int num_players() const = 0;
  virtual std::unique_ptr<AnyState> initial() const = 0;
  virtual std::unique_ptr<AnyState> from_key(std::string_view key) const = 0;
  virtual Playouts random_playouts(uint64_t games, uint64_t seed) const = 0;
  virtual std::vector<uint64_t> perft(std::string_view key, int depth) const = 0;
};

using GamePtr = std::shared_ptr<const AnyGame>;

// The game of that name, or nullptr for a name without a twin. Bad parameters throw std::invalid_argument.
GamePtr make_game(const std::string& name, const std::vector<int>& parameters);

// `static const GameTwin mnk{"mnk", make_mnk};` registers a game.
struct GameTwin {
  using Maker = GamePtr (*)(const std::vector<int>& parameters);
  GameTwin(const char* name, Maker maker);
};

}  // namespace ply
