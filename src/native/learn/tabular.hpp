// Q-learning, SARSA and Monte Carlo control with a table: the twin of src/plyground/agents/training.py.
#pragma once

#include "learn/learning_table.hpp"

namespace ply {

template <class Game>
class TabularLearner final : public LearningTable {
 public:
  using State = typename Game::State;

  TabularLearner(const Game& game, const LearnSpec& spec)
      : LearningTable(spec, game.num_players(), Game::kMaxActions), game_(game) {}

  void run(uint64_t first, std::vector<uint8_t>& results) override {
    for (uint8_t& result : results) result = play(first++);
  }

 private:
  uint8_t play(uint64_t episode) {
    const int seat = spec_.seat >= 0 ? spec_.seat : static_cast<int>(episode % players_);
    begin_episode(episode);
    Rng rng(spec_.seed, episode);
    State state = game_.initial();
    while (state.player() != kTerminal) {
      if (state.player() == kChance) {
        state.apply(draw_outcome(state, rng));
        continue;
      }
      options_.n = state.actions(options_.actions.data());
      const bool learns = spec_.self_play || state.player() == seat;
      state.apply(options_.actions[learns ? decide(state, rng) : rng.below(options_.n)]);
    }
    return end_episode(state.returns(), spec_.self_play ? 0 : seat);
  }

  // The index of the chosen option. Also learns, and appends the decision to the seat's path.
  int decide(const State& state, Rng& rng) {
    const int seat = state.player();
    std::vector<Visit>& path = paths_[seat];
    if (spec_.afterstates) {
      const int choice = choose(path, rng, [&] {
        for (int i = 0; i < options_.n; ++i) options_.values[i] = value_of(after_key(state, seat, options_.actions[i]));
      });
      path.push_back({&entry(after_key(state, seat, options_.actions[choice])), 0});
      return choice;
    }
    Slots& here = entry(state.key());
    const int choice = choose(path, rng, [&] { read_values(here); });
    path.push_back({&here, options_.actions[choice]});
    return choice;
  }

  static std::string after_key(const State& state, int seat, int action) {
    State after = state;
    after.apply(action);
    return static_cast<char>(seat) + after.key();
  }

  const Game& game_;
};

}  // namespace ply
