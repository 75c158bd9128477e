// The parameters of a tabular learner, and the interface that the bindings use.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ply {

// The parameters of plyground.agents.learner.Learner and of training, with the same names.
struct LearnSpec {
  enum class Rule { kQLearning, kSarsa, kMonteCarlo };
  Rule rule = Rule::kQLearning;
  bool afterstates = false;
  bool first_of_ties = false;
  bool average = false;  // the step size is one over the visits (alpha=none)
  double alpha = 0.5, alpha_end = 0.5;
  double epsilon = 0.1, epsilon_end = 0.1;
  uint64_t anneal = 1;
  double gamma = 0.9, initial = 0.0;
  double win = 1.0, loss = -1.0, draw = 0.0, step = 0.0;
  int seat = -1;  // -1: the seats take turns, episode by episode
  bool self_play = false;
  uint64_t seed = 0;
};

struct LearntCell {
  std::string cell;
  double value;
  uint64_t visits;
};

class AnyLearner {
 public:
  virtual ~AnyLearner() = default;
  // Play one episode per item of `results`, numbered from `first`, and set the item: 0 lost, 1 drawn, 2 won.
  virtual void run(uint64_t first, std::vector<uint8_t>& results) = 0;
  virtual std::vector<LearntCell> cells() const = 0;
  virtual void put(const LearntCell& cell) = 0;
};

}  // namespace ply
