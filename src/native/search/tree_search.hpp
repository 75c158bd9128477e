// What the engines share: a tree below a state of one game, the loop over simulations, and moving the root.
#pragma once

#include "search/shared_tree.hpp"
#include "search/spare_trees.hpp"

namespace ply {

// One simulation on its way: where it is and what it has met. The twin of `Walk` in src/plyground/search/engine.py.
// The vectors live in a Track, which the next walk uses again.
struct Track {
  Track() { path.reserve(256); }  // no cache line shared with another thread's

  Path path;
  std::vector<Move> moves;
};

template <class State, class Track = ply::Track>
struct Walk {
  Walk(Track& its_track, const State& root, Rng generator)
      : track(its_track), path(track.path), moves(track.moves), state(root), rng(generator) {
    path.clear();
    moves.clear();
  }

  Track& track;
  Path& path;
  std::vector<Move>& moves;  // kept where a statistic reads them
  State state;
  Rng rng;
  Values values;
};

// `Derived` offers descend(walk), evaluate(walk), absorb(walk), and a `track_` of its own kind.
template <class Game, class Derived>
class alignas(64) TreeSearch : public AnySearch {
 public:
  using State = typename Game::State;

  // `stream` is the random stream of the first simulation.
  TreeSearch(const Game& game, const State& root, SearchSpec spec, uint64_t seed, uint64_t stream)
      : game_(game), root_(root), spec_(std::move(spec)), seed_(seed), stream_(stream) {
    tree_ = spare_trees().take();
    tree_.players = game.num_players();
    tree_.compares_unvisited = spec_.expand.all_at_once;
    tree_.keep(spec_.statistics);
    spec_.select->prepare(tree_);
    const uint16_t no_action = 0;
    tree_.add_rows(&no_action, 1, std::max(root.player(), 0));
    tree_.rows[kRoot].player = static_cast<int8_t>(root.player());
    tree_.start_row(kRoot);
  }

  ~TreeSearch() override { spare_trees().keep(std::move(tree_)); }

  bool run(uint64_t count, double converged, int threads) override {
    if (threads > 1) {
      run_shared(static_cast<Derived&>(*this), count, threads);
      return false;
    }
    if (converged <= 0.0 && tree_.statistics().empty()) {
      for (uint64_t i = 0; i < count; ++i) simulate();
      return false;
    }
    for (uint64_t i = 0; i < count && !solved(); ++i) {
      const double before = tree_.rows[kRoot].value;
      simulate();
      const double change = std::abs(tree_.rows[kRoot].value - before);
      if (0.0 < change && change < converged) return true;
    }
    return false;
  }

  bool advance(uint32_t action, std::string_view key) override {
    const Row root = tree_.rows[kRoot];
    for (uint32_t c = root.first_child; c < root.first_child + root.num_children; ++c) {
      if (tree_.rows[c].action != action || !tree_.rows[c].visits) continue;
      root_ = game_.from_key(key);
      take_tree(tree_.subtree(c, -1));
      return true;
    }
    return false;
  }

  // For threads that share the tree (shared_tree.hpp), which hold a lock when they call these.
  Tree& growing_tree() { return tree_; }
  template <class Track>
  auto next_walk(Track& track) {
    return start_walk(track, simulations_++);
  }
  void set_shared(bool) {}

 protected:
  // Flattened: in a file with many games the compiler stops inlining long before the loop is whole.
  [[gnu::flatten]] void simulate() {
    Derived& engine = static_cast<Derived&>(*this);
    auto walk = start_walk(engine.track_, simulations_);
    engine.descend(walk);
    engine.evaluate(walk);
    engine.absorb(walk);
    ++simulations_;  // at the end: an evaluation in Python may be interrupted
  }

  // The steps of a walk that both engines take in the same way.

  // Keep a row for every legal action, or for every outcome where chance moves.
  void add_children(uint32_t at, const State& state) {
    uint16_t actions[Game::kMaxActions + kMaxOutcomes];
    const bool chance = state.player() == kChance;
    const int n = chance ? list_outcomes(state, actions) : state.actions(actions);
    const uint32_t first = tree_.add_rows(actions, n, chance ? tree_.rows[at].seat : state.player());
    tree_.rows[at].first_child = first;
    tree_.rows[at].num_children = static_cast<uint16_t>(n);
  }

  // An outcome by its probability.
  uint32_t draw_child(const Row& row, const State& state, Rng& rng) const {
    const uint32_t outcome = static_cast<uint32_t>(draw_outcome(state, rng));
    uint32_t child = row.first_child;
    while (tree_.rows[child].action != outcome) ++child;
    return child;
  }

  // The children that were tried lie first; a random one of the others takes the next place.
  uint32_t try_next(uint32_t next, int left, Rng& rng) {
    std::swap(tree_.rows[next].action, tree_.rows[next + rng.below(left)].action);
    return next;
  }

  // The rows that the next step compares: fetched while the move is played.
  void prefetch_children(uint32_t row) const {
    const char* next = reinterpret_cast<const char*>(&tree_.rows[tree_.rows[row].first_child]);
    __builtin_prefetch(next);
    __builtin_prefetch(next + 64);
    __builtin_prefetch(next + 128);
  }

 private:
  template <class Track>
  Walk<State, Track> start_walk(Track& track, uint64_t simulation) const {
    return {track, root_, Rng(seed_, stream_ + simulation)};
  }

  static int list_outcomes(const State& state, uint16_t* actions) {
    Outcome outcomes[kMaxOutcomes];
    const int n = state.chance(outcomes);
    for (int i = 0; i < n; ++i) actions[i] = static_cast<uint16_t>(outcomes[i].outcome);
    return n;
  }

 protected:
  const Game& game_;
  State root_;
  SearchSpec spec_;
  uint64_t seed_, stream_;
};

}  // namespace ply
