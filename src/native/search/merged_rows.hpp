// Rows of equal states share their statistics.
//
// The Python twin copies new statistics to all rows of a state at once. Here a row holds the index of its state and is
// updated when a simulation visits its parent: a state may have thousands of rows, and most are never visited again.
#pragma once

#include "search/columns/proofs.hpp"
#include "search/transpositions.hpp"
#include "search/tree.hpp"

namespace ply {

class MergedRows {
 public:
  explicit MergedRows(TranspositionsPtr states) : states_(std::move(states)) {}

  uint64_t bytes() const { return states_->bytes() + uint64_t{places_.size()} * sizeof(uint32_t); }
  uint64_t bytes_held() const { return states_->bytes_held() + places_.bytes_held(); }
  uint32_t most_visits() const { return states_->most_visits(); }

  // Initialise a row that is reached for the first time with the statistics of its state.
  template <class State>
  void arrive(Tree& tree, uint32_t row, const State& state) {
    places_.resize(tree.rows.size(), Transpositions::kNone);
    const std::string key = states_->symmetric() ? canonical_key(state) : state.key();
    places_[row] = states_->place(key, tree.rows[row].seat);
    take_known(tree, row, 1);
  }

  // The same for all rows of a tree that was built elsewhere.
  template <class State>
  void arrive_everywhere(Tree& tree, const State& root) {
    places_.clear();
    std::vector<std::pair<uint32_t, State>> todo{{kRoot, root}};
    while (!todo.empty()) {
      const auto [at, state] = todo.back();
      todo.pop_back();
      arrive(tree, at, state);
      const Row& row = tree.rows[at];
      for (uint32_t child = row.first_child; child < row.first_child + row.num_children; ++child) {
        if (!tree.reached(child)) continue;
        todo.emplace_back(child, state);
        todo.back().second.apply(static_cast<int>(tree.rows[child].action));
      }
    }
  }

  // Allocate the memory that `store` will need.
  void prepare(const Tree& tree, size_t length) {
    if (tree.find<Proofs>()) states_->reserve_proofs(static_cast<uint32_t>(length));
  }

  // Undo a simulation: the tree has `rows` rows again, and the row `recalled` (or kNone) was not reached.
  void undo(Tree& tree, uint32_t rows, uint32_t recalled) {
    places_.truncate(rows);
    if (recalled >= rows || recalled == kRoot) return;
    tree.rows[recalled].value = 0.0;
    tree.rows[recalled].visits = 0;
    if (Proofs* proofs = tree.find<Proofs>()) proofs->proof[recalled] = Proof{};
    places_[recalled] = Transpositions::kNone;
  }

  // Update these rows from their states. The root gets no proof: its children must prove it, among which `decide`
  // chooses.
  void take_known(Tree& tree, uint32_t first, uint32_t count) {
    Proofs* proofs = tree.find<Proofs>();
    for (uint32_t row = first; row < std::min(first + count, places_.size()); ++row) {
      if (places_[row] == Transpositions::kNone) continue;
      const Transpositions::Entry& entry = (*states_)[places_[row]];
      tree.rows[row].value = entry.value;
      tree.rows[row].visits = entry.visits;
      if (entry.proof == Transpositions::kNone || row == kRoot) continue;
      proofs->proof[row].proven = true;
      proofs->proof[row].sure = false;
      proofs->values[row] = states_->proof(entry);
    }
  }

  // Copy the changed rows of the path to their states. If dice lead back to a state, the row nearest the root counts.
  void store(const Tree& tree, const Path& path) {
    const Proofs* proofs = tree.find<Proofs>();
    for (size_t i = path.size(); i-- > 0;) {
      const Row& row = tree.rows[path[i]];
      states_->store(places_[path[i]], row.value, row.visits);
      if (proofs && proofs->proof[path[i]].proven) states_->prove(places_[path[i]], proofs->values[path[i]]);
    }
  }

 private:
  TranspositionsPtr states_;
  Buffer<uint32_t> places_;  // the index of each row's state; kNone if the row was not reached
};

}  // namespace ply
