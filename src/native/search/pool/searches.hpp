// The searches of a pool, for one game. The loop is that of engine.hpp, cut in two at the leaf: `descend` walks there,
// `absorb` takes the network's answer. tests/test_pool.py compares the trees with those of a search alone.
#pragma once

#include "prefetch.hpp"
#include "search/backup/mean.hpp"
#include "search/pool/pool_search.hpp"

namespace ply {

template <class Game>
class Searches final : public PoolSearches {
 public:
  using State = typename Game::State;

  Searches(const Game& game, const PoolSpec& spec, const NetworkRule& rule, Evaluations* evaluations)
      : PoolSearches(spec, rule, evaluations, ply::packed_words(game), game.num_players(), Game::kMaxActions),
        game_(game) {
    for (const std::string& key : spec.keys) starts_.push_back(game.from_key(key));
    if (starts_.empty()) starts_.push_back(game.initial());
    slots_.reserve(spec.searches);
    for (uint32_t i = 0; i < spec.searches; ++i) {
      slots_.emplace_back(i, starts_[i % starts_.size()], Rng(spec.seed, i));
      begin_game(slots_.back());
    }
  }

  void work(std::span<const uint32_t> searches, size_t first_row, const Answers* answers, uint64_t* positions,
            uint8_t* waits, Records& finished) override {
    const size_t count = searches.size();
    if (answers) {
      for (size_t i = 0; i < count; ++i) {
        // Prefetch for later searches: first the search itself, then the ends of its path and tree, then its rows.
        if (i + 6 < count) slots_[searches[i + 6]].prefetch_self();
        if (i + 4 < count) slots_[searches[i + 4]].prefetch_ends();
        if (i + 2 < count) slots_[searches[i + 2]].prefetch_path();
        read_answer(slots_[searches[i]], *answers, first_row + i, positions + i * words_);
      }
    }
    walk_all(searches, positions, waits, finished);
  }

  std::string key(uint32_t search) const override { return slots_[search].root.key(); }

 private:
  // One search: its tree, and its walk, which waits at a leaf.
  struct alignas(64) Slot final : PoolSearch {
    Slot(uint32_t its_number, const State& start, Rng generator)
        : PoolSearch(its_number, generator), root(start), leaf(start) {}

    void prefetch_self() const {
      const char* self = reinterpret_cast<const char*>(this);
      for (size_t at = 0; at < 256; at += 64) prefetch(self + at);  // without the records
    }
    void prefetch_ends() const {
      prefetch(path.data());
      tree.prefetch_end();
    }
    void prefetch_path() const {
      for (const uint32_t at : path) prefetch(&tree.rows[at]);
    }

    State root, leaf;
    Records records;  // of the present game
  };

  static constexpr size_t kAbreast = 16;

  const PoolSearch& search(uint32_t number) const override { return slots_[number]; }

  // A walk on its way down.
  struct Walk {
    size_t number;  // of its search in the batch
    Slot* slot;
    State state;
    Rng rng;
    uint32_t at;
  };

  // Every search walks to its next leaf. A walk mostly waits for memory, so several walk side by side, one level at a
  // time: the rows that one needs are loaded while the others step.
  void walk_all(std::span<const uint32_t> searches, uint64_t* positions, uint8_t* waits, Records& finished) {
    FinishedGames ended;
    std::vector<Walk> walks;
    walks.reserve(kAbreast);
    uint64_t found = 0;
    for (size_t next = 0; next < searches.size() || !walks.empty();) {
      for (; walks.size() < kAbreast && next < searches.size(); ++next) {
        Slot& slot = slots_[searches[next]];
        walks.push_back(Walk{next, &slot, slot.root, slot.rng, kRoot});
        waits[next] = begin(walks.back(), ended);
        if (!waits[next]) walks.pop_back();
      }
      for (size_t i = 0; i < walks.size();) {
        Walk& walk = walks[i];
        if (step(walk) || walk_again(walk, positions + walk.number * words_, waits[walk.number], ended, found)) {
          ++i;
        } else {
          walk = walks.back();
          walks.pop_back();
        }
      }
    }
    ended.append_to(finished);
    if (evaluations_ && found) evaluations_->count_found(found);
  }

  // Begin the next simulation of a search, at its root; false if the search has ended.
  bool begin(Walk& walk, FinishedGames& ended) {
    Slot& slot = *walk.slot;
    while (!slot.ended && (slot.root.player() == kTerminal || slot.done() >= wanted(slot))) {
      end_search(slot, walk.number, ended);
    }
    if (slot.ended) return false;
    walk.state = slot.root;
    walk.rng = Rng(slot.seed, slot.done());
    walk.at = kRoot;
    slot.path.clear();
    slot.path.push_back(kRoot);
    slot.tree.prefetch_children(kRoot);
    if (slot.tree.noise.size() > 1) prefetch(&slot.tree.noise[1]);
    return true;
  }

  // One level down; false at a leaf.
  bool step(Walk& walk) {
    NetworkTree& tree = walk.slot->tree;
    State& state = walk.state;
    const int player = state.player();
    tree.rows[walk.at].player = static_cast<int8_t>(player);
    if (player == kTerminal) return false;
    if (tree.rows[walk.at].num_children == 0) {
      if (player != kChance) return false;
      expand_chance(tree, walk.at, state);
    }
    walk.at = player == kChance ? draw_child(tree, walk.at, state, walk.rng)
                                : rule_.choose(tree.view(planned()), walk.at, walk.rng);
    tree.prefetch_children(walk.at);
    walk.slot->path.push_back(walk.at);
    state.apply(tree.rows[walk.at].action);
    return true;
  }

  // At a leaf: begin the next simulation if this one needs no answer of the network; otherwise false.
  bool walk_again(Walk& walk, uint64_t* position, uint8_t& waits, FinishedGames& ended, uint64_t& found) {
    Slot& slot = *walk.slot;
    if (walk.state.player() == kTerminal) {
      add_to_means(slot.tree.rows, slot.path, walk.state.returns());
    } else {
      slot.leaf = walk.state;
      slot.leaf.pack(position);
      float numbers[kMaxPlayers + Game::kMaxActions];
      if (!evaluations_ || !evaluations_->find(position, numbers)) return false;
      ++found;
      absorb_leaf(slot, numbers);
    }
    waits = begin(walk, ended);
    return waits;
  }

  void expand_chance(NetworkTree& tree, uint32_t at, const State& state) {
    Outcome outcomes[kMaxOutcomes];
    uint16_t actions[kMaxOutcomes];
    const int n = state.chance(outcomes);
    for (int i = 0; i < n; ++i) actions[i] = static_cast<uint16_t>(outcomes[i].outcome);
    double priors[kMaxOutcomes];
    std::fill_n(priors, n, 0.0);
    tree.expand(at, actions, priors, n, tree.rows[at].seat);
  }

  static uint32_t draw_child(const NetworkTree& tree, uint32_t at, const State& state, Rng& rng) {
    const uint32_t outcome = static_cast<uint32_t>(draw_outcome(state, rng));
    uint32_t child = tree.rows[at].first_child;
    while (tree.rows[child].action != outcome) ++child;
    return child;
  }

  void read_answer(Slot& slot, const Answers& answers, size_t row, const uint64_t* position) {
    float numbers[kMaxPlayers + Game::kMaxActions];
    read(answers, row, numbers);
    if (evaluations_) evaluations_->keep(position, numbers);
    absorb_leaf(slot, numbers);
  }

  void absorb_leaf(Slot& slot, const float* numbers) {
    uint16_t actions[Game::kMaxActions];
    double priors[Game::kMaxActions];
    const int count = slot.leaf.actions(actions);
    absorb(slot, actions, priors, count, slot.leaf.player(), numbers);
  }

  // Playing games.

  void begin_game(Slot& slot) {
    do {
      slot.root = starts_[slot.number % starts_.size()];
    } while (!play_at_random(slot));
    slot.moves = 0;
    begin_search(slot);
  }

  // Random moves before the game, so that the network learns unusual positions. False if they ended the game.
  bool play_at_random(Slot& slot) {
    if (slot.root.player() == kTerminal) return true;
    uint16_t actions[Game::kMaxActions];
    State& state = slot.root;
    for (int left = slot.rng.below(static_cast<int>(spec_.random_plies) + 1); left > 0 && state.player() != kTerminal;
         --left) {
      while (state.player() == kChance) state.apply(draw_outcome(state, slot.rng));
      if (state.player() != kTerminal) state.apply(actions[slot.rng.below(state.actions(actions))]);
    }
    return state.player() != kTerminal;
  }

  void begin_search(Slot& slot) {
    while (spec_.plays && slot.root.player() == kChance) slot.root.apply(draw_outcome(slot.root, slot.rng));
    slot.seed = slot.rng.next();
    slot.tree.start(slot.root.player());
  }

  // The search of the current root is done: play a move, or begin the next game.
  void end_search(Slot& slot, size_t number, FinishedGames& ended) {
    if (!spec_.plays) {
      slot.ended = true;
      return;
    }
    if (slot.root.player() != kTerminal) {
      play_move(slot);
      return;
    }
    end_game(slot, number, slot.root.returns(), slot.records, ended);
    ++slot.games;
    if (spec_.games && slot.games == spec_.games) {
      slot.ended = true;
    } else {
      begin_game(slot);
    }
  }

  void play_move(Slot& slot) {
    const uint32_t chosen = decide(slot);
    slot.root.pack(record(slot, slot.records, chosen, slot.root.player()));
    slot.simulations_before += slot.done();
    ++slot.moves;
    slot.root.apply(slot.tree.rows[chosen].action);
    begin_search(slot);
  }

  const Game& game_;
  std::vector<State> starts_;
  std::vector<Slot> slots_;
};

}  // namespace ply
