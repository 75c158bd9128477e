// The search: one loop of five parts, the twin of src/plyground/search/engine.py, compiled for every game and for the
// `Parts` of engine_parts.hpp.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "search/engine_parts.hpp"
#include "search/evaluate.hpp"
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
        tree_(spare_trees().take()) {
    tree_.players = game.num_players();
    tree_.needs = spec_.needs;
    tree_.compares_unvisited = spec_.expand.all_at_once;
    tree_.weigh = spec_.shape_weight;
    const uint16_t no_action = 0;
    tree_.add_rows(&no_action, 1, std::max(root.player(), 0));
    tree_.rows[kRoot].player = static_cast<int8_t>(root.player());
    tree_.start_row(kRoot);
    if constexpr (Parts::kMerges) recall(kRoot, root);
  }

  ~Engine() override { spare_trees().keep(std::move(tree_)); }

  bool run(uint64_t count, double converged, int threads) override {
    if (threads > 1) {
      run_threads(count, threads);
      return false;
    }
    if (Parts::kPlain && converged <= 0.0) {
      for (uint64_t i = 0; i < count; ++i) simulate_alone();
      return false;
    }
    for (uint64_t i = 0; i < count && !solved(); ++i) {
      const double before = tree_.rows[kRoot].value;
      simulate_alone();
      const double change = std::abs(tree_.rows[kRoot].value - before);
      if (0.0 < change && change < converged) return true;
    }
    return false;
  }

  uint64_t simulations() const override { return simulations_; }
  const Tree& tree() const override { return tree_; }

  // Merged states may be known before they are visited here: there the tree itself must be looked at.
  std::vector<uint32_t> levels() const override { return Parts::kMerges ? tree_.visited_levels() : levels_; }

  int most_actions() const override { return Game::kMaxActions; }

  void restore(Tree tree, uint64_t simulations) override {
    if constexpr (Parts::kPlain) tree.require_tried_in_order();
    tree_ = std::move(tree);
    levels_ = tree_.visited_levels();
    simulations_ = simulations;
  }

  bool advance(uint32_t action, std::string_view key) override {
    const Row root = tree_.rows[kRoot];
    for (uint32_t c = root.first_child; c < root.first_child + root.num_children; ++c) {
      if (tree_.rows[c].action != action || !tree_.rows[c].visits) continue;
      root_ = game_.from_key(key);
      tree_ = tree_.subtree(c, -1);
      levels_ = tree_.visited_levels();
      return true;
    }
    return false;
  }

  void refresh() override {
    if constexpr (Parts::kMerges) {
      if (refreshed_ != simulations_) take_known(kRoot, tree_.rows.size());
      refreshed_ = simulations_;
    }
  }

 private:
  // A seat and an action as a place in a block of all-moves-as-first entries, and what the simulation was worth there.
  struct Place {
    double value;
    uint32_t place;
  };

  // What one thread needs for its simulation.
  struct Worker {
    Worker() { path.reserve(256); }  // no cache line shared with another thread's

    Path path;
    Rivals rivals;
    std::vector<Move> moves;
    std::vector<Place> later;
    std::vector<uint8_t> counted;  // is a place in `later`?
  };

  // One simulation. Threads that share the tree hold the lock while they walk it and let go while they evaluate; until
  // then their path counts as lost, so that the others look elsewhere.
  template <bool Shared>
  void simulate(Worker& worker) {
    if constexpr (Shared) lock_.lock();
    Rng rng(seed_, stream_ + simulations_);
    if constexpr (Shared) ++simulations_;
    State state = root_;
    constexpr bool may_lag = kMayLag && !Shared;
    const bool lags = may_lag && 2 * ended_ > simulations_;
    const uint32_t leaf = lags ? walk_down<may_lag>(worker, state, rng) : walk_down<false>(worker, state, rng);
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
      add_virtual_loss(worker.path);
      lock_.unlock();
    }
    if (!known) values = evaluate(state, rng, worker);
    if constexpr (Shared) {
      lock_.lock();
      undo_virtual_loss(worker.path);
    }
    count_new(worker.path, fresh);
    parts_.backup(tree_, worker.path, values);
    if constexpr (Parts::kPlain) {
      parts_.foresee(tree_, worker.path, worker.rivals);
    } else {
      update_statistics(worker, values);
    }
    if constexpr (Parts::kMerges) store(worker.path);
    if constexpr (!Shared) ++simulations_;  // at the end: an evaluation in Python may be interrupted
    if constexpr (Shared) lock_.unlock();
  }

  // The rows of the path from `fresh` on are visited for the first time.
  void count_new(const Path& path, size_t fresh) {
    if (path.size() > levels_.size()) [[unlikely]]
      levels_.resize(path.size());
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

  void run_threads(uint64_t count, int threads) {
    std::atomic<uint64_t> left{count};
    std::exception_ptr failure;
    std::mutex failing;
    const auto work = [&] {
      Worker worker;
      try {
        for (;;) {
          uint64_t now = left.load();
          while (now > 0 && !left.compare_exchange_weak(now, now - 1)) {
          }
          if (now == 0 || solved()) return;
          simulate<true>(worker);
        }
      } catch (...) {
        const std::lock_guard<std::mutex> guard(failing);
        failure = std::current_exception();
        left = 0;
      }
    };
    std::vector<std::thread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
  }

  // Chaslot, Winands, van den Herik: Parallel Monte-Carlo tree search (2008).
  void add_virtual_loss(const Path& path) {
    for (uint32_t at : path) {
      Row& row = tree_.rows[at];
      ++row.visits;
      row.value += (kVirtualLoss - row.value) / row.visits;
    }
  }

  void undo_virtual_loss(const Path& path) {
    for (uint32_t at : path) {
      Row& row = tree_.rows[at];
      const double total = row.value * row.visits - kVirtualLoss;
      row.value = --row.visits ? total / row.visits : 0.0;
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
    arrive(at, state, rng);
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
        arrive(at, state, rng);
      } else if (tree_.rows[at].visits == 0) {
        catch_up();
        arrive(at, state, rng);
      }
    }
    return at;
  }

  // Note who moves here; open loop throws the dice first.
  void arrive(uint32_t at, State& state, Rng& rng) {
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
      if (tree_.rows[at].visits == 0) recall(at, state);
    }
  }

  // A row is reached for the first time: start it with what is known about its state. After an evaluation that was
  // interrupted it may be the first time again, for another state.
  void recall(uint32_t at, const State& state) {
    places_.resize(tree_.rows.size(), Memory::kNone);
    Memory& memory = *spec_.memory;
    places_[at] = memory.place(memory.symmetric() ? canonical_key(state) : state.key(), tree_.rows[at].seat);
    take_known(at, 1);
  }

  // These rows as their states are known now. The root's proof must be found below it: without children there is
  // nothing to decide by.
  void take_known(uint32_t first, uint32_t count) {
    const Memory& memory = *spec_.memory;
    for (uint32_t at = first; at < std::min(first + count, places_.size()); ++at) {
      if (places_[at] == Memory::kNone) continue;
      const Memory::Entry& entry = memory[places_[at]];
      tree_.rows[at].value = entry.value;
      tree_.rows[at].visits = entry.visits;
      if (entry.proof == Memory::kNone || at == kRoot) continue;
      tree_.proof[at].proven = true;
      tree_.proof[at].sure = false;
      tree_.proven_values[at] = memory.proof(entry);
    }
  }

  // A simulation changed the rows of the path: keep it. Where dice lead back to a state, the row nearest the root
  // counts.
  void store(const Path& path) {
    for (size_t i = path.size(); i-- > 0;) {
      const Row& row = tree_.rows[path[i]];
      spec_.memory->store(places_[path[i]], row.value, row.visits);
      if (tree_.is_proven(path[i])) spec_.memory->prove(places_[path[i]], tree_.proven_values[path[i]]);
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
    const uint32_t first = tree_.add_rows(actions, n, seat);
    tree_.rows[at].first_child = first;
    tree_.rows[at].num_children = static_cast<uint16_t>(n);
    if constexpr (Parts::kShape) {
      if (spec_.needs & kNeedShape) tree_.shape[at] = kFlat;
    }
    if constexpr (!Parts::kPlain) {
      if ((spec_.needs & kNeedPrior) && !chance) fill_priors(state, actions, n, first);
      if ((spec_.needs & kNeedShape) && spec_.expand.all_at_once) tree_.count_added(path.data(), path.size(), n);
    }
  }

  uint32_t next_child(uint32_t at, const State& state, Worker& worker, Rng& rng) {
    const Path& path = worker.path;
    const Row& row = tree_.rows[at];
    const uint32_t first = row.first_child;
    int count = row.num_children;
    if constexpr (Parts::kPlain) worker.rivals[path.size() - 1] = Rivals::kNone;
    if constexpr (Parts::kMerges) take_known(first, row.num_children);
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
          const uint32_t next = first + tried;
          std::swap(tree_.rows[next].action, tree_.rows[next + rng.below(count - tried)].action);
          return next;
        }
        count = tried;
      }
    }
    if constexpr (!Parts::kPlain) {
      if (spec_.expand.hides_chance) {
        count = bring_forward(at, state, path);
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

  // Open loop: the children that are legal now, moved to the front of their places; new ones are added. Returns how
  // many.
  int bring_forward(uint32_t at, const State& state, const Path& path) {
    uint16_t legal[Game::kMaxActions];
    const int n = state.actions(legal);
    const int player = state.player();
    const uint32_t old = tree_.rows[at].first_child, count = tree_.rows[at].num_children;
    uint16_t missing[Game::kMaxActions];
    int absent = 0;
    for (int i = 0; i < n; ++i) {
      bool known = false;
      for (uint32_t c = old; c < old + count; ++c) {
        known = known || (tree_.rows[c].seat == player && tree_.rows[c].action == legal[i]);
      }
      if (!known) missing[absent++] = legal[i];
    }
    if (absent) {
      const std::vector<uint16_t> places(count, 0);
      const uint32_t first = tree_.add_rows(places.data(), static_cast<int>(count), 0);
      tree_.add_rows(missing, absent, player);
      for (uint32_t i = 0; i < count; ++i) tree_.swap_rows(first + i, old + i);
      tree_.rows[at].first_child = first;
      tree_.rows[at].num_children = static_cast<uint16_t>(count + absent);
      if (spec_.needs & kNeedShape) tree_.count_added(path.data(), path.size(), absent);
    }
    uint32_t front = tree_.rows[at].first_child;
    const uint32_t end = front + tree_.rows[at].num_children;
    for (uint32_t c = front; c < end; ++c) {
      const Row& child = tree_.rows[c];
      if (child.seat == player && std::find(legal, legal + n, child.action) != legal + n) tree_.swap_rows(front++, c);
    }
    return static_cast<int>(front - tree_.rows[at].first_child);
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
      return parts_.worth(
          evaluate_leaf<Game>(state, spec_.evaluate, rng, keeps_moves() ? &worker.moves : nullptr, tree_.players));
    }
  }

  bool keeps_moves() const { return !Parts::kPlain && (spec_.needs & kNeedAmaf); }

  void fill_priors(const State& state, const uint16_t* actions, int n, uint32_t first) {
    double total = 0.0;
    for (int i = 0; i < n; ++i) {
      double weight = 1.0 / n;
      if (spec_.prior.heuristic) {
        State child = state;
        child.apply(actions[i]);
        const Values values = child.player() == kTerminal ? child.returns() : child.heuristic();
        weight = std::exp(values[state.player()] / spec_.prior.temperature);
      }
      tree_.prior[first + i] = weight;
      total += weight;
    }
    if (spec_.prior.heuristic) {
      for (int i = 0; i < n; ++i) tree_.prior[first + i] /= total;
    }
  }

  void update_statistics(Worker& worker, const Values& values) {
    if (spec_.needs & kNeedSquares) {
      for (uint32_t at : worker.path) {
        const double value = values[tree_.rows[at].seat];
        tree_.squares[at] += (value * value - tree_.squares[at]) / tree_.rows[at].visits;
      }
    }
    if (spec_.needs & kNeedAmaf) update_amaf(worker, values);
  }

  // For every row of the path: each move that was made from there on counts once.
  void update_amaf(Worker& worker, const Values& values) {
    const std::vector<Move>& moves = worker.moves;
    std::vector<Place>& later = worker.later;
    later.clear();
    for (const Move& move : moves) {
      if (move.seat != kChance) tree_.widen_amaf(move.action + 1);
    }
    const uint32_t actions = tree_.amaf_actions;
    worker.counted.assign(tree_.amaf_width(), 0);
    size_t step = moves.size();
    for (size_t depth = worker.path.size(); depth-- > 0;) {
      while (step > depth) {
        const Move move = moves[--step];
        if (move.seat == kChance) continue;
        const uint32_t place = move.seat * actions + move.action;
        if (!worker.counted[place]) later.push_back({values[move.seat], place});
        worker.counted[place] = 1;
      }
      if (later.empty()) continue;
      AmafEntry* entries = tree_.make_amaf(worker.path[depth]);
      for (const Place& move : later) {
        AmafEntry& entry = entries[move.place];
        ++entry.visits;
        entry.value += (move.value - entry.value) / entry.visits;
      }
    }
  }

  static constexpr double kVirtualLoss = -1.0;
  static constexpr bool kMayLag = Parts::kMeans && Game::kDuel;

  const Game& game_;
  State root_;
  SearchSpec spec_;
  Parts parts_;
  uint64_t seed_, stream_;
  uint64_t simulations_ = 0;
  uint64_t ended_ = 0;  // so many of them at a leaf whose value was known
  Tree tree_;
  std::vector<uint32_t> levels_{1};  // how many rows of each depth have been visited, the root as one
  Worker worker_;
  SpinLock lock_;
  Buffer<uint32_t> places_;  // of the rows in the memory; of none that was not reached
  uint64_t refreshed_ = 0;   // after so many simulations every row was up to date
};

template <class Game>
SearchPtr make_engine(const Game& game, std::string_view key, SearchSpec spec, uint64_t seed, uint64_t stream) {
  const auto with = [&]<class Parts>() -> SearchPtr {
    return std::make_unique<Engine<Game, Parts>>(game, game.from_key(key), std::move(spec), seed, stream);
  };
  if (spec.memory) return with.template operator()<MergedParts>();
  if (spec.plain("ucb1", "mean", 0)) return with.template operator()<PlainParts<Ucb1, PlainMean>>();
  if (spec.plain("tree_shape", "mean", kNeedShape) && TreeShape(spec.select_spec).kept()) {
    return with.template operator()<PlainParts<TreeShape, PlainMean>>();
  }
  if (spec.plain("bayes_uct1", "bayes", kNeedPosterior)) {
    return with.template operator()<PlainParts<BayesUct<false>, Bayes>>();
  }
  if (spec.plain("bayes_uct2", "bayes", kNeedPosterior)) {
    return with.template operator()<PlainParts<BayesUct<true>, Bayes>>();
  }
  return with.template operator()<AnyParts>();
}

}  // namespace ply
