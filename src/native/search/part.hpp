// The parts of a search in C++: the twins of src/plyground/search/part.py. Selection, expansion and backup use only the
// tree, so that they are compiled once for all games; evaluations are templates over the game (evaluation.hpp). How a
// part is registered: docs/developing.md.
#pragma once

#include <cmath>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rng.hpp"
#include "search/best_child.hpp"
#include "search/columns/proofs.hpp"
#include "search/part_spec.hpp"
#include "search/root_tables.hpp"
#include "search/tree.hpp"

namespace ply {

// Streams of draws beside those of the simulations: DECISION_STREAM and NOISE_STREAM in Python.
inline constexpr uint64_t kDecisionStream = (uint64_t{1} << 63) - 1, kNoiseStream = kDecisionStream - 1;

// How the priors of actions are computed, for a rule that uses them.
struct PriorSpec {
  bool heuristic = false;
  double temperature = 1.0;
};

class SelectRule {
 public:
  virtual ~SelectRule() = default;

  // The child to walk to, among `count` children from row `first` on. At least one must be open; returns an open one.
  virtual uint32_t choose(const Tree& tree, const Path& path, uint32_t first, int count, Rng& rng) const = 0;
  // Whether the walk ends at its last row, which has children. Engines call `stops` only if `may_stop`.
  virtual bool may_stop() const { return false; }
  virtual bool stops(const Tree&, const Path&) const { return false; }
  // Called before the first simulation: sets up the statistics that the rule reads.
  virtual void prepare(Tree&) const {}
  virtual const PriorSpec* priors() const { return nullptr; }
  // Called before a search: the number of simulations that will choose at the root; 0 if it is unknown.
  virtual void plan(Tree&, uint32_t /*simulations*/) const {}
  // Called when the root has its children and their priors: draws the noise that the rule adds there.
  virtual void start_root(Tree&, Rng) const {}
};

// Tuned by measurement: docs/performance.md.
inline constexpr uint32_t kYoung = 128;
inline constexpr uint32_t kSmallTree = 12'000;

// Does branch prediction pay for the best child of the last row? A row with many visits mostly repeats its choice. A
// small tree lies in the cache, where a wrong prediction costs more than a right one saves.
inline bool guessable(const Tree& tree, const Path& path) {
  return tree.rows[path.back()].visits >= kYoung && tree.rows.size() >= kSmallTree;
}

// A rule that scores each child separately: Rule::scorer(tree, path, first) returns a function of the child's number.
// Unvisited children score infinity unless Rule::scores_unvisited(); proven and cut ones are left out.
template <class Rule>
class ScoredRule : public SelectRule {
 public:
  // Flattened: passing the scorer to a call through memory would cost puct a quarter of its speed.
  [[gnu::flatten]] uint32_t choose(const Tree& tree, const Path& path, uint32_t first, int count,
                                   Rng& rng) const final {
    const Rule& rule = static_cast<const Rule&>(*this);
    const auto score = rule.scorer(tree, path, first);
    const bool guess = guessable(tree, path);
    const bool all_score = rule.scores_unvisited() || !tree.compares_unvisited;
    const auto new_first = [&](int i) { return tree.rows[first + i].visits ? score(i) : HUGE_VAL; };
    if (const Proofs* proofs = tree.find<Proofs>()) {
      const Proof* proof = &proofs->proof[first];
      const auto best_open = [&](const auto& scored) {
        return first + best_child(count, guess, rng, [&](int i) { return proof[i].open() ? scored(i) : -HUGE_VAL; });
      };
      return all_score ? best_open(score) : best_open(new_first);
    }
    if (all_score) return first + best_child(count, guess, rng, score);
    return first + best_child(count, guess, rng, new_first);
  }

  bool scores_unvisited() const { return false; }
};

class ExpandRule {
 public:
  explicit ExpandRule(uint32_t visits) : after(visits) {}
  explicit ExpandRule(const PartSpec& spec) : ExpandRule(spec.whole<uint32_t>("after")) {}
  virtual ~ExpandRule() = default;

  // A leaf is expanded on the visit after this many.
  const uint32_t after;

  // How many of `count` children must be tried, one per visit, before select compares them.
  virtual int limit(uint32_t visits, int count) const = 0;
  // The child to try next, among `left` untried ones from row `first` on. Engines call it only if `picks`; by default a
  // random one is tried.
  virtual bool picks() const { return false; }
  virtual uint32_t pick(const Tree&, const Path&, uint32_t first, int left, Rng& rng) const {
    return first + static_cast<uint32_t>(rng.below(left));
  }
  // Whether a leaf is expanded on its second visit, and all children are tried before select compares them.
  virtual bool classic() const { return false; }
  // Whether select compares all children from the start, unvisited ones too.
  virtual bool all_at_once() const { return false; }
  // Whether rows stand for decisions alone: then the engine throws the dice when it comes to a row, and `children`
  // moves those that select may compare to the front of the path's last row, and returns their number.
  virtual bool hides_chance() const { return false; }
  virtual int children(Tree&, const Path&, std::span<const uint16_t> /*legal*/, int /*player*/) const { return 0; }
};

class BackupRule {
 public:
  virtual ~BackupRule() = default;
  virtual void update(Tree& tree, const Path& path, const Values& values) const = 0;
  virtual Values worth(const Values& values) const { return values; }
  // Whether the backup takes values as they are; then the engines do not call `worth`.
  virtual bool usual_worth() const { return true; }
};

// The parts of one kind that exist in C++, by the names of their Python twins.
template <class Part>
class PartTwins {
 public:
  using Maker = std::unique_ptr<Part> (*)(const PartSpec&);

  void add(const char* name, Maker maker);
  std::unique_ptr<Part> make(const PartSpec& spec) const;
  std::vector<std::string> names() const;

 private:
  std::map<std::string, Maker> makers_;
};

extern template class PartTwins<SelectRule>;
extern template class PartTwins<ExpandRule>;
extern template class PartTwins<BackupRule>;
PartTwins<SelectRule>& select_twins();
PartTwins<ExpandRule>& expand_twins();
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
struct ExpandTwin {
  explicit ExpandTwin(const char* name) {
    expand_twins().add(
        name, [](const PartSpec& spec) -> std::unique_ptr<ExpandRule> { return std::make_unique<Rule>(spec); });
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
