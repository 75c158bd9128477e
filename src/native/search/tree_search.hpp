// The common base of the engines: a tree below a state of one game, the loop over simulations, and moving the root.
#pragma once

#include "search/columns/prior.hpp"
#include "search/shared_tree.hpp"
#include "search/spare_trees.hpp"

namespace ply {

// Buffers of a simulation, which the next one reuses, and what is needed to undo it.
struct alignas(64) Track {  // aligned, so that threads share no cache line
  static constexpr uint32_t kNone = UINT32_MAX;

  Track() { path.reserve(256); }

  Path path;
  std::vector<Move> moves;
  Watch* watch = nullptr;
  bool cut = false;  // was the evaluation cut off? Then the path may have rows without a visit.

  // For `undo`: the number of rows before; the two rows whose actions were swapped to try a child; the row that got the
  // statistics of its state. Old rows of each kind: at most one, because all rows below are new.
  uint32_t rows_before = 0, tried = kNone, tried_from = kNone, recalled = kNone;
};

// The present place of a simulation and its path: the twin of `Walk` in src/plyground/search/walk.py.
template <class State, class Track = ply::Track>
struct Walk {
  Walk(Track& its_track, const State& root, Rng generator)
      : track(its_track), path(track.path), moves(track.moves), state(root), rng(generator) {
    path.clear();
    moves.clear();
  }

  Track& track;
  Path& path;
  std::vector<Move>& moves;  // kept only if a statistic reads them
  State state;
  Rng rng;
  Values values;
  size_t fresh = 0;  // the rows of the path from here on are visited for the first time
};

// `Derived` has reserve(simulations), descend(walk), evaluate(walk), absorb(walk), visit(walk), which descends and
// evaluates so that nothing can fail afterwards, and a `track_` of its own type.
template <class Game, class Derived>
class alignas(64) TreeSearch : public AnySearch {
 public:
  using State = typename Game::State;

  // `stream` is the random stream of the first simulation.
  TreeSearch(const Game& game, const State& root, SearchSpec spec, uint64_t seed, uint64_t stream)
      : game_(game), root_(root), spec_(std::move(spec)), seed_(seed), stream_(stream) {
    tree_ = spare_trees().take();
    tree_.players = game.num_players();
    tree_.most_actions = Game::kMaxActions;
    tree_.compares_unvisited = spec_.expand.all_at_once;
    tree_.keep(spec_.statistics);
    spec_.select->prepare(tree_);
    const uint16_t no_action = 0;
    tree_.add_rows(&no_action, 1, std::max(root.player(), 0));
    tree_.rows[kRoot].player = static_cast<int8_t>(root.player());
    tree_.start_row(kRoot);
  }

  ~TreeSearch() override { spare_trees().keep(std::move(tree_)); }

  Ended run(uint64_t count, double converged, int threads, Limits* limits, Watch::LookUp look_up) override {
    // Virtual loss can be undone only if rows keep nothing but visits and means.
    if (threads > 1 && !shares_tree()) {
      throw std::invalid_argument("a part of this search is not safe in a tree that threads share");
    }
    const uint64_t room = kMostVisits - std::min<uint64_t>(this->most_visits(), kMostVisits);
    Watch watch(limits, look_up);
    const AllowanceScope scope(watch.allowance());
    Derived& engine = static_cast<Derived&>(*this);
    try {
      const uint64_t most = std::min(count, room);
      const Ended ended = threads > 1 ? run_shared(engine, most, threads, watch) : run_alone(most, converged, watch);
      this->trim_levels();
      return ended == Ended::kDone && room < count && this->most_visits() >= kMostVisits ? Ended::kVisits : ended;
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

  bool advance(uint32_t action, std::string_view key) override {
    const Row root = tree_.rows[kRoot];
    for (uint32_t c = root.first_child; c < root.first_child + root.num_children; ++c) {
      if (tree_.rows[c].action != action || !tree_.rows[c].visits) continue;
      const State state = game_.from_key(key);
      take_tree(tree_.subtree(c, -1));
      root_ = state;
      return true;
    }
    return false;
  }

  // For threads that share the tree (shared_tree.hpp); they hold a lock when they call these.
  Tree& growing_tree() { return tree_; }
  template <class Track>
  auto start_walk(Track& track) {
    return Walk<State, Track>(track, root_, Rng(seed_, stream_ + simulations_));
  }
  void count_simulation() { ++simulations_; }
  // Give up a counted simulation and its stream: other threads have already drawn from the later streams.
  void drop_simulation() {
    --simulations_;
    ++stream_;
  }
  void set_shared(bool) {}
  void tidy() { this->trim_levels(); }
  bool tries_in_order() const { return !spec_.expand.all_at_once; }

 protected:
  bool shares_tree() const {
    for (const int slot : spec_.statistics) {
      if (slot != Prior::twin.slot) return false;
    }
    return !spec_.expand.hides_chance && !spec_.transpositions;
  }

  Ended run_alone(uint64_t count, double converged, Watch& watch) {
    Derived& engine = static_cast<Derived&>(*this);
    engine.track_.watch = &watch;
    const bool may_end_early = converged > 0.0 || !tree_.statistics().empty();
    while (count > 0) {
      uint64_t batch = std::min(count, watch.next_batch());
      if (batch == 0) return watch.ended();
      count -= batch;
      while (batch > 0) {
        uint64_t chunk = reserve_for(std::min<uint64_t>(batch, kChunk));
        batch -= chunk;
        for (; chunk > 0; --chunk) {
          if (!may_end_early) {
            simulate();
            continue;
          }
          if (this->solved()) return Ended::kDone;
          const double before = tree_.rows[kRoot].value;
          simulate();
          const double change = std::abs(tree_.rows[kRoot].value - before);
          if (0.0 < change && change < converged) return Ended::kConverged;
        }
      }
    }
    return Ended::kDone;
  }

  // Allocate memory for this many simulations, or for one if there is not enough; returns the number.
  uint64_t reserve_for(uint64_t simulations) {
    Derived& engine = static_cast<Derived&>(*this);
    try {
      engine.reserve(simulations);
      return simulations;
    } catch (const std::bad_alloc&) {
      engine.reserve(1);
      return 1;
    }
  }

  // Flattened, because in a file with many games the compiler stops inlining too early.
  [[gnu::flatten]] void simulate() {
    Derived& engine = static_cast<Derived&>(*this);
    auto walk = start_walk(engine.track_);
    engine.visit(walk);
    engine.absorb(walk);
    ++simulations_;
  }

  // The steps of a walk that both engines take in the same way.

  // Add a row for every legal action, or for every outcome of a chance node.
  void add_children(uint32_t at, const State& state) {
    uint16_t actions[Game::kMaxActions + kMaxOutcomes];
    const bool chance = state.player() == kChance;
    const int n = chance ? list_outcomes(state, actions) : state.actions(actions);
    const uint32_t first = tree_.add_rows(actions, n, chance ? tree_.rows[at].seat : state.player());
    tree_.rows[at].first_child = first;
    tree_.rows[at].num_children = static_cast<uint16_t>(n);
  }

  // Draw an outcome by its probability.
  uint32_t draw_child(const Row& row, const State& state, Rng& rng) const {
    const uint32_t outcome = static_cast<uint32_t>(draw_outcome(state, rng));
    uint32_t child = row.first_child;
    while (tree_.rows[child].action != outcome) ++child;
    return child;
  }

  // Swap the action of a random untried child into row `next`: tried children always lie first. Returns the other row.
  uint32_t draw_untried(uint32_t next, int left, Rng& rng) {
    const uint32_t from = next + rng.below(left);
    std::swap(tree_.rows[next].action, tree_.rows[from].action);
    return from;
  }

  // Fetch the rows that the next step compares while the move is played.
  void prefetch_children(uint32_t row) const {
    const char* next = reinterpret_cast<const char*>(&tree_.rows[tree_.rows[row].first_child]);
    __builtin_prefetch(next);
    __builtin_prefetch(next + 64);
    __builtin_prefetch(next + 128);
  }

 private:
  static int list_outcomes(const State& state, uint16_t* actions) {
    Outcome outcomes[kMaxOutcomes];
    const int n = state.chance(outcomes);
    for (int i = 0; i < n; ++i) actions[i] = static_cast<uint16_t>(outcomes[i].outcome);
    return n;
  }

 protected:
  static constexpr uint64_t kChunk = 64;

  const Game& game_;
  State root_;
  SearchSpec spec_;
  uint64_t seed_, stream_;
};

}  // namespace ply
