// Adapters from a game's own types to the interfaces that the bindings use, written once for all games.
#pragma once

#include <algorithm>
#include <cstring>

#include "games/contract.hpp"

namespace ply {

template <class Game>
class StateOf final : public AnyState {
 public:
  using State = typename Game::State;
  StateOf(const State& state, int packed_words) : state_(state), words_(packed_words) {}

  std::unique_ptr<AnyState> clone() const override { return std::make_unique<StateOf>(state_, words_); }
  int player() const override { return state_.player(); }
  std::vector<int> actions() const override {
    uint16_t actions[Game::kMaxActions];
    const int n = state_.player() >= 0 ? state_.actions(actions) : 0;
    return std::vector<int>(actions, actions + n);
  }
  std::vector<Outcome> chance() const override {
    Outcome outcomes[kMaxOutcomes];
    const int n = state_.player() == kChance ? state_.chance(outcomes) : 0;
    return std::vector<Outcome>(outcomes, outcomes + n);
  }
  bool legal(int action) const override {
    if (state_.player() == kChance) {
      const auto outcomes = chance();
      return std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& o) { return o.outcome == action; });
    }
    const auto legal = actions();
    return std::find(legal.begin(), legal.end(), action) != legal.end();
  }
  void apply(int action) override { state_.apply(action); }
  Values returns() const override { return state_.returns(); }
  bool settled(Values& out) const override { return state_.settled(out); }
  Values heuristic() const override { return state_.heuristic(); }
  std::string key() const override { return state_.key(); }
  std::string canonical_key() const override { return ply::canonical_key(state_); }
  std::vector<uint64_t> pack() const override {
    std::vector<uint64_t> words(words_);
    if (state_.player() >= 0) state_.pack(words.data());
    return words;
  }

 private:
  State state_;
  int words_;
};

template <GameType Game>
class GameOf final : public AnyGame {
 public:
  using State = typename Game::State;
  explicit GameOf(Game game) : game_(std::move(game)) {}

  const Game& game() const { return game_; }

  int num_players() const override { return game_.num_players(); }
  std::unique_ptr<AnyState> initial() const override { return state_of(game_.initial()); }
  std::unique_ptr<AnyState> from_key(std::string_view key) const override { return state_of(game_.from_key(key)); }

  Playouts random_playouts(uint64_t games, uint64_t seed) const override {
    const State start = game_.initial();
    const int players = game_.num_players();
    Playouts tally;
    for (uint64_t i = 0; i < games; ++i) {
      Rng rng(seed, i);
      State state = start;
      const Values values = state.rollout(rng);
      bool won = false;
      for (int seat = 0; seat < players; ++seat) {
        tally.wins[seat] += values[seat] > 0.0;
        won = won || values[seat] > 0.0;
      }
      tally.draws += !won;
    }
    return tally;
  }

  std::vector<uint64_t> perft(std::string_view key, int depth) const override {
    std::vector<uint64_t> nodes(depth + 1, 0);
    count(game_.from_key(key), 0, nodes);
    return nodes;
  }

 private:
  std::unique_ptr<AnyState> state_of(const State& state) const {
    return std::make_unique<StateOf<Game>>(state, packed_words(game_));
  }

  void count(const State& state, int ply, std::vector<uint64_t>& nodes) const {
    ++nodes[ply];
    if (ply + 1 == static_cast<int>(nodes.size()) || state.player() == kTerminal) return;
    uint16_t moves[max_children<Game>()];
    int n = 0;
    if (state.player() == kChance) {
      Outcome outcomes[kMaxOutcomes];
      n = state.chance(outcomes);
      for (int i = 0; i < n; ++i) moves[i] = static_cast<uint16_t>(outcomes[i].outcome);
    } else {
      n = state.actions(moves);
      // The last ply, most of the work, is counted without playing the moves.
      if (ply + 2 == static_cast<int>(nodes.size())) {
        nodes[ply + 1] += n;
        return;
      }
    }
    for (int i = 0; i < n; ++i) {
      State child = state;
      child.apply(moves[i]);
      count(child, ply + 1, nodes);
    }
  }

  Game game_;
};

}  // namespace ply
