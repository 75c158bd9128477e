// The loop of engine.hpp for classic searches: selection rule and backup are inlined, and shortcuts that do not change
// the tree make it faster. tests/test_fused.py compares both engines row by row.
//
// It may assume (see fusable.hpp): each visit tries one child, and all are tried before any are compared; a
// leaf expands on its second visit and is evaluated by one uniform rollout; the backup takes values as they are;
// nothing is proven, merged, open loop, written in Python or shared by threads; the rule scores visited children alone,
// by its `visited_scorer`. A rule that keeps a statistic gives it by `kept`.
//
// The shortcuts (docs/performance.md):
//   hints          each row notes which child is likely to be chosen next; the processor goes on with it while the
//                  comparison is still running
//   lagging state  if most simulations end at terminal rows that are known, the state stays at the root until the
//                  walk comes to a new row
//   tried by visits  every visit of a row except the first tried one child: the visits give the number tried
#pragma once

#include "fused_rules.hpp"
#include "search/game_search.hpp"
#include "search/make_search.hpp"

namespace ply {

inline constexpr uint32_t kSteady = 48;  // a row's hint is used from this many visits on; tuned by measurement

struct FusedTrack {
  static constexpr uint16_t kNone = 0xFFFF;
  static constexpr size_t kSteps = 256;  // in longer paths steps share entries, and rivals are not used

  uint16_t& rival(size_t step) { return rivals[step % kSteps]; }

  Path path;
  std::array<uint16_t, kSteps> rivals;  // the number of the child that came second, for each step down
};

template <class Game, class Rule, class Backup>
class FusedEngine final : public GameSearch<Game, FusedEngine<Game, Rule, Backup>> {
  using Base = GameSearch<Game, FusedEngine>;
  using State = typename Game::State;
  using Base::simulations_;
  using Base::spec_;
  using Base::tree_;

  static constexpr bool kRuleKeeps = KeepsStatistic<Rule>;
  static constexpr bool kColumns = kRuleKeeps || KeepsStatistic<Backup>;
  // Whether the mean of a terminal row gives the returns of both seats.
  static constexpr bool kMayLag = Backup::kMeans && Game::kDuel;

 public:
  FusedEngine(const Game& game, const State& root, SearchSpec&& spec, uint64_t seed, uint64_t stream)
      : Base(game, root, std::move(spec), seed, stream), rule_(spec_.select_spec), backup_(spec_.backup_spec) {
    tree_changed();
  }

  // Allocate all memory that these simulations need, so that none has to be undone: each expands at most one row and
  // makes the tree at most one level deeper.
  void reserve(uint64_t simulations) override {
    tree_.reserve_rows(static_cast<uint32_t>(simulations) * max_children<Game>());
    const size_t longest = this->levels_.size() + simulations;
    this->levels_.reserve(longest);
    track_.path.reserve(longest);
    if constexpr (kRuleKeeps) rule_.kept().reserve(longest, simulations);
  }

  // State, generator and values are separate variables: together in a Walk they would not stay in registers.
  void simulate_one() {
    State state = this->root_;
    Rng rng = this->next_rng();
    Path& path = track_.path;
    path.clear();
    if (kMayLag && 2 * ended_ > simulations_) {
      walk_down<kMayLag>(state, rng);
    } else {
      walk_down<false>(state, rng);
    }
    const Row& leaf = tree_.rows[path.back()];
    const bool fresh = leaf.visits == 0 && path.size() > 1;
    Values values;
    if (kMayLag && leaf.player == kTerminal && leaf.visits != 0) {
      ++ended_;
      values[leaf.seat] = leaf.value;
      values[1 - leaf.seat] = -leaf.value;
    } else {
      values = state.rollout(rng);
    }
    this->reserve_levels(path.size());
    this->levels_[path.size() - 1] += fresh;
    if constexpr (kRuleKeeps) {
      if (fresh) rule_.kept().added(tree_, path.data(), path.size() - 1, 1);
    }
    backup_.update(tree_, path, values);
    foresee();
  }

 private:
  void tree_changed() override { rule_.attach(tree_); }

  template <bool Lags>
  void walk_down(State& state, Rng& rng) {
    Path& path = track_.path;
    size_t played = 1;
    const auto catch_up = [&] {
      for (; played < path.size(); ++played) state.apply(static_cast<int>(tree_.rows[path[played]].action));
    };
    uint32_t at = kRoot;
    path.push_back(at);
    arrive(at, state);
    while (!is_leaf(at)) {
      if (tree_.rows[at].num_children == 0) {
        if constexpr (Lags) catch_up();
        expand(at, state);
      }
      at = next_child(at, state, rng);
      const uint32_t action = tree_.rows[at].action;
      this->prefetch_children(at);
      path.push_back(at);
      if constexpr (!Lags) {
        state.apply(static_cast<int>(action));
        arrive(at, state);
      } else if (tree_.rows[at].visits == 0) {
        catch_up();
        arrive(at, state);
      }
    }
  }

  void arrive(uint32_t at, const State& state) {
    if constexpr (kColumns) {
      if (!tree_.reached(at)) start_row(at);
    }
    tree_.rows[at].player = static_cast<int8_t>(state.player());
  }

  void start_row(uint32_t at) {
    if constexpr (kRuleKeeps) {
      rule_.kept().start(at);
    } else {
      tree_.start_row(at);
    }
  }

  bool is_leaf(uint32_t at) const {
    const Row& row = tree_.rows[at];
    return row.player == kTerminal || (row.visits == 0 && at != kRoot);
  }

  void expand(uint32_t at, const State& state) {
    this->add_children(at, state);
    if constexpr (kRuleKeeps) rule_.kept().expanded(at);
  }

  uint32_t next_child(uint32_t at, const State& state, Rng& rng) {
    const Row& row = tree_.rows[at];
    uint16_t& rival = track_.rival(track_.path.size() - 1);
    rival = FusedTrack::kNone;
    if (row.player == kChance) return this->draw_child(row, state, rng);
    const int count = row.num_children, tried = count_tried(at, row);
    if (tried < count) {
      this->draw_untried(row.first_child + tried, count - tried, rng);
      return row.first_child + tried;
    }
    return choose(at, rng, rival);
  }

  // Each visit except the first tried a child. Only the root may lack that first visit.
  int count_tried(uint32_t at, const Row& row) const {
    if (at != kRoot) return static_cast<int>(std::min<uint32_t>(row.visits - 1, row.num_children));
    return tree_.tried(row);
  }

  // The best of the row's children, which have all been visited. It is known only after many loads and comparisons;
  // the processor goes on with the row's hint, which is nearly always right. If hints are used, `rival` becomes the
  // number of the second best.
  uint32_t choose(uint32_t at, Rng& rng, uint16_t& rival) const {
    if (tree_.rows[at].visits < RootTables::kSize) [[likely]]
      return choose_by<true>(at, rng, rival);
    return choose_by<false>(at, rng, rival);
  }

  template <bool InTable>
  uint32_t choose_by(uint32_t at, Rng& rng, uint16_t& rival) const {
    const Row& row = tree_.rows[at];
    const auto score = rule_.template visited_scorer<InTable>(tree_, at);
    const int count = row.num_children;
    if (row.visits >= kSteady && count <= kFewChildren) {
      const BestTwo two = best_two(count, score);
      rival = static_cast<uint16_t>(two.second);
      if (two.sure) [[likely]]
        return row.first_child + speculate(row.hint, two.first);
    }
    return row.first_child + best_child(count, false, rng, score);
  }

  // The hints for the next simulation, after the backup. A visit changes the score of one child: the next choice is
  // likely to be that one again, or its rival.
  void foresee() {
    if (track_.path.size() > FusedTrack::kSteps) return;
    if (tree_.rows[kRoot].visits < RootTables::kSize) [[likely]] {
      foresee_by<true>();
    } else {
      foresee_by<false>();
    }
  }

  template <bool InTable>
  void foresee_by() {
    const Path& path = track_.path;
    for (size_t depth = 0; depth + 1 < path.size(); ++depth) {
      const uint16_t rival = track_.rivals[depth];
      if (rival == FusedTrack::kNone) continue;
      Row& row = tree_.rows[path[depth]];
      const auto score = rule_.template visited_scorer<InTable>(tree_, path[depth]);
      const uint32_t visited = path[depth + 1] - row.first_child;
      row.hint = score(visited) >= score(rival) ? static_cast<uint16_t>(visited) : rival;
    }
  }

  Rule rule_;
  Backup backup_;
  FusedTrack track_;
  uint64_t ended_ = 0;  // the number of simulations that ended at a known terminal row
};

// Registers the fused engines of a game.
template <class Game>
struct FusedInstances {
  FusedInstances() {
    std::apply([](const auto&... twins) { (add(twins), ...); }, fused_rules);
  }

 private:
  template <class Rule, class Backup>
  static void add(const FusedTwin<Rule, Backup>& twin) {
    SearchInstance<Game, FusedEngine<Game, Rule, Backup>>{twin.rule};
  }
};

}  // namespace ply
