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
    uint64_t found = 0;
    const size_t count = searches.size();
    for (size_t i = 0; i < count; ++i) {
      // What is needed soon comes from memory meanwhile: the search, then what it points to, then the rows of its path.
      if (i + 6 < count) slots_[searches[i + 6]].prefetch_self();
      if (i + 4 < count) slots_[searches[i + 4]].prefetch_top();
      if (i + 2 < count) slots_[searches[i + 2]].prefetch_path();
      Slot& slot = slots_[searches[i]];
      uint64_t* position = positions + i * words_;
      if (answers) read_answer(slot, *answers, first_row + i, position);
      waits[i] = walk_on(slot, position, finished, found);
    }
    if (evaluations_ && found) evaluations_->count_found(found);
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
    void prefetch_top() const {
      __builtin_prefetch(path.data());
      const char* rows = reinterpret_cast<const char*>(&tree.rows[kRoot]);
      for (size_t at = 0; at < 256; at += 64) __builtin_prefetch(rows + at);
      __builtin_prefetch(&tree.prior[kRoot]);
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

  static constexpr double kRounding = 1e-6;  // so far a network's value may leave the range of the game

  uint32_t planned() const { return spec_.simulations - 1; }  // the first one evaluates the root
  static uint32_t done(const Slot& slot) { return slot.tree.rows[kRoot].visits; }

  // Walk until the search needs the network; false where it has come to its end.
  bool walk_on(Slot& slot, uint64_t* position, Records& finished, uint64_t& found) {
    while (!slot.ended) {
      if (slot.root.player() == kTerminal || done(slot) >= spec_.simulations) {
        end_search(slot, finished);
        continue;
      }
      if (!descend(slot)) continue;
      slot.leaf.pack(position);
      if (!evaluations_) return true;
      float numbers[kMaxPlayers + Game::kMaxActions];
      if (!evaluations_->find(position, numbers)) return true;
      ++found;
      absorb(slot, numbers);
    }
    return false;
  }

  // From the root down to a leaf; false where the game ends there, and the simulation is done.
  bool descend(Slot& slot) {
    NetworkTree& tree = slot.tree;
    Path& path = slot.path;
    State state = slot.root;
    Rng rng(slot.seed, done(slot));
    uint32_t at = kRoot;
    path.clear();
    path.push_back(at);
    for (;;) {
      const int player = state.player();
      tree.rows[at].player = static_cast<int8_t>(player);
      if (player == kTerminal) {
        add_to_means(tree.rows, path, state.returns());
        return false;
      }
      if (tree.rows[at].num_children == 0) {
        if (player != kChance) break;
        expand_chance(tree, at, state);
      }
      at = player == kChance ? draw_child(tree, at, state, rng) : rule_.choose(tree.view(planned()), at, rng);
      const Row& row = tree.rows[at];
      __builtin_prefetch(&tree.rows[row.first_child]);
      __builtin_prefetch(&tree.prior[row.first_child]);
      path.push_back(at);
      state.apply(row.action);
    }
    slot.leaf = state;
    return true;
  }

  void expand_chance(NetworkTree& tree, uint32_t at, const State& state) {
    Outcome outcomes[kMaxOutcomes];
    uint16_t actions[kMaxOutcomes];
    const int n = state.chance(outcomes);
    for (int i = 0; i < n; ++i) actions[i] = static_cast<uint16_t>(outcomes[i].outcome);
    const uint32_t first = tree.expand(at, actions, n, tree.rows[at].seat);
    std::fill_n(&tree.prior[first], n, 0.0);
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
      const bool told = static_cast<size_t>(i) < answers.values.columns();
      numbers[i] = told ? answers.values.at(row, i) : -numbers[0];
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
    const uint32_t first = tree.expand(leaf, actions, n, mover);
    fill_priors(actions, n, numbers + players_, &tree.prior[first]);
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
    slot.root = starts_[slot.number % starts_.size()];
    slot.moves = 0;
    begin_search(slot);
  }

  void begin_search(Slot& slot) {
    while (spec_.plays && slot.root.player() == kChance) slot.root.apply(draw_outcome(slot.root, slot.rng));
    slot.seed = slot.rng.next();
    slot.tree.start(slot.root.player());
  }

  // The search of the present root is done: play a move, or begin the next game.
  void end_search(Slot& slot, Records& finished) {
    if (!spec_.plays) {
      slot.ended = true;
      return;
    }
    if (slot.root.player() != kTerminal) {
      play_move(slot);
      return;
    }
    end_game(slot, finished);
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

  void end_game(Slot& slot, Records& finished) {
    Records& records = slot.records;
    const Values returns = slot.root.returns();
    for (const int8_t seat : records.seats) {
      for (int i = 0; i < players_; ++i) {
        records.outcomes.push_back(static_cast<float>(returns[(seat + i) % players_]));
      }
    }
    records.searches.assign(records.seats.size(), slot.number);
    records.games.assign(records.seats.size(), slot.games);
    finished.append(records);
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
