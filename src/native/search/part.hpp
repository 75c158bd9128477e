// The parts of a search in C++: the twins of src/plyground/search/part.py. Selection and backup see the tree
// only, so that they are compiled once; expansion and evaluation need the game and live in the engine.
#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rng.hpp"
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
inline constexpr uint32_t kSteady = 48;
inline constexpr uint32_t kYoung = 128;
inline constexpr uint32_t kSmallTree = 12'000;
inline constexpr int kFewChildren = 16;

// Is it worth while to let the processor guess the best child of the last row? An old row mostly goes to the same one.
// In a small tree everything is near, and a wrong guess costs more than a right one gains.
inline bool guessable(const Tree& tree, const Path& path) {
  return tree.rows[path.back()].visits >= kYoung && tree.rows.size() >= kSmallTree;
}

// The child with the largest score, score(i) being that of number i; ties are broken by one draw. Without branches.
template <class Score>
int best_of_few(int count, Rng& rng, Score score) {
  double scores[kFewChildren];
  double top = scores[0] = score(0);
  for (int i = 1; i < count; ++i) {
    scores[i] = score(i);
    top = scores[i] > top ? scores[i] : top;
  }
  unsigned best = 0;
  for (int i = 0; i < count; ++i) best |= static_cast<unsigned>(!(scores[i] < top)) << i;
  if (best & (best - 1)) [[unlikely]] {
    for (int skip = rng.below(std::popcount(best)); skip > 0; --skip) best &= best - 1;
  }
  return std::countr_zero(best);
}

// The same. The branches are meant where the processor may `guess` (`unlikely` keeps the compiler from turning them
// into conditional moves): when it guesses right it has the next rows under way before it knows.
template <class Score>
int best_child(int count, bool guess, Rng& rng, Score score) {
  if (!guess && count <= kFewChildren) return best_of_few(count, rng, score);
  int best = 0, ties = 1;
  double top = score(0);
  for (int i = 1; i < count; ++i) {
    const double s = score(i);
    if (s >= top) [[unlikely]] {
      if (s == top) {
        ++ties;
      } else {
        top = s;
        best = i;
        ties = 1;
      }
    }
  }
  for (int skip = rng.below(ties); skip > 0; --skip) {
    do ++best;
    while (score(best) != top);
  }
  return best;
}

// The best two of some children, by number; `sure` where no other is as good as the first, or nearly.
struct BestTwo {
  int first, second;
  bool sure;
};

// In one pass without branches. Each score carries the child's number in its last four bits: scores that differ in more
// than those are in the right order. On x86 it is spelt out, so that nothing passes through the integer registers.
template <class Score>
BestTwo best_two(int count, Score score) {
  static_assert(kFewChildren == 16);
#ifdef __SSE2__
  alignas(16) static constexpr uint64_t kNumbers[16][2] = {{0}, {1}, {2},  {3},  {4},  {5},  {6},  {7},
                                                           {8}, {9}, {10}, {11}, {12}, {13}, {14}, {15}};
  const __m128d rest = _mm_castsi128_pd(_mm_set1_epi64x(~15LL));
  __m128d top = _mm_set_sd(-HUGE_VAL), second = top;
  for (int i = 0; i < count; ++i) {
    const __m128d number = _mm_load_pd(reinterpret_cast<const double*>(kNumbers[i]));
    const __m128d s = _mm_or_pd(_mm_and_pd(_mm_set_sd(score(i)), rest), number);
    second = _mm_max_sd(second, _mm_min_sd(s, top));
    top = _mm_max_sd(s, top);
  }
  const uint64_t a = std::bit_cast<uint64_t>(_mm_cvtsd_f64(top)), b = std::bit_cast<uint64_t>(_mm_cvtsd_f64(second));
#else
  double top = -HUGE_VAL, second = -HUGE_VAL;
  for (int i = 0; i < count; ++i) {
    const uint64_t bits = (std::bit_cast<uint64_t>(score(i)) & ~uint64_t{15}) | static_cast<uint64_t>(i);
    const double s = std::bit_cast<double>(bits), low = s < top ? s : top;
    second = second > low ? second : low;
    top = s > top ? s : top;
  }
  const uint64_t a = std::bit_cast<uint64_t>(top), b = std::bit_cast<uint64_t>(second);
#endif
  return {static_cast<int>(a & 15), static_cast<int>(b & 15), (a ^ b) > 15};
}

// The right number, as guessed where the guess is right. The compiler must not see that they are the same then: the
// processor shall go on with the guess, which it has at once, and find out later.
inline int speculate(int guess, int right) {
  int unseen = guess;
  asm("" : "+r"(unseen));
  if (guess != right) [[unlikely]] {
    asm volatile("");
    return right;
  }
  return unseen;
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
