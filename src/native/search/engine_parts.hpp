// Select and backup as the engine calls them: PlainParts (classic UCT, tree shape control and Bayes-UCT on it, seen
// through by the compiler), AnyParts (every other combination, one call through a pointer per step down and per backup)
// or MergedParts (the same with a memory).
#pragma once

#include "search/backup/bayes.hpp"
#include "search/backup/mean.hpp"
#include "search/search.hpp"
#include "search/select/bayes_uct.hpp"
#include "search/select/tree_shape.hpp"
#include "search/select/ucb1.hpp"
#include "search/worker.hpp"

namespace ply {

inline constexpr uint32_t kSteady = 48;  // from so many visits on a row's hint is used: found by trying

template <class Rule, class Backup>
class PlainParts {
 public:
  explicit PlainParts(const SearchSpec& spec) : rule_(spec.select_spec), backup_(spec.backup_spec) {}

  static constexpr bool kPlain = true;
  static constexpr bool kMerges = false;
  static constexpr bool kMeans = std::is_same_v<Backup, PlainMean>;  // of what the simulations brought, as it was
  static constexpr bool kShape = std::is_same_v<Rule, TreeShape>;
  static constexpr bool kColumns = kShape || std::is_same_v<Backup, Bayes>;  // are there some that `start_row` fills?

  // The best of the row's `count` children, which have all been visited. Which one that is, is known late, after
  // many loads and comparisons, and the next step waits for it: but the row's hint is nearly always right. `rival` is
  // the number of the second best, left alone where hints are not used.
  uint32_t choose(const Tree& tree, uint32_t at, int count, Rng& rng, uint16_t& rival) const {
    const Row& row = tree.rows[at];
    const auto best = [&](auto score) {
      if (row.visits >= kSteady && count <= kFewChildren) {
        const BestTwo two = best_two(count, score);
        rival = static_cast<uint16_t>(two.second);
        if (two.sure) [[likely]]
          return speculate(row.hint, two.first);
      }
      return best_child(count, false, rng, score);
    };
    if (row.visits < RootTables::kSize) [[likely]] {
      return row.first_child + best(rule_.template visited_scorer<true>(tree, at));
    }
    return row.first_child + best(rule_.template visited_scorer<false>(tree, at));
  }

  void backup(Tree& tree, const Path& path, const Values& values) const { backup_.update(tree, path, values); }

  // The hints for the next simulation, after the backup. A visit changes the score of one child: the next choice is
  // likely to be that one again, or its rival.
  void foresee(Tree& tree, const Path& path, const Rivals& rivals) const {
    if (path.size() > Rivals::kSteps) return;
    if (tree.rows[kRoot].visits < RootTables::kSize) [[likely]] {
      foresee_by<true>(tree, path, rivals);
    } else {
      foresee_by<false>(tree, path, rivals);
    }
  }

 private:
  template <bool InTable>
  void foresee_by(Tree& tree, const Path& path, const Rivals& rivals) const {
    for (size_t depth = 0; depth + 1 < path.size(); ++depth) {
      const uint16_t rival = rivals.numbers[depth];
      if (rival == Rivals::kNone) continue;
      Row& row = tree.rows[path[depth]];
      const auto score = rule_.template visited_scorer<InTable>(tree, path[depth]);
      const uint32_t visited = path[depth + 1] - row.first_child;
      row.hint = score(visited) >= score(rival) ? static_cast<uint16_t>(visited) : rival;
    }
  }

  Rule rule_;
  Backup backup_;
};

class AnyParts {
 public:
  explicit AnyParts(const SearchSpec& spec) : select_(*spec.select), backup_(*spec.backup) {}

  static constexpr bool kPlain = false;
  static constexpr bool kMerges = false;
  static constexpr bool kMeans = false;
  static constexpr bool kShape = true;
  static constexpr bool kColumns = true;

  uint32_t choose(const Tree& tree, const Path& path, uint32_t first, int count, Rng& rng) const {
    return select_.choose(tree, path, first, count, rng);
  }
  void backup(Tree& tree, const Path& path, const Values& values) const { backup_.update(tree, path, values); }
  Values worth(const Values& values) const { return backup_.worth(values); }
  bool stops(const Tree& tree, const Path& path) const { return select_.stops(tree, path); }

 private:
  const SelectRule& select_;
  const BackupRule& backup_;
};

class MergedParts : public AnyParts {
 public:
  using AnyParts::AnyParts;

  static constexpr bool kMerges = true;
  static constexpr bool kShape = false;  // this and all such columns depend on the way to a state
  static constexpr bool kColumns = false;
};

}  // namespace ply
