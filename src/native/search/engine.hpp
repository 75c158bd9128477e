// The search: one loop of five parts, the twin of src/plyground/search/engine.py, for every game and any parts. Classic
// searches have a faster loop with the same result: fused.hpp.
#pragma once

#include <deque>

#include "search/evaluate.hpp"
#include "search/game_search.hpp"
#include "search/merged_rows.hpp"
#include "search/priors.hpp"

namespace ply {

template <class Game>
class Engine final : public GameSearch<Game, Engine<Game>> {
  using Base = GameSearch<Game, Engine<Game>>;
  using State = typename Game::State;
  using Base::simulations_;
  using Base::spec_;
  using Base::tree_;

 public:
  using Walk = ply::Walk<State>;

  Engine(const Game& game, const State& root, SearchSpec&& spec, uint64_t seed, uint64_t stream)
      : Base(game, root, std::move(spec), seed, stream),
        select_(*spec_.select),
        expand_(*spec_.expand),
        backup_(*spec_.backup),
        priors_(select_.priors()),
        may_stop_(select_.may_stop()),
        takes_values_(backup_.usual_worth()),
        proofs_(tree_.template find<Proofs>()) {
    for (const Statistic* statistic : tree_.followers()) keeps_moves_ = keeps_moves_ || statistic->reads_moves();
    if (spec_.transpositions) {
      merged_.emplace(spec_.transpositions);
      merged_->arrive(tree_, kRoot, root);
    }
  }

  void simulate_one() {
    track_.watch = this->watch_;
    Walk walk(track_, this->root_, this->next_rng());
    visit(walk);
    absorb(walk);
  }

  // Descend and evaluate. If that fails or is cut off, the tree stays as it was; afterwards nothing can fail.
  void visit(Walk& walk) {
    try {
      descend(walk);
      evaluate(walk);
      if (!walk.track.logits.empty()) expand(walk);
      prepare(walk);
    } catch (...) {
      undo(walk.track);
      throw;
    }
  }

  // Run up to `most` simulations, which wait at their leaves until the network has judged all of them. A waiting
  // simulation counts as a begun visit on its path, which leads the next one elsewhere; values do not change. A walk to
  // a leaf that already waits for the network ends the batch.
  uint64_t simulate_together(uint64_t most, Watch& watch) override {
    this->watch_ = &watch;
    size_t count = 0;
    try {
      while (count < most && begin_waiting(count)) ++count;
      judge(count);
      for (size_t i = 0; i < count; ++i) {
        if (!waiting_[i].track.logits.empty()) expand(*waiting_[i].walk);
        prepare(*waiting_[i].walk);
      }
    } catch (...) {
      while (count-- > 0) {
        count_waiting(waiting_[count].track.path, -1);
        undo(waiting_[count].track);
      }
      throw;
    }
    for (size_t i = 0; i < count; ++i) {
      count_waiting(waiting_[i].track.path, -1);
      absorb(*waiting_[i].walk);
      ++simulations_;
    }
    return count;
  }

  // Begin the simulation after `number` waiting ones; false if its leaf already waits for the network.
  bool begin_waiting(size_t number) {
    if (number == waiting_.size()) waiting_.emplace_back();
    Waiting& next = waiting_[number];
    next.track.watch = this->watch_;
    next.walk.emplace(next.track, this->root_, this->next_rng(number));
    begin(*next.walk);
    if (tree_.rows[next.track.path.back()].waiting && asks_network(*next.walk)) {
      undo(next.track);
      return false;
    }
    count_waiting(next.track.path, 1);
    return true;
  }

  void count_waiting(const Path& path, int change) {
    for (const uint32_t at : path) tree_.rows[at].waiting = static_cast<uint16_t>(tree_.rows[at].waiting + change);
  }

  // Walk down to a leaf; if an allocation fails, the tree stays as it was.
  void begin(Walk& walk) {
    try {
      descend(walk);
      this->reserve_levels(walk.path.size());
    } catch (...) {
      undo(walk.track);
      throw;
    }
  }

  // Walk from the root down to a leaf.
  void descend(Walk& walk) {
    walk.track.rows_before = tree_.rows.size();
    walk.track.tried = walk.track.recalled = Track::kNone;
    arrive(walk, kRoot);
    while (!is_leaf(walk)) {
      if (tree_.rows[walk.path.back()].num_children == 0) expand(walk);
      const uint32_t child = next_child(walk);
      const uint32_t action = tree_.rows[child].action;
      this->prefetch_children(child);
      if (keeps_moves_) walk.moves.push_back({static_cast<int8_t>(walk.state.player()), action});
      walk.state.apply(static_cast<int>(action));
      arrive(walk, child);
    }
    // One new node, or several with after=0.
    walk.fresh = walk.path.size();
    while (walk.fresh > 1 && tree_.rows[walk.path[walk.fresh - 1]].begun() == 0) --walk.fresh;
  }

  // The value of the leaf to each seat, on the backup's scale.
  void evaluate(Walk& walk) const {
    if (is_known(walk.path.back())) {
      walk.values = proofs_->values[walk.path.back()];
    } else if (walk.state.player() == kTerminal) {
      walk.values = worth(walk.state.returns());
    } else if (plain_ && !keeps_moves_) {
      walk.values = worth(walk.state.rollout(walk.rng));
    } else {
      const Leaf leaf{tree_, keeps_moves_ ? &walk.moves : nullptr, *walk.track.watch};
      walk.values = worth(evaluate_leaf<Game>(walk.state, spec_.evaluate, walk.rng, leaf, walk.track.logits));
    }
  }

  // Find the values and logits of the first `count` waiting leaves.
  void judge(size_t count) {
    std::vector<std::string> keys;
    std::vector<Rng> rngs;
    std::vector<Walk*> asking;
    for (size_t i = 0; i < count; ++i) {
      Walk& walk = *waiting_[i].walk;
      if (asks_network(walk)) {
        keys.push_back(walk.state.key());
        rngs.push_back(walk.rng);
        asking.push_back(&walk);
      } else {
        evaluate(walk);
      }
    }
    if (keys.empty()) return;
    std::vector<Judgement> judgements = spec_.evaluate.judge(keys, rngs);
    for (size_t i = 0; i < keys.size(); ++i) {
      asking[i]->values = worth(judgements[i].values);
      asking[i]->track.logits = std::move(judgements[i].logits);
    }
  }

  bool asks_network(const Walk& walk) const { return walk.state.player() != kTerminal && !is_known(walk.path.back()); }

  // Back the values up into every row of the path.
  void absorb(Walk& walk) {
    const Path& path = walk.path;
    this->count_levels(path, walk.fresh);
    if (!all_at_once_) {
      for (size_t depth = walk.fresh; depth < path.size(); ++depth) count_added(path.data(), depth, 1);
    }
    const Values values = walk.values;  // a copy, as in next_child
    backup_.update(tree_, path, values);
    for (Statistic* statistic : tree_.followers()) statistic->updated(tree_, path, walk.moves, values);
    if (merged_) merged_->store(tree_, path);
  }

  // Does the walk down end here?
  bool is_leaf(const Walk& walk) const {
    const uint32_t at = walk.path.back();
    const Row& row = tree_.rows[at];
    if (row.player == kTerminal || is_known(at)) return true;
    if (spec_.evaluate.gives_logits()) return row.player != kChance && row.num_children == 0;
    if (at == kRoot) return false;
    if (row.visits < expand_.after) return true;
    return may_stop_ && row.num_children > 0 && select_.stops(tree_, walk.path);
  }

  // Add a row for every legal action, or for every outcome of a chance node.
  void expand(Walk& walk) {
    const uint32_t at = walk.path.back();
    this->add_children(at, walk.state);
    for (Statistic* statistic : tree_.followers()) statistic->expanded(at);
    if (!walk.track.logits.empty()) {
      take_logits(tree_, at, walk.track.logits);
    } else if (priors_ && walk.state.player() != kChance) {
      const State state = walk.state;
      fill_priors(tree_, *priors_, at, state);
    }
    if (at == kRoot && walk.state.player() != kChance) this->start_root();
    if (all_at_once_) count_added(walk.path.data(), walk.path.size(), tree_.rows[at].num_children);
  }

  // At a chance node an outcome by its probability; else an untried child, or the one that select chooses.
  uint32_t next_child(Walk& walk) {
    const uint32_t at = walk.path.back();
    const Row& row = tree_.rows[at];
    uint32_t first = row.first_child;
    int count = row.num_children;
    if (merged_) merged_->take_known(tree_, first, count);
    if (row.player == kChance) return this->draw_child(row, walk.state, walk.rng);
    if (hides_chance_) {
      uint16_t legal[Game::kMaxActions];
      const int n = walk.state.actions(legal);
      count = expand_.children(tree_, walk.path, std::span(legal, n), walk.state.player());
      first = tree_.rows[at].first_child;
    } else if (!all_at_once_) {
      const int tried = tree_.tried(row), left = count - tried;
      if (left && (tried < expand_.limit(row.visits, count) || none_open(first, tried))) {
        return try_next(walk, first + tried, left);
      }
      count = tried;
    }
    // Merged states: the last open child was proven elsewhere; this visit proves the row.
    if (none_open(first, count)) return first + walk.rng.below(count);
    Rng rng = walk.rng;  // a copy: a reference to walk.rng in an opaque call would keep the walk out of registers
    const uint32_t child = select_.choose(tree_, walk.path, first, count, rng);
    walk.rng = rng;
    return child;
  }

  uint32_t try_next(Walk& walk, uint32_t next, int left) {
    const uint32_t from = picks_ ? pick(walk, next, left) : this->draw_untried(next, left, walk.rng);
    if (next < walk.track.rows_before) {
      walk.track.tried = next;
      walk.track.tried_from = from;
    }
    return next;
  }

  // As draw_untried, with the child that the expansion rule picks.
  uint32_t pick(Walk& walk, uint32_t next, int left) {
    Rng rng = walk.rng;  // a copy, as in next_child
    const uint32_t from = expand_.pick(tree_, walk.path, next, left, rng);
    walk.rng = rng;
    std::swap(tree_.rows[next].action, tree_.rows[from].action);
    return from;
  }

  // Append the row to the path and note its player to move.
  void arrive(Walk& walk, uint32_t row) {
    walk.path.push_back(row);
    if (!Game::kDuel && hides_chance_) {
      while (walk.state.player() == kChance) walk.state.apply(draw_outcome(walk.state, walk.rng));
    }
    if (!tree_.reached(row)) tree_.start_row(row);
    tree_.rows[row].player = static_cast<int8_t>(walk.state.player());
    if (merged_ && tree_.rows[row].visits == 0 && row != kRoot) {  // the constructor has initialised the root
      if (walk.track.recalled == Track::kNone) walk.track.recalled = row;
      const State state = walk.state;
      merged_->arrive(tree_, row, state);
    }
  }

  // Allocate all memory that the backup will need.
  void prepare(Walk& walk) {
    const size_t length = walk.path.size();
    this->reserve_levels(length);
    for (Statistic* statistic : tree_.followers()) {
      statistic->prepare(tree_, walk.path, length - walk.fresh, walk.moves);
    }
    if (merged_) merged_->prepare(tree_, length);
  }

  void count_added(const uint32_t* path, size_t length, uint32_t count) {
    for (Statistic* statistic : tree_.followers()) statistic->added(tree_, path, length, count);
  }

  // After a simulation that failed or was cut off: restore the tree. Rows that open loop moved stay moved: the next
  // simulation would have moved them the same way.
  [[gnu::noinline]] void undo(const Track& track) {
    this->trim_levels();
    if (hides_chance_) return;
    const uint32_t rows = track.rows_before;
    const Path& path = track.path;
    if (all_at_once_) {
      for (size_t depth = path.size(); depth-- > 0;) {
        const Row& row = tree_.rows[path[depth]];
        if (row.first_child < rows) continue;
        for (Statistic* statistic : tree_.followers()) {
          statistic->removed(tree_, path.data(), depth + 1, row.num_children);
        }
      }
    }
    tree_.truncate(rows);
    if (merged_) merged_->undo(tree_, rows, track.recalled);
    for (const uint32_t at : path) {
      if (at >= rows) break;
      Row& row = tree_.rows[at];
      if (row.first_child >= rows) row.first_child = row.num_children = 0;
      if (at != kRoot && row.begun() == 0) row.player = kUnknown;
    }
    if (track.tried < rows) std::swap(tree_.rows[track.tried].action, tree_.rows[track.tried_from].action);
  }

 private:
  class ThreadWalker final : public Walker {
   public:
    explicit ThreadWalker(Engine& engine) : engine_(engine) {}

    void begin() override {
      walk_.emplace(track, engine_.root_, engine_.next_rng());
      engine_.begin(*walk_);
    }
    void evaluate() override { engine_.evaluate(*walk_); }
    void absorb() override { engine_.absorb(*walk_); }

   private:
    Engine& engine_;
    std::optional<Walk> walk_;
  };

  struct Waiting {
    Track track;
    std::optional<Walk> walk;
  };

  // Whether the value of a row is proven; whether all these children are proven or cut.
  bool is_known(uint32_t row) const { return proofs_ && proofs_->proof[row].proven; }
  bool none_open(uint32_t first, int count) const {
    if (!proofs_) return false;
    for (uint32_t row = first; row < first + count; ++row) {
      if (proofs_->proof[row].open()) return false;
    }
    return true;
  }

  Values worth(const Values& values) const { return takes_values_ ? values : backup_.worth(values); }

  // Merged states may have visits before this tree reaches them: count in the tree itself.
  std::vector<uint32_t> levels() const override { return merged_ ? tree_.visited_levels() : Base::levels(); }

  void refresh() override {
    if (merged_ && refreshed_ != simulations_) merged_->take_known(tree_, kRoot, tree_.rows.size());
    refreshed_ = simulations_;
  }

  uint64_t bytes() const override { return Base::bytes() + (merged_ ? merged_->bytes() : 0); }
  uint64_t bytes_held() const override { return Base::bytes_held() + (merged_ ? merged_->bytes_held() : 0); }

  std::unique_ptr<Walker> make_walker() override { return std::make_unique<ThreadWalker>(*this); }

  void tree_restored() override {
    if (merged_) merged_->arrive_everywhere(tree_, this->root_);
  }
  uint64_t most_visits() const override {
    return merged_ ? std::max<uint64_t>(Base::most_visits(), merged_->most_visits()) : Base::most_visits();
  }

  void tree_changed() override { proofs_ = tree_.template find<Proofs>(); }

  const SelectRule& select_;
  const ExpandRule& expand_;
  const BackupRule& backup_;
  const PriorSpec* priors_;
  const bool may_stop_, takes_values_;
  const bool plain_ = spec_.evaluate.plain();
  const bool all_at_once_ = expand_.all_at_once(), hides_chance_ = expand_.hides_chance(), picks_ = expand_.picks();
  const Proofs* proofs_;  // nullptr if the search keeps no proofs
  bool keeps_moves_ = false;
  std::optional<MergedRows> merged_;
  Track track_;
  std::deque<Waiting> waiting_;  // a walk keeps the address of its track
  uint64_t refreshed_ = 0;       // the number of simulations at the last update of all rows
};

}  // namespace ply
