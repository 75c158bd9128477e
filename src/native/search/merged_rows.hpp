// The rows of a tree whose states are merged: where the memory keeps what is known of each.
#pragma once

#include "search/memory.hpp"
#include "search/tree.hpp"
#include "search/worker.hpp"

namespace ply {

class MergedRows {
 public:
  MergedRows(Tree& tree, MemoryPtr memory) : tree_(tree), memory_(std::move(memory)) {}

  const Memory& memory() const { return *memory_; }
  uint64_t bytes() const { return memory_ ? memory_->bytes() + places_.size() * sizeof(uint32_t) : 0; }
  uint64_t bytes_held() const { return memory_ ? memory_->bytes_held() + places_.bytes_held() : 0; }

  // A row is reached for the first time: start it with what is known about its state.
  template <class State>
  void recall(uint32_t at, const State& state) {
    places_.resize(tree_.rows.size(), Memory::kNone);
    places_[at] = memory_->place(memory_->symmetric() ? canonical_key(state) : state.key(), tree_.rows[at].seat);
    take_known(at, 1);
  }

  // Of all rows of a tree that was built elsewhere.
  template <class State>
  void recall_all(const State& root) {
    places_.clear();
    std::vector<std::pair<uint32_t, State>> todo{{kRoot, root}};
    while (!todo.empty()) {
      const auto [at, state] = todo.back();
      todo.pop_back();
      recall(at, state);
      const Row& row = tree_.rows[at];
      for (uint32_t child = row.first_child; child < row.first_child + row.num_children; ++child) {
        if (!tree_.reached(child)) continue;
        todo.emplace_back(child, state);
        todo.back().second.apply(static_cast<int>(tree_.rows[child].action));
      }
    }
  }

  // These rows as their states are known now. The root's proof must be found below it: without children there is
  // nothing to decide by.
  void take_known(uint32_t first, uint32_t count) {
    for (uint32_t at = first; at < std::min(first + count, places_.size()); ++at) {
      if (places_[at] == Memory::kNone) continue;
      const Memory::Entry& entry = (*memory_)[places_[at]];
      tree_.rows[at].value = entry.value;
      tree_.rows[at].visits = entry.visits;
      if (entry.proof == Memory::kNone || at == kRoot) continue;
      tree_.proof[at].proven = true;
      tree_.proof[at].sure = false;
      tree_.proven_values[at] = memory_->proof(entry);
    }
  }

  // The memory that `store` will need.
  void prepare(size_t length) {
    if (tree_.needs & kNeedProven) memory_->reserve_proofs(static_cast<uint32_t>(length));
  }

  // A simulation changed the rows of the path: keep it. Where dice lead back to a state, the row nearest the root
  // counts.
  void store(const Path& path) {
    for (size_t i = path.size(); i-- > 0;) {
      const Row& row = tree_.rows[path[i]];
      memory_->store(places_[path[i]], row.value, row.visits);
      if (tree_.is_proven(path[i])) memory_->prove(places_[path[i]], tree_.proven_values[path[i]]);
    }
  }

  // A simulation is undone.
  void roll_back(const Worker& worker) {
    places_.truncate(worker.rows_before);
    if (worker.recalled >= worker.rows_before || worker.recalled == kRoot) return;
    tree_.rows[worker.recalled].value = 0.0;
    tree_.rows[worker.recalled].visits = 0;
    if (tree_.needs & kNeedProven) tree_.proof[worker.recalled] = Proof{};
    places_[worker.recalled] = Memory::kNone;
  }

 private:
  Tree& tree_;
  MemoryPtr memory_;         // nullptr where states are not merged
  Buffer<uint32_t> places_;  // of the rows in the memory; of none that was not reached
};

}  // namespace ply
