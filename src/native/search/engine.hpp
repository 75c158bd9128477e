// The search: one loop of five parts, the twin of src/plyground/search/engine.py, compiled for every game.
//
// `Parts` is PlainParts (classic UCT, seen through by the compiler) or AnyParts (every other combination, one
// call through a pointer per step down and per backup).
#pragma once

#include "search/backup/mean.hpp"
#include "search/evaluate.hpp"
#include "search/select/ucb1.hpp"

namespace ply {

class PlainParts {
 public:
  explicit PlainParts(const SearchSpec& spec) : ucb1_(spec.select_spec) {}

  static constexpr bool kPlain = true;

  uint32_t choose(const Tree& tree, const Path& path, uint32_t first, int count, Rng& rng) const {
    return first + best_child(count, rng, ucb1_.visited_scorer(tree, path, first));
  }

  void backup(Tree& tree, const Path& path, const Values& values) const { add_to_means(tree, path, values); }

 private:
  Ucb1 ucb1_;
};

class AnyParts {
 public:
  explicit AnyParts(const SearchSpec& spec) : select_(*spec.select), backup_(*spec.backup) {}

  static constexpr bool kPlain = false;

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

template <class Game, class Parts>
class Engine final : public AnySearch {
 public:
  using State = typename Game::State;

  // `stream` is the random stream of the first simulation.
  Engine(const Game& game, const State& root, SearchSpec spec, uint64_t seed, uint64_t stream)
      : game_(game), root_(root), spec_(std::move(spec)), parts_(spec_), seed_(seed), stream_(stream) {
    tree_.players = game.num_players();
    tree_.needs = spec_.needs;
    tree_.compares_unvisited = spec_.expand.all_at_once;
    tree_.wide_over_deep = spec_.wide_over_deep;
    const uint32_t no_action = 0;
    tree_.add_rows(&no_action, 1, std::max(root.player(), 0));
    tree_.rows[kRoot].player = static_cast<int8_t>(root.player());
  }

  bool run(uint64_t count, double converged) override {
    if constexpr (Parts::kPlain) {
      if (converged <= 0.0) {
        for (uint64_t i = 0; i < count; ++i) simulate();
        return false;
      }
    }
    for (uint64_t i = 0; i < count && !solved(); ++i) {
      const double before = tree_.rows[kRoot].value;
      simulate();
      const double change = std::abs(tree_.rows[kRoot].value - before);
      if (0.0 < change && change < converged) return true;
    }
    return false;
  }

  uint64_t simulations() const override { return simulations_; }
  const Tree& tree() const override { return tree_; }

  bool advance(uint32_t action, std::string_view key) override {
    const Row root = tree_.rows[kRoot];
    for (uint32_t c = root.first_child; c < root.first_child + root.num_children; ++c) {
      if (tree_.rows[c].action != action || !tree_.rows[c].visits) continue;
      root_ = game_.from_key(key);
      tree_ = tree_.subtree(c, -1);
      return true;
    }
    return false;
  }

 private:
  void simulate() {
    Rng rng(seed_, stream_ + simulations_);
    State state = root_;
    path_.clear();
    path_.push_back(kRoot);
    moves_.clear();
    uint32_t at = kRoot;
    while (!is_leaf(at)) {
      if (tree_.rows[at].num_children == 0) expand(at, state);
      const uint32_t child = next_child(at, state, rng);
      const uint32_t action = tree_.rows[child].action;
      // The rows that the next step compares: fetched while the move is played.
      __builtin_prefetch(&tree_.rows[tree_.rows[child].first_child]);
      if (keeps_moves()) moves_.push_back({static_cast<int8_t>(state.player()), action});
      state.apply(static_cast<int>(action));
      at = child;
      tree_.rows[at].player = static_cast<int8_t>(state.player());
      path_.push_back(at);
    }
    const Values values = evaluate(at, state, rng);
    if constexpr (!Parts::kPlain) {
      if ((spec_.needs & kNeedShape) && at != kRoot && !tree_.rows[at].visits && !spec_.expand.all_at_once) {
        tree_.count_added(path_.data(), path_.size() - 1, 1);
      }
    }
    parts_.backup(tree_, path_, values);
    if constexpr (!Parts::kPlain) update_statistics(values);
    ++simulations_;
  }

  bool is_leaf(uint32_t at) const {
    const Row& row = tree_.rows[at];
    if (row.player == kTerminal) return true;
    if constexpr (Parts::kPlain) {
      return row.visits == 0 && at != kRoot;
    } else {
      if (tree_.is_proven(at)) return true;
      if (at != kRoot && row.visits < spec_.expand.after) return true;
      return at != kRoot && row.num_children > 0 && parts_.stops(tree_, path_);
    }
  }

  // Keep a row for every legal action, or for every outcome where chance moves.
  void expand(uint32_t at, const State& state) {
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
    if constexpr (!Parts::kPlain) {
      if ((spec_.needs & kNeedPrior) && !chance) fill_priors(state, actions, n, first);
      if ((spec_.needs & kNeedShape) && spec_.expand.all_at_once) tree_.count_added(path_.data(), path_.size(), n);
    }
  }

  uint32_t next_child(uint32_t at, const State& state, Rng& rng) {
    const Row& row = tree_.rows[at];
    const uint32_t first = row.first_child;
    int count = row.num_children;
    if (state.player() == kChance) {
      const uint32_t outcome = static_cast<uint32_t>(draw_outcome(state, rng));
      uint32_t child = first;
      while (tree_.rows[child].action != outcome) ++child;
      return child;
    }
    if (Parts::kPlain || !spec_.expand.all_at_once) {
      // The children that were tried lie first: the last place tells whether all were.
      if (tree_.rows[first + count - 1].visits == 0) {
        const int tried = tree_.tried(row);
        if (Parts::kPlain || tried < spec_.expand.limit(row.visits, count)) {
          const uint32_t next = first + tried;
          std::swap(tree_.rows[next].action, tree_.rows[next + rng.below(count - tried)].action);
          return next;
        }
        count = tried;
      }
    }
    return parts_.choose(tree_, path_, first, count, rng);
  }

  Values evaluate(uint32_t at, State& state, Rng& rng) {
    if constexpr (Parts::kPlain) {
      return state.rollout(rng);
    } else {
      if (tree_.is_proven(at)) return tree_.proven_values[at];
      if (state.player() == kTerminal) return parts_.worth(state.returns());
      return parts_.worth(
          evaluate_leaf<Game>(state, spec_.evaluate, rng, keeps_moves() ? &moves_ : nullptr, tree_.players));
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

  void update_statistics(const Values& values) {
    if (spec_.needs & kNeedSquares) {
      for (uint32_t at : path_) {
        const double value = values[tree_.rows[at].seat];
        tree_.squares[at] += (value * value - tree_.squares[at]) / tree_.rows[at].visits;
      }
    }
    if (spec_.needs & kNeedAmaf) update_amaf(values);
  }

  // For every row of the path: each move that was made from there on counts once.
  void update_amaf(const Values& values) {
    later_.clear();
    size_t step = moves_.size();
    for (size_t depth = path_.size(); depth-- > 0;) {
      while (step > depth) {
        const Move move = moves_[--step];
        const auto same = [&](const Move& m) { return m.seat == move.seat && m.action == move.action; };
        if (move.seat != kChance && std::none_of(later_.begin(), later_.end(), same)) later_.push_back(move);
      }
      for (const Move& move : later_) {
        AmafEntry& entry = tree_.amaf[Tree::amaf_key(path_[depth], move.seat, move.action)];
        ++entry.visits;
        entry.value += (values[move.seat] - entry.value) / entry.visits;
      }
    }
  }

  const Game& game_;
  State root_;
  SearchSpec spec_;
  Parts parts_;
  uint64_t seed_, stream_;
  uint64_t simulations_ = 0;
  Tree tree_;
  Path path_;
  std::vector<Move> moves_, later_;
};

template <class Game>
SearchPtr make_engine(const Game& game, std::string_view key, SearchSpec spec, uint64_t seed, uint64_t stream) {
  if (spec.plain()) {
    return std::make_unique<Engine<Game, PlainParts>>(game, game.from_key(key), std::move(spec), seed, stream);
  }
  return std::make_unique<Engine<Game, AnyParts>>(game, game.from_key(key), std::move(spec), seed, stream);
}

}  // namespace ply
