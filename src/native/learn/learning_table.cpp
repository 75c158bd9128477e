#include "learn/learning_table.hpp"

#include <algorithm>

namespace ply {

LearningTable::LearningTable(const LearnSpec& spec, int players, int most_actions)
    : spec_(spec), players_(players), options_(most_actions) {
  if (spec.seat >= players) throw std::invalid_argument("no such seat");
  if (spec.anneal == 0) throw std::invalid_argument("anneal must be at least 1");
}

LearningTable::~LearningTable() = default;

std::vector<LearntCell> LearningTable::cells() const {
  std::vector<LearntCell> out;
  for (const auto& [key, slots] : table_) {
    for (const Slot& slot : slots) {
      if (slot.visits) out.push_back({cell_of(key, slot.action), slot.value, slot.visits});
    }
  }
  return out;
}

void LearningTable::put(const LearntCell& learnt) {
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

void LearningTable::begin_episode(uint64_t episode) {
  alpha_ = annealed(spec_.alpha, spec_.alpha_end, episode);
  epsilon_ = annealed(spec_.epsilon, spec_.epsilon_end, episode);
  for (auto& path : paths_) path.clear();
}

uint8_t LearningTable::end_episode(const Values& returns, int seat) {
  for (int learner = 0; learner < players_; ++learner) {
    const double value = returns[learner];
    finish(paths_[learner], value > 0.0 ? spec_.win : value < 0.0 ? spec_.loss : spec_.draw);
  }
  const double value = returns[seat];
  return value > 0.0 ? 2 : value < 0.0 ? 0 : 1;
}

LearningTable::Slots& LearningTable::entry(const std::string& key) {
  return table_[key];
}

void LearningTable::read_values(const Slots& here) {
  std::fill_n(options_.values.begin(), options_.n, spec_.initial);
  int i = 0;
  for (const Slot& slot : here) {
    while (i < options_.n && options_.actions[i] < slot.action) ++i;
    if (i < options_.n && options_.actions[i] == slot.action) options_.values[i] = slot.value;
  }
}

double LearningTable::value_of(const std::string& afterstate) const {
  const auto found = table_.find(afterstate);
  return found != table_.end() && !found->second.empty() ? found->second[0].value : spec_.initial;
}

std::string LearningTable::cell_of(const std::string& key, uint16_t action) const {
  if (spec_.afterstates) return key;
  return key + static_cast<char>(action >> 8) + static_cast<char>(action & 0xFF);
}

LearningTable::Slot& LearningTable::slot(Slots& slots, int action) const {
  const auto less = [](const Slot& s, int a) { return s.action < a; };
  auto at = std::lower_bound(slots.begin(), slots.end(), action, less);
  if (at == slots.end() || at->action != action) {
    at = slots.insert(at, {spec_.initial, 0, static_cast<uint16_t>(action)});
  }
  return *at;
}

double LearningTable::annealed(double start, double end, uint64_t episode) const {
  const double part = std::min(1.0, static_cast<double>(episode) / static_cast<double>(spec_.anneal));
  return start + (end - start) * part;
}

void LearningTable::learn_best(const Visit& visit) {
  const auto values = options_.values.begin();
  update(visit, spec_.step + spec_.gamma * *std::max_element(values, values + options_.n));
}

void LearningTable::learn_choice(const Visit& visit, int choice) {
  update(visit, spec_.step + spec_.gamma * options_.values[choice]);
}

int LearningTable::epsilon_greedy(Rng& rng) const {
  const int n = options_.n;
  if (n == 1) return 0;
  if (epsilon_ > 0.0 && rng.uniform() < epsilon_) return rng.below(n);
  const double* const values = options_.values.data();
  const double* const first = std::max_element(values, values + n);
  if (spec_.first_of_ties) return static_cast<int>(first - values);
  const double best = *first;
  int nth = rng.below(static_cast<int>(std::count(values, values + n, best)));
  int choice = 0;
  while (values[choice] != best || nth-- > 0) ++choice;
  return choice;
}

void LearningTable::update(const Visit& visit, double target) {
  Slot& learnt = slot(*visit.slots, visit.action);
  ++learnt.visits;
  const double alpha = spec_.average ? 1.0 / static_cast<double>(learnt.visits) : alpha_;
  learnt.value += alpha * (target - learnt.value);
}

void LearningTable::finish(const std::vector<Visit>& path, double reward) {
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

}  // namespace ply
