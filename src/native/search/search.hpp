// The parts of a search, and the interface that the bindings use.
#pragma once

#include <functional>

#include "search/evaluation.hpp"
#include "search/part.hpp"

namespace ply {

class Transpositions;
using TranspositionsPtr = std::shared_ptr<Transpositions>;

// Calls an evaluation written in Python: takes the key of a state and the generator, returns the values and appends the
// moves that it played.
using EvaluateCall = std::function<Values(const std::string& key, Rng& rng, std::vector<Move>& moves)>;

// A network's answer for a position: the values, and the logits of the legal actions.
struct Judgement {
  Values values{};
  std::vector<double> logits;
};
// Calls a network: takes the keys of some states and their generators, returns a judgement of each state.
using JudgeCall = std::function<std::vector<Judgement>(const std::vector<std::string>& keys, std::vector<Rng>& rngs)>;

// One of the three: an evaluation in C++, one written in Python, or a network.
struct EvaluateSpec {
  std::unique_ptr<AnyEvaluation> twin;
  EvaluateCall call;
  JudgeCall judge;
  uint64_t leaves = 1;  // leaves of one search that a network judges in one call

  // Whether the evaluation is a network: see Evaluate in src/plyground/search/part.py.
  bool gives_logits() const { return static_cast<bool>(judge); }
  bool plain() const { return twin && twin->plain(); }
};

struct SearchSpec {
  SearchSpec();
  SearchSpec(SearchSpec&&) noexcept;
  ~SearchSpec();

  PartSpec select_spec, backup_spec;  // for the fused engine; a rule written in Python has an empty name
  std::unique_ptr<SelectRule> select;
  std::unique_ptr<ExpandRule> expand;
  std::unique_ptr<BackupRule> backup;
  EvaluateSpec evaluate;
  std::vector<int> statistics;       // by slot
  TranspositionsPtr transpositions;  // nullptr if states are not merged
};

struct TreeSummary {
  uint32_t nodes = 0, depth = 0, width = 0;  // of the visited rows
  std::vector<uint32_t> line;                // the most visited line
};

class AnySearch {
 public:
  AnySearch();
  virtual ~AnySearch();
  // Run `count` simulations, or fewer if a limit ends the run; a batch of leaves that `count` would cut goes on for up
  // to `more` simulations. In any case the tree then holds only whole simulations.
  virtual Ended run(uint64_t count, uint64_t more, double converged, int threads, Limits* limits,
                    Watch::LookUp look_up) = 0;
  // Make the root's child with this action, whose state has this key, the new root; false if it was never visited.
  virtual bool advance(uint32_t action, std::string_view key) = 0;
  // Announce the number of simulations to come in this tree; 0 if it is unknown.
  virtual void plan(uint64_t simulations) = 0;
  // Bring all rows up to date: with merged states, simulations update only the rows that they need.
  virtual void refresh() {}
  // The number of visited rows at each depth; the root always counts as one.
  virtual std::vector<uint32_t> levels() const;
  virtual uint64_t bytes() const;  // includes the merged states
  virtual uint64_t bytes_held() const;

  uint64_t simulations() const { return simulations_; }
  const Tree& tree() const { return tree_; }
  bool solved() const { return is_proven(tree_, kRoot); }
  void shrink() { tree_.shrink(); }
  // The line begins with the action `first`, if one is given.
  TreeSummary summary(std::optional<uint32_t> first) const;

  // Replace the tree by one that a search with the same parts built.
  void restore(Tree tree, uint64_t simulations);

 protected:
  void take_tree(Tree tree);

  // Called when pointers into the tree are no longer valid.
  virtual void tree_changed() {}
  // Called when `restore` replaced the tree.
  virtual void tree_restored() {}

  // An upper bound on the visits of any row: a simulation visits each at most once.
  virtual uint64_t most_visits() const { return visits_before_ + simulations_ - simulations_before_; }

  // Count the rows of the path from `fresh` on, which are visited for the first time. `levels_` must be long enough.
  void count_levels(const Path& path, size_t fresh) {
    for (; fresh < path.size(); ++fresh) ++levels_[fresh];
  }
  void reserve_levels(size_t length) {
    if (length > levels_.size()) [[unlikely]]
      levels_.resize(length);
  }
  // Drop levels that only an undone simulation had reached.
  void trim_levels();

  Tree tree_;
  uint64_t simulations_ = 0;
  std::vector<uint32_t> levels_{1};

 private:
  uint32_t visits_before_ = 0;  // of a restored tree: the most visits of a row, and the number of simulations
  uint64_t simulations_before_ = 0;
};

using SearchPtr = std::unique_ptr<AnySearch>;

}  // namespace ply
