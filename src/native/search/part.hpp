// The parts of a search in C++: the twins of src/plyground/search/part.py. Selection and backup use only the tree, so
// that they are compiled once for all games. How a part is registered: docs/developing.md.
#pragma once

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rng.hpp"
#include "search/best_child.hpp"
#include "search/columns/proofs.hpp"
#include "search/part_spec.hpp"
#include "search/root_tables.hpp"
#include "search/tree.hpp"

namespace ply {

// The prior of every action, for a rule that wants one.
struct PriorSpec {
  bool heuristic = false;
  double temperature = 1.0;
};

class SelectRule {
 public:
  virtual ~SelectRule() = default;

  // The child to walk to among `count` children from row `first`: an open one, of which there must be at least one.
  virtual uint32_t choose(const Tree& tree, const Path& path, uint32_t first, int count, Rng& rng) const = 0;
  virtual bool stops(const Tree&, const Path&) const { return false; }
  // Before the first simulation: set up the statistics that the rule reads.
  virtual void prepare(Tree&) const {}
  virtual const PriorSpec* priors() const { return nullptr; }
};

// Tuned by measurement: docs/performance.md.
inline constexpr uint32_t kYoung = 128;
inline constexpr uint32_t kSmallTree = 12'000;

// Does branch prediction pay for the best child of the last row? A row with many visits mostly repeats its choice. A
// small tree lies in the cache, where a wrong prediction costs more than a right one saves.
inline bool guessable(const Tree& tree, const Path& path) {
  return tree.rows[path.back()].visits >= kYoung && tree.rows.size() >= kSmallTree;
}

// A rule that scores every child by itself: Rule::scorer(tree, path, first) is a function of the child's number.
// Unvisited children score infinity unless Rule::scores_unvisited(); proven and cut ones are left out.
template <class Rule>
class ScoredRule : public SelectRule {
 public:
  uint32_t choose(const Tree& tree, const Path& path, uint32_t first, int count, Rng& rng) const final {
    const Rule& rule = static_cast<const Rule&>(*this);
    const auto score = rule.scorer(tree, path, first);
    const bool guess = guessable(tree, path);
    const Proofs* proofs = tree.find<Proofs>();
    if (!proofs && (rule.scores_unvisited() || !tree.compares_unvisited)) {
      return first + best_child(count, guess, rng, score);
    }
    return first + best_child(count, guess, rng, [&](int i) {
             if (proofs && !proofs->proof[first + i].open()) return -HUGE_VAL;
             if (tree.rows[first + i].visits == 0 && !rule.scores_unvisited()) return HUGE_VAL;
             return score(i);
           });
  }

  bool scores_unvisited() const { return false; }
};

class BackupRule {
 public:
  virtual ~BackupRule() = default;
  virtual void update(Tree& tree, const Path& path, const Values& values) const = 0;
  virtual Values worth(const Values& values) const { return values; }
  // Does the backup take values as they are? The fused engine requires it.
  virtual bool usual_worth() const { return true; }
};

// The parts of one kind that exist in C++, by the names of their Python twins.
template <class Part>
class PartTwins {
 public:
  using Maker = std::unique_ptr<Part> (*)(const PartSpec&);

  void add(const char* name, Maker maker) { makers_[name] = maker; }
  std::unique_ptr<Part> make(const PartSpec& spec) const {
    const auto found = makers_.find(spec.name);
    if (found == makers_.end()) throw std::invalid_argument(spec.name + " has no C++ twin");
    return found->second(spec);
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [name, maker] : makers_) names.push_back(name);
    return names;
  }

 private:
  std::map<std::string, Maker> makers_;
};

PartTwins<SelectRule>& select_twins();
PartTwins<BackupRule>& backup_twins();

// `static const SelectTwin<Ucb1> twin{"ucb1"};` registers a rule, which is constructed from its PartSpec.
template <class Rule>
struct SelectTwin {
  explicit SelectTwin(const char* name) {
    select_twins().add(
        name, [](const PartSpec& spec) -> std::unique_ptr<SelectRule> { return std::make_unique<Rule>(spec); });
  }
};

template <class Rule>
struct BackupTwin {
  explicit BackupTwin(const char* name) {
    backup_twins().add(
        name, [](const PartSpec& spec) -> std::unique_ptr<BackupRule> { return std::make_unique<Rule>(spec); });
  }
};

}  // namespace ply
