// The parts of a search in C++: the twins of src/plyground/search/part.py. Selection and backup see the tree
// only, so that they are compiled once; expansion and evaluation need the game and live in the engine.
#pragma once

#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rng.hpp"
#include "search/best_child.hpp"
#include "search/tree.hpp"

namespace ply {

// A part as Python describes it: its name and its fields (a number, a word, numbers, or an inner part).
struct PartSpec {
  std::string name;
  std::map<std::string, std::vector<double>> numbers;  // a field that is none has no entry
  std::map<std::string, std::string> words;
  std::map<std::string, PartSpec> parts;

  double number(const std::string& field) const { return numbers.at(field).at(0); }
  bool has(const std::string& field) const { return numbers.count(field) != 0; }
  bool is(const std::string& field, const char* word) const { return words.at(field) == word; }

  // This part, or one inside it, by name; nullptr where there is none.
  const PartSpec* find(const std::string& wanted) const {
    if (name == wanted) return this;
    for (const auto& [field, part] : parts) {
      if (const PartSpec* found = part.find(wanted)) return found;
    }
    return nullptr;
  }
};

// The rows from the root down to here.
using Path = std::vector<uint32_t>;

struct Move {
  int8_t seat;
  uint32_t action;
};

class SelectRule {
 public:
  virtual ~SelectRule() = default;

  // The child to walk to among `count` children from row `first`: one that is open, which the caller knows to be
  // there.
  virtual uint32_t choose(const Tree& tree, const Path& path, uint32_t first, int count, Rng& rng) const = 0;
  virtual bool stops(const Tree&, const Path&) const { return false; }
  virtual unsigned needs() const { return 0; }
};

// All found by trying: docs/performance.md.
inline constexpr uint32_t kYoung = 128;
inline constexpr uint32_t kSmallTree = 12'000;

// Is it worth while to let the processor guess the best child of the last row? An old row mostly goes to the same one.
// In a small tree everything is near, and a wrong guess costs more than a right one gains.
inline bool guessable(const Tree& tree, const Path& path) {
  return tree.rows[path.back()].visits >= kYoung && tree.rows.size() >= kSmallTree;
}

// A rule that scores every child by itself: Rule::scorer(tree, path, first) is a function of the child's number.
// Children that nobody visited score infinity unless Rule::scores_unvisited(); proven and cut ones are left out.
template <class Rule>
class ScoredRule : public SelectRule {
 public:
  uint32_t choose(const Tree& tree, const Path& path, uint32_t first, int count, Rng& rng) const final {
    const Rule& rule = static_cast<const Rule&>(*this);
    const auto score = rule.scorer(tree, path, first);
    const bool guess = guessable(tree, path);
    if (!(tree.needs & kNeedProven) && (rule.scores_unvisited() || !tree.compares_unvisited)) {
      return first + best_child(count, guess, rng, score);
    }
    return first + best_child(count, guess, rng, [&](int i) {
             if (!tree.is_open(first + i)) return -HUGE_VAL;
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
  virtual unsigned needs() const { return 0; }
};

using SelectPtr = std::unique_ptr<SelectRule>;
using BackupPtr = std::unique_ptr<BackupRule>;

// nullptr for a name that has no twin.
SelectPtr make_select(const PartSpec& spec);
BackupPtr make_backup(const PartSpec& spec);

// 1/√n, √(ln n) and √(2 ln n) by table, bit for bit what the formulas give.
class RootTables {
 public:
  static constexpr uint32_t kSize = 1 << 17;  // the root of a search of 100,000 simulations needs no logarithm
  RootTables() : inverse_root_(kSize), root_log_(kSize), root_two_log_(kSize) {
    inverse_root_[0] = HUGE_VAL;
    for (uint32_t n = 1; n < kSize; ++n) {
      inverse_root_[n] = 1.0 / std::sqrt(static_cast<double>(n));
      const double log = std::log(static_cast<double>(n));
      root_log_[n] = std::sqrt(log);
      root_two_log_[n] = std::sqrt(2.0 * log);
    }
  }
  // `InTable`: the caller knows that n < kSize.
  template <bool InTable = false>
  double inverse_root(uint32_t n) const {
    return InTable || n < kSize ? inverse_root_[n] : 1.0 / std::sqrt(static_cast<double>(n));
  }
  double root_log(uint32_t n) const { return n < kSize ? root_log_[n] : std::sqrt(std::log(static_cast<double>(n))); }
  double root_two_log(uint32_t n) const {
    return n < kSize ? root_two_log_[n] : std::sqrt(2.0 * std::log(static_cast<double>(n)));
  }

 private:
  std::vector<double> inverse_root_, root_log_, root_two_log_;
};

inline const RootTables& root_tables() {
  static const RootTables tables;
  return tables;
}

inline double log_visits(uint32_t visits) {
  return visits ? std::log(static_cast<double>(visits)) : 0.0;
}

}  // namespace ply
