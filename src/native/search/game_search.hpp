// The common base of the engines for one game: the state at the root and the steps of a walk.
#pragma once

#include "games/contract.hpp"
#include "prefetch.hpp"
#include "search/tree_search.hpp"
#include "search/walk.hpp"

namespace ply {

// `Engine` must have simulate_one().
template <class Game, class Engine>
class GameSearch : public TreeSearch {
 public:
  using State = typename Game::State;

  GameSearch(const Game& game, const State& root, SearchSpec&& spec, uint64_t seed, uint64_t stream)
      : TreeSearch(std::move(spec), seed, stream, game.num_players(), Game::kMaxActions, root.player()),
        game_(game),
        root_(root) {}

  bool advance(uint32_t action, std::string_view key) override {
    const uint32_t child = visited_child(action);
    if (child == kRoot) return false;
    const State state = game_.from_key(key);
    take_tree(tree_.subtree(child, -1));
    root_ = state;
    spec_.select->plan(tree_, 0);
    if (tree_.rows[kRoot].num_children && state.player() != kChance) start_root();
    return true;
  }

 protected:
  void simulate(uint64_t count, Watch& watch) final {
    watch_ = &watch;
    for (; count > 0; --count) simulate_flat();
  }

  // Add a row for every legal action, or for every outcome of a chance node.
  void add_children(uint32_t at, const State& state) {
    uint16_t actions[max_children<Game>()];
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

  // Prefetch the rows that the next step compares; they arrive while the move is played.
  void prefetch_children(uint32_t row) const {
    const char* next = reinterpret_cast<const char*>(&tree_.rows[tree_.rows[row].first_child]);
    prefetch(next);
    prefetch(next + 64);
    prefetch(next + 128);
  }

  const Game& game_;
  State root_;
  Watch* watch_ = nullptr;  // of the present run

 private:
  // Flattened, because in a file with many games the compiler stops inlining too early.
  [[gnu::flatten]] void simulate_flat() {
    static_cast<Engine&>(*this).simulate_one();
    ++simulations_;
  }

  static int list_outcomes(const State& state, uint16_t* actions) {
    Outcome outcomes[kMaxOutcomes];
    const int n = state.chance(outcomes);
    for (int i = 0; i < n; ++i) actions[i] = static_cast<uint16_t>(outcomes[i].outcome);
    return n;
  }
};

}  // namespace ply
