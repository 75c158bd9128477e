// The searches of a pool, for one game. The loop is that of engine.hpp, cut in two at the leaf: `descend` walks there,
// `absorb` takes the network's answer. tests/test_pool.py compares the trees with those of a search alone.
#pragma once

#include "search/backup/mean.hpp"
#include "search/pool/pool.hpp"
#include "search/pool/pool_tree.hpp"
#include "search/priors.hpp"

namespace ply {

template <class Game>
class Searches final : public AnySearches {
 public:
  using State = typename Game::State;

  Searches(const Game& game, const PoolSpec& spec, const NetworkRule& rule, Evaluations* evaluations)
      : game_(game),
        spec_(spec),
        rule_(rule),
        evaluations_(evaluations),
        words_(game.packed_words()),
        players_(game.num_players()) {
    if (spec.actions < 1 || spec.actions > Game::kMaxActions) {
      throw std::invalid_argument("a game of this type has 1 to " + std::to_string(Game::kMaxActions) + " actions");
    }
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
        // What is needed soon comes from memory meanwhile: the search, what it points to, the rows of its path.
        if (i + 6 < count) slots_[searches[i + 6]].prefetch_self();
        if (i + 4 < count) slots_[searches[i + 4]].prefetch_ends();
        if (i + 2 < count) slots_[searches[i + 2]].prefetch_path();
        read_answer(slots_[searches[i]], *answers, first_row + i, positions + i * words_);
      }
    }
    walk_all(searches, positions, waits, finished);
  }

  int packed_words() const override { return words_; }
  uint64_t simulations(uint32_t search) const override {
    return slots_[search].simulations_before + done(slots_[search]);
  }
  Tree tree(uint32_t search) const override {
    return whole_tree(slots_[search].tree, players_, Game::kMaxActions, rule_.reads_judged(), planned());
  }
  std::string key(uint32_t search) const override { return slots_[search].root.key(); }
  uint64_t seed(uint32_t search) const override { return slots_[search].seed; }

 private:
  // One search: its tree, and the walk that waits at a leaf.
  struct alignas(64) Slot {
    Slot(uint32_t its_number, const State& start, Rng generator)
        : root(start), leaf(start), number(its_number), rng(generator) {
      path.reserve(16);
    }

    void prefetch_self() const {
      const char* self = reinterpret_cast<const char*>(this);
      for (size_t at = 0; at < 256; at += 64) __builtin_prefetch(self + at);  // without the records
    }
    void prefetch_ends() const {
      __builtin_prefetch(path.data());
      tree.prefetch_end();
    }
    void prefetch_path() const {
      for (const uint32_t at : path) __builtin_prefetch(&tree.rows[at]);
    }

    NetworkTree tree;
    Path path;
    State root, leaf;
    uint32_t number;
    uint64_t seed = 0;  // of the present tree
    Rng rng;            // of the games: seeds of trees, dice
    uint64_t simulations_before = 0;
    uint32_t games = 0, moves = 0;
    bool ended = false;
    Records records;  // of the present game
  };

  // The records of games that have ended, with the number of their search in the batch.
  using Finished = std::vector<std::pair<size_t, Records>>;

  static constexpr size_t kAbreast = 16;
  static constexpr double kRounding = 1e-6;  // so far a network's value may leave the range of the game

  uint32_t planned() const { return spec_.simulations - 1; }  // the first one evaluates the root
  static uint32_t done(const Slot& slot) { return slot.tree.rows[kRoot].visits; }

  // A walk on its way down.
  struct Walk {
    size_t number;  // of its search in the batch
    Slot* slot;
    State state;
    Rng rng;
    uint32_t at;
  };

  // Every search walks to its next leaf. Some of them walk side by side, a level each in turn: what one needs comes
  // from memory while the others step, and memory is what a walk waits for.
  void walk_all(std::span<const uint32_t> searches, uint64_t* positions, uint8_t* waits, Records& finished) {
    Finished ended;
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
    std::ranges::stable_sort(ended, {}, &Finished::value_type::first);
    for (const auto& [number, records] : ended) finished.append(records);
    if (evaluations_ && found) evaluations_->count_found(found);
  }

  // The next simulation of a search, at its root; false where the search has come to its end.
  bool begin(Walk& walk, Finished& ended) {
    Slot& slot = *walk.slot;
    while (!slot.ended && (slot.root.player() == kTerminal || done(slot) >= spec_.simulations)) {
      end_search(slot, walk.number, ended);
    }
    if (slot.ended) return false;
    walk.state = slot.root;
    walk.rng = Rng(slot.seed, done(slot));
    walk.at = kRoot;
    slot.path.clear();
    slot.path.push_back(kRoot);
    slot.tree.prefetch_children(kRoot);
    if (slot.tree.noise.size() > 1) __builtin_prefetch(&slot.tree.noise[1]);
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

  // At a leaf: begin the next simulation, if this one needs no answer of the network.
  bool walk_again(Walk& walk, uint64_t* position, uint8_t& waits, Finished& ended, uint64_t& found) {
    Slot& slot = *walk.slot;
    if (walk.state.player() == kTerminal) {
      add_to_means(slot.tree.rows, slot.path, walk.state.returns());
    } else {
      slot.leaf = walk.state;
      slot.leaf.pack(position);
      float numbers[kMaxPlayers + Game::kMaxActions];
      if (!evaluations_ || !evaluations_->find(position, numbers)) return false;
      ++found;
      absorb(slot, numbers);
    }
    return waits = begin(walk, ended);
  }

  void expand_chance(NetworkTree& tree, uint32_t at, const State& state) {
    Outcome outcomes[kMaxOutcomes];
    uint16_t actions[kMaxOutcomes];
    const int n = state.chance(outcomes);
    for (int i = 0; i < n; ++i) actions[i] = static_cast<uint16_t>(outcomes[i].outcome);
    const double priors[kMaxOutcomes] = {};
    tree.expand(at, actions, priors, n, tree.rows[at].seat);
  }

  static uint32_t draw_child(const NetworkTree& tree, uint32_t at, const State& state, Rng& rng) {
    const uint32_t outcome = static_cast<uint32_t>(draw_outcome(state, rng));
    uint32_t child = tree.rows[at].first_child;
    while (tree.rows[child].action != outcome) ++child;
    return child;
  }

  // The answer to the position of a slot: one value per seat from the mover on, then one logit per action.
  void read_answer(Slot& slot, const Answers& answers, size_t row, const uint64_t* position) {
    float numbers[kMaxPlayers + Game::kMaxActions];
    for (int i = 0; i < players_; ++i) {
      const bool given = static_cast<size_t>(i) < answers.values.columns();
      numbers[i] = given ? answers.values.at(row, i) : -numbers[0];
      if (!(numbers[i] >= spec_.low - kRounding && numbers[i] <= spec_.high + kRounding)) {
        throw std::invalid_argument("the values of the network must be from " + shown(spec_.low) + " to " +
                                    shown(spec_.high) + ", not " + shown(numbers[i]));
      }
    }
    for (int i = 0; i < spec_.actions; ++i) numbers[players_ + i] = answers.logits.at(row, i);
    if (evaluations_) evaluations_->keep(position, numbers);
    absorb(slot, numbers);
  }

  // Give the leaf children with priors, and tell the path what the leaf is worth.
  void absorb(Slot& slot, const float* numbers) {
    NetworkTree& tree = slot.tree;
    const State& state = slot.leaf;
    const int mover = state.player();
    const uint32_t leaf = slot.path.back();
    Values values{};
    for (int i = 0; i < players_; ++i) values[(mover + i) % players_] = numbers[i];
    if (rule_.reads_judged()) {
      tree.judged.resize(tree.rows.size(), 0.0);
      tree.judged[leaf] = values[mover];
    }
    uint16_t actions[Game::kMaxActions];
    const int n = state.actions(actions);
    if (actions[n - 1] >= spec_.actions) throw std::invalid_argument("the game has more actions than it declares");
    double priors[Game::kMaxActions];
    fill_priors(actions, n, numbers + players_, priors);
    tree.expand(leaf, actions, priors, n, mover);
    if (leaf == kRoot) rule_.start_root(tree, Rng(slot.seed, kNoiseStream));
    add_to_means(tree.rows, slot.path, values);
  }

  // The softmax of the logits of these actions.
  void fill_priors(const uint16_t* actions, int count, const float* logits, double* priors) const {
    for (int i = 0; i < count; ++i) priors[i] = logits[actions[i]];
    softmax(priors, count);
    if (!(priors[0] >= 0.0))
      throw std::invalid_argument("the logits of the network must be numbers, not NaN or infinite");
  }

  // Playing games.

  void begin_game(Slot& slot) {
    do {
      slot.root = starts_[slot.number % starts_.size()];
    } while (!play_at_random(slot));
    slot.moves = 0;
    begin_search(slot);
  }

  // Before the game, in half of all games: so that a network meets unusual positions. False where the game ended.
  bool play_at_random(Slot& slot) {
    if (!spec_.random_plies || slot.root.player() == kTerminal || slot.rng.below(2) == 0) return true;
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

  // The search of the present root is done: play a move, or begin the next game.
  void end_search(Slot& slot, size_t number, Finished& ended) {
    if (!spec_.plays) {
      slot.ended = true;
      return;
    }
    if (slot.root.player() != kTerminal) {
      play_move(slot);
      return;
    }
    end_game(slot, number, ended);
    ++slot.games;
    if (spec_.games && slot.games == spec_.games) {
      slot.ended = true;
    } else {
      begin_game(slot);
    }
  }

  void play_move(Slot& slot) {
    const NetworkTree& tree = slot.tree;
    const Row& root = tree.rows[kRoot];
    const uint32_t chosen = decide(slot);
    Records& records = slot.records;
    double policy[Game::kMaxActions];
    rule_.target(tree.view(planned()), policy);
    records.positions.resize(records.positions.size() + words_);
    slot.root.pack(&records.positions[records.positions.size() - words_]);
    records.policies.resize(records.policies.size() + spec_.actions);
    float* target = &records.policies[records.policies.size() - spec_.actions];
    for (int i = 0; i < root.num_children; ++i) {
      target[tree.rows[root.first_child + i].action] = static_cast<float>(policy[i]);
    }
    records.values.push_back(static_cast<float>(root.value));
    records.seats.push_back(static_cast<int8_t>(slot.root.player()));
    records.actions.push_back(tree.rows[chosen].action);
    records.moves.push_back(slot.moves);
    slot.simulations_before += done(slot);
    ++slot.moves;
    slot.root.apply(tree.rows[chosen].action);
    begin_search(slot);
  }

  uint32_t decide(const Slot& slot) const {
    const NetworkTree& tree = slot.tree;
    if (slot.moves < spec_.sampled_moves) {
      return sample_child(tree, spec_.temperature, Rng(slot.seed, kDecisionStream));
    }
    const uint32_t by_rule = rule_.decide(tree.view(planned()));
    return by_rule != kRoot ? by_rule : most_visited(tree);
  }

  void end_game(Slot& slot, size_t number, Finished& ended) {
    Records& records = slot.records;
    const Values returns = slot.root.returns();
    for (const int8_t seat : records.seats) {
      for (int i = 0; i < players_; ++i) {
        records.outcomes.push_back(static_cast<float>(returns[(seat + i) % players_]));
      }
    }
    records.searches.assign(records.seats.size(), slot.number);
    records.games.assign(records.seats.size(), slot.games);
    ended.emplace_back(number, records);
    records.clear();
  }

  static std::string shown(double number) {
    std::string text = std::to_string(number);
    return text.substr(0, text.find_last_not_of('0') + 1 + (text.find_last_not_of('0') == text.find('.')));
  }

  const Game& game_;
  const PoolSpec& spec_;
  const NetworkRule& rule_;
  Evaluations* evaluations_;
  int words_, players_;
  std::vector<State> starts_;
  std::vector<Slot> slots_;
};

}  // namespace ply
