// The search: one loop of five parts, the twin of src/plyground/search/engine.py, compiled for every game and for the
// `Parts` of engine_parts.hpp.
#pragma once

#include "search/amaf.hpp"
#include "search/engine_parts.hpp"
#include "search/evaluate.hpp"
#include "search/merged_rows.hpp"
#include "search/open_loop.hpp"
#include "search/shared_tree.hpp"
#include "search/spare_trees.hpp"
#include "spin_lock.hpp"

namespace ply {

template <class Game, class Parts>
class alignas(64) Engine final : public AnySearch {
 public:
  using State = typename Game::State;

  // `stream` is the random stream of the first simulation.
  Engine(const Game& game, const State& root, SearchSpec spec, uint64_t seed, uint64_t stream)
      : game_(game),
        root_(root),
        spec_(std::move(spec)),
        parts_(spec_),
        seed_(seed),
        stream_(stream),
        tree_(spare_trees().take()),
        merged_(tree_, spec_.memory) {
    tree_.players = game.num_players();
    tree_.needs = spec_.needs;
    tree_.compares_unvisited = spec_.expand.all_at_once;
    tree_.weigh = spec_.shape_weight;
    const uint16_t no_action = 0;
    tree_.add_rows(&no_action, 1, std::max(root.player(), 0));
    tree_.rows[kRoot].player = static_cast<int8_t>(root.player());
    tree_.start_row(kRoot);
    if constexpr (Parts::kMerges) merged_.recall(kRoot, root);
  }

  ~Engine() override { spare_trees().keep(std::move(tree_)); }

  Ended run(uint64_t count, double converged, int threads, Limits* limits, Watch::LookUp look_up) override {
    // Rows that keep means of visits alone stay right while paths on their way count as lost.
    if (threads > 1 && ((spec_.needs & ~kNeedPrior) || spec_.expand.hides_chance || Parts::kMerges)) {
      throw std::invalid_argument("a part of this search is not safe in a tree that threads share");
    }
    const uint64_t room = kMostVisits - std::min<uint64_t>(most_visits(), kMostVisits);
    Watch watch(limits, look_up);
    const AllowanceScope scope(watch.allowance());
    try {
      const uint64_t most = std::min(count, room);
      const Ended ended = threads > 1 ? run_threads(most, threads, watch) : run_alone(most, converged, watch);
      return ended == Ended::kDone && room < count && most_visits() >= kMostVisits ? Ended::kVisits : ended;
    } catch (const CutOff&) {
      return watch.ended();
    } catch (const OverAllowance&) {
      return Ended::kMegabytes;
    } catch (const std::bad_alloc&) {
      return Ended::kMemory;
    } catch (const std::length_error&) {
      return Ended::kMemory;
    }
  }

  uint64_t simulations() const override { return simulations_; }
  const Tree& tree() const override { return tree_; }

  uint64_t bytes() const override { return tree_.bytes() + merged_.bytes(); }
  uint64_t bytes_held() const override { return tree_.bytes_held() + merged_.bytes_held(); }
  void shrink() override { tree_.shrink(); }

  // Merged states may be known before they are visited here: there the tree itself must be looked at.
  std::vector<uint32_t> levels() const override { return Parts::kMerges ? tree_.visited_levels() : levels_; }

  int most_actions() const override { return Game::kMaxActions; }

  void restore(Tree tree, uint64_t simulations) override {
    if constexpr (Parts::kPlain) tree.require_tried_in_order();
    tree_ = std::move(tree);
    levels_ = tree_.visited_levels();
    simulations_ = simulations;
    visits_before_ = 0;
    for (uint32_t row = 0; row < tree_.rows.size(); ++row) {
      visits_before_ = std::max<uint64_t>(visits_before_, tree_.rows[row].visits);
    }
    simulations_before_ = simulations;
    if constexpr (Parts::kMerges) merged_.recall_all(root_);
  }

  bool advance(uint32_t action, std::string_view key) override {
    const Row root = tree_.rows[kRoot];
    for (uint32_t c = root.first_child; c < root.first_child + root.num_children; ++c) {
      if (tree_.rows[c].action != action || !tree_.rows[c].visits) continue;
      State root = game_.from_key(key);
      tree_ = tree_.subtree(c, -1);
      root_ = root;
      levels_ = tree_.visited_levels();
      return true;
    }
    return false;
  }

  void refresh() override {
    if constexpr (Parts::kMerges) {
      if (refreshed_ != simulations_) merged_.take_known(kRoot, tree_.rows.size());
      refreshed_ = simulations_;
    }
  }

 private:
  // No row has more: a simulation visits each at most once.
  uint64_t most_visits() const {
    const uint64_t here = visits_before_ + simulations_ - simulations_before_;
    return Parts::kMerges ? std::max<uint64_t>(here, merged_.memory().most_visits()) : here;
  }

  Ended run_alone(uint64_t count, double converged, Watch& watch) {
    worker_.watch = &watch;
    try {
      while (count > 0) {
        uint64_t batch = std::min(count, watch.next_batch());
        if (batch == 0) return watch.ended();
        count -= batch;
        if (Parts::kPlain && converged <= 0.0) {
          for (; batch > 0; --batch) simulate_alone();
          continue;
        }
        for (; batch > 0; --batch) {
          if (solved()) return Ended::kDone;
          const double before = tree_.rows[kRoot].value;
          simulate_alone();
          const double change = std::abs(tree_.rows[kRoot].value - before);
          if (0.0 < change && change < converged) return Ended::kConverged;
        }
      }
    } catch (...) {
      roll_back(worker_);
      throw;
    }
    return Ended::kDone;
  }

  // One simulation. Threads that share the tree hold the lock while they walk it and let go while they evaluate; until
  // then their path counts as lost, so that the others look elsewhere.
  template <bool Shared>
  void simulate(Worker& worker) {
    std::unique_lock<SpinLock> lock(lock_, std::defer_lock);
    if constexpr (Shared) lock.lock();
    Rng rng(seed_, stream_ + simulations_);
    State state = root_;
    worker.start(tree_.rows.size());
    constexpr bool may_lag = kMayLag && !Shared;
    const bool lags = may_lag && 2 * ended_ > simulations_;
    uint32_t leaf;
    if constexpr (Shared) {
      leaf = walk_down_shared(worker, state, rng);
    } else {
      leaf = lags ? walk_down<may_lag>(worker, state, rng) : walk_down<false>(worker, state, rng);
    }
    // The rows of the path from here on are new: one, or several where a leaf is not evaluated before it expands.
    size_t fresh = worker.path.size();
    if (Parts::kPlain) {
      fresh -= leaf != kRoot && tree_.rows[leaf].visits == 0;
    } else {
      while (fresh > 1 && tree_.rows[worker.path[fresh - 1]].visits == 0) --fresh;
    }
    Values values;
    const bool known = known_value<Shared>(leaf, values);
    ended_ += known;
    if constexpr (Shared) {
      ++simulations_;  // now: the next thread draws from the next stream
      add_virtual_loss(tree_, worker.path);
      lock.unlock();
      try {
        if (!known) values = evaluate(state, rng, worker);
      } catch (...) {
        lock.lock();
        undo_virtual_loss(tree_, worker.path);
        --simulations_;
        ++stream_;
        worker.cut = true;
        throw;
      }
      lock.lock();
      undo_virtual_loss(tree_, worker.path);
    } else {
      if (!known) values = evaluate(state, rng, worker);
      prepare(worker, fresh);
    }
    count_new(worker.path, fresh);
    parts_.backup(tree_, worker.path, values);
    if constexpr (Parts::kPlain) {
      parts_.foresee(tree_, worker.path, worker.rivals);
    } else {
      update_statistics(worker, values);
    }
    if constexpr (Parts::kMerges) merged_.store(worker.path);
    if constexpr (!Shared) ++simulations_;  // at the end: an evaluation may be cut off
  }

  // All memory that the simulation still needs: from here on nothing can fail.
  void prepare(Worker& worker, size_t fresh) {
    const size_t length = worker.path.size();
    if (length > levels_.size()) [[unlikely]]
      levels_.resize(length);
    if constexpr (Parts::kShape) {
      if (Parts::kPlain || (spec_.needs & kNeedShape)) tree_.reserve_levels(length, length - fresh);
    }
    if constexpr (!Parts::kPlain) {
      if (spec_.needs & kNeedAmaf) prepare_amaf(tree_, worker);
      if (Parts::kMerges) merged_.prepare(length);
    }
  }

  // A simulation failed or was cut off: the tree is what it was before. Where open loop moved rows they stay, and the
  // next simulation finds them there as if it had moved them.
  void roll_back(Worker& worker) {
    trim_levels();
    if (spec_.expand.hides_chance) {
      tree_.truncate(tree_.rows.size());
      return;
    }
    const uint32_t rows = worker.rows_before;
    const Path& path = worker.path;
    if ((spec_.needs & kNeedShape) && spec_.expand.all_at_once) {
      for (size_t depth = path.size(); depth-- > 0;) {
        const Row& row = tree_.rows[path[depth]];
        if (row.first_child >= rows) tree_.count_removed(path.data(), depth + 1, row.num_children);
      }
    }
    tree_.truncate(rows);
    if constexpr (Parts::kMerges) merged_.roll_back(worker);
    for (const uint32_t at : path) {
      if (at >= rows) break;
      Row& row = tree_.rows[at];
      if (row.first_child >= rows) row.first_child = row.num_children = 0;
      if (at != kRoot && row.visits == 0) row.player = kUnknown;
    }
    if (worker.tried < rows) std::swap(tree_.rows[worker.tried].action, tree_.rows[worker.tried_from].action);
  }

  // Levels that only a simulation that was undone had reached.
  void trim_levels() {
    while (levels_.size() > 1 && levels_.back() == 0) levels_.pop_back();
  }

  // The rows of the path from `fresh` on are visited for the first time.
  void count_new(const Path& path, size_t fresh) {
    if constexpr (Parts::kPlain) {
      levels_[path.size() - 1] += fresh < path.size();
    } else {
      for (size_t depth = fresh; depth < path.size(); ++depth) ++levels_[depth];
    }
    if constexpr (Parts::kShape) {
      if (Parts::kPlain || ((spec_.needs & kNeedShape) && !spec_.expand.all_at_once)) {
        for (; fresh < path.size(); ++fresh) tree_.count_added(path.data(), fresh, 1);
      }
    }
  }

  // Flattened: in a file with many games the compiler stops inlining long before the loop is whole.
  [[gnu::flatten]] void simulate_alone() { simulate<false>(worker_); }

  Ended run_threads(uint64_t count, int threads, const Watch& watch) {
    std::vector<Worker> workers(threads);
    const auto tidy = [&] {
      trim_levels();
      close_gaps(tree_, workers, !spec_.expand.all_at_once);
    };
    try {
      const bool done = run_workers(workers, count, watch, [this](Worker& worker) { simulate<true>(worker); });
      tidy();
      return done ? Ended::kDone : watch.ended();
    } catch (...) {
      tidy();
      throw;
    }
  }

  // The same as `walk_down`, undone before another thread can see it where it fails.
  uint32_t walk_down_shared(Worker& worker, State& state, Rng& rng) {
    try {
      const uint32_t leaf = walk_down<false>(worker, state, rng);
      if (worker.path.size() > levels_.size()) levels_.resize(worker.path.size());
      return leaf;
    } catch (...) {
      roll_back(worker);
      throw;
    }
  }

  // Down to a leaf. The state plays along, unless it `Lags`: then it stays at the root until the simulation comes to a
  // row that is new, and is not needed where it ends at one known to be terminal.
  template <bool Lags>
  uint32_t walk_down(Worker& worker, State& state, Rng& rng) {
    Path& path = worker.path;
    path.clear();
    path.push_back(kRoot);
    worker.moves.clear();
    size_t played = 1;
    const auto catch_up = [&] {
      for (; played < path.size(); ++played) state.apply(static_cast<int>(tree_.rows[path[played]].action));
    };
    uint32_t at = kRoot;
    arrive(at, state, worker, rng);
    while (!is_leaf(at, path)) {
      if (tree_.rows[at].num_children == 0) {
        if constexpr (Lags) catch_up();
        expand(at, state, path);
      }
      const uint32_t child = next_child(at, state, worker, rng);
      const uint32_t action = tree_.rows[child].action;
      // The rows that the next step compares: fetched while the move is played.
      const Row* next = &tree_.rows[tree_.rows[child].first_child];
      __builtin_prefetch(next);
      __builtin_prefetch(reinterpret_cast<const char*>(next) + 64);
      __builtin_prefetch(reinterpret_cast<const char*>(next) + 128);
      if (keeps_moves()) worker.moves.push_back({static_cast<int8_t>(state.player()), action});
      path.push_back(at = child);
      if constexpr (!Lags) {
        state.apply(static_cast<int>(action));
        arrive(at, state, worker, rng);
      } else if (tree_.rows[at].visits == 0) {
        catch_up();
        arrive(at, state, worker, rng);
      }
    }
    return at;
  }

  // Note who moves here; open loop throws the dice first.
  void arrive(uint32_t at, State& state, Worker& worker, Rng& rng) {
    if constexpr (!Parts::kPlain) {
      if (spec_.expand.hides_chance) {
        while (state.player() == kChance) state.apply(draw_outcome(state, rng));
      }
    }
    if constexpr (Parts::kColumns) {
      if (!tree_.reached(at)) tree_.start_row(at);
    }
    tree_.rows[at].player = static_cast<int8_t>(state.player());
    if constexpr (Parts::kMerges) {
      if (tree_.rows[at].visits == 0) {
        if (worker.recalled == Worker::kNone) worker.recalled = at;
        merged_.recall(at, state);
      }
    }
  }

  bool is_leaf(uint32_t at, const Path& path) const {
    const Row& row = tree_.rows[at];
    if (row.player == kTerminal) return true;
    if constexpr (Parts::kPlain) {
      return row.visits == 0 && at != kRoot;
    } else {
      if (tree_.is_proven(at)) return true;
      if (at != kRoot && row.visits < spec_.expand.after) return true;
      return at != kRoot && row.num_children > 0 && parts_.stops(tree_, path);
    }
  }

  // Keep a row for every legal action, or for every outcome where chance moves.
  void expand(uint32_t at, const State& state, const Path& path) {
    uint16_t actions[Game::kMaxActions + kMaxOutcomes];
    const bool chance = state.player() == kChance;
    int n = 0;
    if (chance) {
      Outcome outcomes[kMaxOutcomes];
      n = state.chance(outcomes);
      for (int i = 0; i < n; ++i) actions[i] = static_cast<uint16_t>(outcomes[i].outcome);
    } else {
      n = state.actions(actions);
    }
    const int seat = chance ? tree_.rows[at].seat : state.player();
    const bool counts = !Parts::kPlain && (spec_.needs & kNeedShape) && spec_.expand.all_at_once;
    if (counts) tree_.reserve_levels(path.size(), 1);
    const uint32_t first = tree_.add_rows(actions, n, seat);
    tree_.rows[at].first_child = first;
    tree_.rows[at].num_children = static_cast<uint16_t>(n);
    if constexpr (Parts::kShape) {
      if (spec_.needs & kNeedShape) tree_.shape[at] = kFlat;
    }
    if constexpr (!Parts::kPlain) {
      if ((spec_.needs & kNeedPrior) && !chance) fill_priors<Game>(state, spec_.prior, actions, n, &tree_.prior[first]);
      if (counts) tree_.count_added(path.data(), path.size(), n);
    }
  }

  uint32_t next_child(uint32_t at, const State& state, Worker& worker, Rng& rng) {
    const Path& path = worker.path;
    const Row& row = tree_.rows[at];
    const uint32_t first = row.first_child;
    int count = row.num_children;
    if constexpr (Parts::kPlain) worker.rivals[path.size() - 1] = Rivals::kNone;
    if constexpr (Parts::kMerges) merged_.take_known(first, row.num_children);
    if (row.player == kChance) {
      const uint32_t outcome = static_cast<uint32_t>(draw_outcome(state, rng));
      uint32_t child = first;
      while (tree_.rows[child].action != outcome) ++child;
      return child;
    }
    if (Parts::kPlain || !spec_.expand.all_at_once) {
      const int tried = count_tried(at, row);
      if (tried < count) {
        if (Parts::kPlain || tried < spec_.expand.limit(row.visits, count) || tree_.count_open(first, tried) == 0) {
          const uint32_t next = first + tried, other = next + rng.below(count - tried);
          std::swap(tree_.rows[next].action, tree_.rows[other].action);
          worker.note_tried(next, other);
          return next;
        }
        count = tried;
      }
    }
    if constexpr (!Parts::kPlain) {
      if (spec_.expand.hides_chance) {
        count = bring_forward<Game>(tree_, at, state, path);
        return parts_.choose(tree_, path, tree_.rows[at].first_child, count, rng);
      }
      if (tree_.count_open(first, count) == 0) return first + rng.below(count);
    }
    if constexpr (Parts::kPlain) {
      return parts_.choose(tree_, at, count, rng, worker.rivals[path.size() - 1]);
    } else {
      return parts_.choose(tree_, path, first, count, rng);
    }
  }

  // The children that were tried lie first. In a plain search each visit but the first of a row tried one: no need to
  // look at them. (The root may have none of its own.)
  int count_tried(uint32_t at, const Row& row) const {
    if (Parts::kPlain && at != kRoot) return std::min<int>(row.visits - 1, row.num_children);
    if (tree_.rows[row.first_child + row.num_children - 1].visits != 0) return row.num_children;
    return tree_.tried(row);
  }

  // The value of a leaf that needs no state: a proven one, or, where its mean tells what both seats get, one that is
  // terminal and was here before.
  template <bool Shared>
  bool known_value(uint32_t at, Values& values) const {
    if constexpr (kMayLag && !Shared) {
      const Row& row = tree_.rows[at];
      if (row.player != kTerminal || row.visits == 0) return false;
      values[row.seat] = row.value;
      values[1 - row.seat] = -row.value;
      return true;
    }
    if (Parts::kPlain || !tree_.is_proven(at)) return false;
    values = tree_.proven_values[at];
    return true;
  }

  Values evaluate(State& state, Rng& rng, Worker& worker) const {
    if constexpr (Parts::kPlain) {
      return state.rollout(rng);
    } else {
      if (state.player() == kTerminal) return parts_.worth(state.returns());
      return parts_.worth(evaluate_leaf<Game>(state, spec_.evaluate, rng, keeps_moves() ? &worker.moves : nullptr,
                                              tree_.players, *worker.watch));
    }
  }

  bool keeps_moves() const { return !Parts::kPlain && (spec_.needs & kNeedAmaf); }

  void update_statistics(Worker& worker, const Values& values) {
    if (spec_.needs & kNeedSquares) {
      for (uint32_t at : worker.path) {
        const double value = values[tree_.rows[at].seat];
        tree_.squares[at] += (value * value - tree_.squares[at]) / tree_.rows[at].visits;
      }
    }
    if (spec_.needs & kNeedAmaf) update_amaf(tree_, worker, values);
  }

  static constexpr bool kMayLag = Parts::kMeans && Game::kDuel;

  const Game& game_;
  State root_;
  SearchSpec spec_;
  Parts parts_;
  uint64_t seed_, stream_;
  uint64_t simulations_ = 0;
  uint64_t ended_ = 0;                                   // so many of them at a leaf whose value was known
  uint64_t visits_before_ = 0, simulations_before_ = 0;  // the most visits of a row that was restored, and when
  Tree tree_;
  std::vector<uint32_t> levels_{1};  // how many rows of each depth have been visited, the root as one
  Worker worker_;
  SpinLock lock_;
  MergedRows merged_;
  uint64_t refreshed_ = 0;  // after so many simulations every row was up to date
};

}  // namespace ply
