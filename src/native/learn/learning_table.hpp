// The table of Q-learning, SARSA and Monte Carlo control, compiled once for all games.
#pragma once

#include <array>
#include <unordered_map>

#include "games/contract.hpp"
#include "learn/learner.hpp"

namespace ply {

class LearningTable : public AnyLearner {
 public:
  std::vector<LearntCell> cells() const final;
  void put(const LearntCell& learnt) final;

 protected:
  using Rule = LearnSpec::Rule;

  // The entry of one action. Actions that were never tried have no slot.
  struct Slot {
    double value;
    uint64_t visits;
    uint16_t action;
  };
  using Slots = std::vector<Slot>;  // by action, ascending
  struct Visit {
    Slots* slots;  // stays valid: the nodes of an unordered_map do not move
    uint16_t action;
  };
  // The actions of a state and their values.
  struct Options {
    explicit Options(int most) : actions(most), values(most) {}
    int n = 0;
    std::vector<uint16_t> actions;
    std::vector<double> values;
  };

  LearningTable(const LearnSpec& spec, int players, int most_actions);
  ~LearningTable() override;

  void begin_episode(uint64_t episode);
  // Reward all seats; returns the result of `seat`, coded as in `run`.
  uint8_t end_episode(const Values& returns, int seat);

  // The slots of a state or an afterstate; adds an empty entry if there is none.
  Slots& entry(const std::string& key);
  // Set the values of all options from the slots of their state.
  void read_values(const Slots& here);
  double value_of(const std::string& afterstate) const;

  // Choose an option at the end of this path, and update the table at the path's last visit as the rule says. `read`
  // sets the values of the options.
  template <class Read>
  int choose(const std::vector<Visit>& path, Rng& rng, Read read) {
    read();
    if (spec_.rule == Rule::kQLearning && !path.empty()) {
      learn_best(path.back());
      read();
    }
    const int choice = epsilon_greedy(rng);
    if (spec_.rule == Rule::kSarsa && !path.empty()) learn_choice(path.back(), choice);
    return choice;
  }

  const LearnSpec spec_;
  const int players_;
  std::array<std::vector<Visit>, kMaxPlayers> paths_;  // of this episode, by seat
  Options options_;

 private:
  std::string cell_of(const std::string& key, uint16_t action) const;
  Slot& slot(Slots& slots, int action) const;
  double annealed(double start, double end, uint64_t episode) const;
  void learn_best(const Visit& visit);
  void learn_choice(const Visit& visit, int choice);
  int epsilon_greedy(Rng& rng) const;
  void update(const Visit& visit, double target);
  void finish(const std::vector<Visit>& path, double reward);

  std::unordered_map<std::string, Slots> table_;
  double alpha_ = 0.0, epsilon_ = 0.0;
};

}  // namespace ply
