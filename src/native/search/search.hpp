// What a search is made of, and what the bindings see of it.
#pragma once

#include <functional>

#include "search/limits.hpp"
#include "search/part.hpp"
#include "search/transpositions.hpp"

namespace ply {

struct ExpandSpec {
  bool all_at_once = false;
  bool widening = false;
  bool hides_chance = false;  // open loop
  uint32_t after = 1;
  double k = 1.0, a = 0.5;

  // How many children are to be tried, one a visit, before select compares them.
  int limit(uint32_t visits, int count) const {
    if (!widening) return count;
    const double wanted = std::ceil(k * std::pow(static_cast<double>(visits), a));
    return std::max(1, wanted < count ? static_cast<int>(wanted) : count);
  }
};

enum class Policy { kUniform, kDecisive, kHeuristic };

// An evaluation written in Python: the key of a state, the generator -> values; a network's logits of the legal actions
// go to `logits`.
using EvaluateCall = std::function<Values(const std::string& key, Rng& rng, std::vector<double>& logits)>;

struct EvaluateSpec {
  bool heuristic = false;  // the game's guess instead of a rollout
  int n = 1;
  Policy policy = Policy::kUniform;
  int depth_limit = -1;  // none
  EvaluateCall call;
  bool gives_logits = false;  // a network: see Evaluate in src/plyground/search/part.py

  bool plain() const { return !heuristic && n == 1 && policy == Policy::kUniform && depth_limit < 0 && !call; }
};

struct SearchSpec {
  PartSpec select_spec, backup_spec;  // what the fused engine reads; no name for a rule that is written in Python
  std::unique_ptr<SelectRule> select;
  std::unique_ptr<BackupRule> backup;
  ExpandSpec expand;
  EvaluateSpec evaluate;
  std::vector<int> statistics;       // by slot
  TranspositionsPtr transpositions;  // nullptr where states are not merged
};

// The spec of parts as Python describes them. A select or evaluate of its own (in Python) is filled in by the caller.
ExpandSpec read_expand(const PartSpec& spec);
EvaluateSpec read_evaluate(const PartSpec& spec);

struct TreeSummary {
  uint32_t nodes = 0, depth = 0, width = 0;  // of the rows that were visited
  std::vector<uint32_t> line;                // the most visited one
};

class AnySearch {
 public:
  virtual ~AnySearch() = default;
  // So many simulations, fewer where something ends the run. Whatever does, the tree holds whole simulations.
  virtual Ended run(uint64_t count, double converged, int threads, Limits* limits, Watch::LookUp look_up) = 0;
  // Make the child of that action the root, `key` its state; false where it was never visited.
  virtual bool advance(uint32_t action, std::string_view key) = 0;
  // So many simulations are to come in this tree; 0 where nobody knows.
  virtual void plan(uint64_t simulations) = 0;
  // Bring every row up to date: with merged states only those that a simulation needs are.
  virtual void refresh() {}
  // How many rows of each depth have been visited, the root as one.
  virtual std::vector<uint32_t> levels() const { return levels_; }
  virtual uint64_t bytes() const { return tree_.bytes(); }  // with the states that its rows share
  virtual uint64_t bytes_held() const { return tree_.bytes_held(); }

  uint64_t simulations() const { return simulations_; }
  const Tree& tree() const { return tree_; }
  bool solved() const { return is_proven(tree_, kRoot); }
  void shrink() { tree_.shrink(); }
  // The line begins with the action `first`, where one is given.
  TreeSummary summary(std::optional<uint32_t> first) const;

  // Go on from a tree that a search with the same parts built.
  void restore(Tree tree, uint64_t simulations) {
    take_tree(std::move(tree));
    simulations_ = simulations_before_ = simulations;
    visits_before_ = 0;
    for (uint32_t row = 0; row < tree_.rows.size(); ++row) {
      visits_before_ = std::max(visits_before_, tree_.rows[row].visits);
    }
    tree_restored();
  }

 protected:
  void take_tree(Tree tree) {
    tree_ = std::move(tree);
    levels_ = tree_.visited_levels();
    tree_changed();
  }

  // Pointers into the tree are no longer valid.
  virtual void tree_changed() {}
  // The tree was built elsewhere.
  virtual void tree_restored() {}

  // No row has more: a simulation visits each at most once.
  virtual uint64_t most_visits() const { return visits_before_ + simulations_ - simulations_before_; }

  // The rows of the path from `fresh` on are visited for the first time; there is a place for every level of it.
  void count_levels(const Path& path, size_t fresh) {
    for (; fresh < path.size(); ++fresh) ++levels_[fresh];
  }
  void reserve_levels(size_t length) {
    if (length > levels_.size()) [[unlikely]]
      levels_.resize(length);
  }
  // Without the levels that only a simulation that was undone had reached.
  void trim_levels() {
    while (levels_.size() > 1 && levels_.back() == 0) levels_.pop_back();
  }

  Tree tree_;
  uint64_t simulations_ = 0;
  std::vector<uint32_t> levels_{1};

 private:
  uint32_t visits_before_ = 0;  // of a row, in a tree that was built elsewhere by so many simulations
  uint64_t simulations_before_ = 0;
};

using SearchPtr = std::unique_ptr<AnySearch>;

}  // namespace ply
