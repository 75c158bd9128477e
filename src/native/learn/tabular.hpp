// Q-learning, SARSA and Monte Carlo control with a table: the twin of src/plyground/agents/training.py.
#pragma once

#include <algorithm>
#include <unordered_map>

#include "games/contract.hpp"
#include "learn/learner.hpp"

namespace ply {

template <class Game>
class TabularLearner final : public AnyLearner {
 public:
  using State = typename Game::State;
  using Rule = LearnSpec::Rule;

  TabularLearner(const Game& game, const LearnSpec& spec) : game_(game), spec_(spec) {
    if (spec.seat >= game.num_players()) throw std::invalid_argument("no such seat");
    if (spec.anneal == 0) throw std::invalid_argument("anneal must be at least 1");
  }

  void run(uint64_t first, std::vector<uint8_t>& results) override {
    for (uint8_t& result : results) result = play(first++);
  }

  std::vector<LearntCell> cells() const override {
    std::vector<LearntCell> out;
    for (const auto& [key, slots] : table_) {
      for (const Slot& slot : slots) {
        if (slot.visits) out.push_back({cell_of(key, slot.action), slot.value, slot.visits});
      }
    }
    return out;
  }

  void put(const LearntCell& learnt) override {
    std::string key = learnt.cell;
    int action = 0;
    if (!spec_.afterstates) {
      if (key.size() < 2) throw std::invalid_argument("a cell without an action");
      const auto byte = [&](size_t from_end) { return static_cast<uint8_t>(key[key.size() - from_end]); };
      action = byte(2) << 8 | byte(1);
      key.resize(key.size() - 2);
    }
    slot(table_[key], action) = {learnt.value, learnt.visits, static_cast<uint16_t>(action)};
  }

 private:
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
  struct Options {
    int n;
    uint16_t actions[Game::kMaxActions];
    double values[Game::kMaxActions];
  };

  std::string cell_of(const std::string& key, uint16_t action) const {
    if (spec_.afterstates) return key;
    return key + static_cast<char>(action >> 8) + static_cast<char>(action & 0xFF);
  }

  Slot& slot(Slots& slots, int action) const {
    const auto less = [](const Slot& s, int a) { return s.action < a; };
    auto at = std::lower_bound(slots.begin(), slots.end(), action, less);
    if (at == slots.end() || at->action != action) {
      at = slots.insert(at, {spec_.initial, 0, static_cast<uint16_t>(action)});
    }
    return *at;
  }

  static std::string after_key(const State& state, int seat, int action) {
    State after = state;
    after.apply(action);
    return static_cast<char>(seat) + after.key();
  }

  uint8_t play(uint64_t episode) {
    const int players = game_.num_players();
    const int seat = spec_.seat >= 0 ? spec_.seat : static_cast<int>(episode % players);
    alpha_ = annealed(spec_.alpha, spec_.alpha_end, episode);
    epsilon_ = annealed(spec_.epsilon, spec_.epsilon_end, episode);
    for (auto& path : paths_) path.clear();
    Rng rng(spec_.seed, episode);
    State state = game_.initial();
    while (state.player() != kTerminal) {
      if (state.player() == kChance) {
        state.apply(draw_outcome(state, rng));
      } else if (spec_.self_play || state.player() == seat) {
        state.apply(decide(state, rng));
      } else {
        const int n = state.actions(options_.actions);
        state.apply(options_.actions[rng.below(n)]);
      }
    }
    const Values returns = state.returns();
    for (int learner = 0; learner < players; ++learner) {
      const double value = returns[learner];
      finish(paths_[learner], value > 0.0 ? spec_.win : value < 0.0 ? spec_.loss : spec_.draw);
    }
    const double value = returns[spec_.self_play ? 0 : seat];
    return value > 0.0 ? 2 : value < 0.0 ? 0 : 1;
  }

  double annealed(double start, double end, uint64_t episode) const {
    const double part = std::min(1.0, static_cast<double>(episode) / static_cast<double>(spec_.anneal));
    return start + (end - start) * part;
  }

  int decide(const State& state, Rng& rng) {
    const int seat = state.player();
    std::vector<Visit>& path = paths_[seat];
    Slots* here = spec_.afterstates ? nullptr : &table_[state.key()];
    options_.n = state.actions(options_.actions);
    read(state, seat, here);
    if (spec_.rule == Rule::kQLearning && !path.empty()) {
      const double best = *std::max_element(options_.values, options_.values + options_.n);
      update(path.back(), spec_.step + spec_.gamma * best);
      read(state, seat, here);
    }
    const int choice = epsilon_greedy(rng);
    if (spec_.rule == Rule::kSarsa && !path.empty()) {
      update(path.back(), spec_.step + spec_.gamma * options_.values[choice]);
    }
    const uint16_t action = options_.actions[choice];
    if (here) {
      path.push_back({here, action});
    } else {
      path.push_back({&table_[after_key(state, seat, action)], 0});
    }
    return action;
  }

  // The values of all actions of a state.
  void read(const State& state, int seat, const Slots* here) {
    std::fill_n(options_.values, options_.n, spec_.initial);
    if (here) {
      int i = 0;
      for (const Slot& slot : *here) {
        while (i < options_.n && options_.actions[i] < slot.action) ++i;
        if (i < options_.n && options_.actions[i] == slot.action) options_.values[i] = slot.value;
      }
      return;
    }
    for (int i = 0; i < options_.n; ++i) {
      const auto found = table_.find(after_key(state, seat, options_.actions[i]));
      if (found != table_.end() && !found->second.empty()) options_.values[i] = found->second[0].value;
    }
  }

  int epsilon_greedy(Rng& rng) const {
    const int n = options_.n;
    if (n == 1) return 0;
    if (epsilon_ > 0.0 && rng.uniform() < epsilon_) return rng.below(n);
    const double* const values = options_.values;
    const double* const first = std::max_element(values, values + n);
    if (spec_.first_of_ties) return static_cast<int>(first - values);
    const double best = *first;
    int nth = rng.below(static_cast<int>(std::count(values, values + n, best)));
    int choice = 0;
    while (values[choice] != best || nth-- > 0) ++choice;
    return choice;
  }

  void update(const Visit& visit, double target) {
    Slot& learnt = slot(*visit.slots, visit.action);
    ++learnt.visits;
    const double alpha = spec_.average ? 1.0 / static_cast<double>(learnt.visits) : alpha_;
    learnt.value += alpha * (target - learnt.value);
  }

  void finish(const std::vector<Visit>& path, double reward) {
    if (path.empty()) return;
    if (spec_.rule != Rule::kMonteCarlo) {
      update(path.back(), reward);
      return;
    }
    double target = reward;
    for (auto visit = path.rbegin(); visit != path.rend(); ++visit) {
      update(*visit, target);
      target = spec_.step + spec_.gamma * target;
    }
  }

  const Game& game_;
  LearnSpec spec_;
  std::unordered_map<std::string, Slots> table_;
  std::array<std::vector<Visit>, kMaxPlayers> paths_;  // of this episode, by seat
  Options options_;
  double alpha_ = 0.0, epsilon_ = 0.0;
};

}  // namespace ply
