// Rows of equal states share what is known about the state.
//
// Python tells every row of a state at once what another one learnt. Here a row holds the place of its state and reads
// it when a simulation comes by: a state may have thousands of rows, and most are never looked at again.
#pragma once

#include "search/columns/proofs.hpp"
#include "search/transpositions.hpp"
#include "search/tree.hpp"

namespace ply {

class MergedRows {
 public:
  explicit MergedRows(TranspositionsPtr states) : states_(std::move(states)) {}

  // A row is reached for the first time: start it with what is known about its state. After an evaluation that was
  // interrupted it may be the first time again, for another state.
  template <class State>
  void arrive(Tree& tree, uint32_t row, const State& state) {
    places_.resize(tree.rows.size(), Transpositions::kNone);
    const std::string key = states_->symmetric() ? canonical_key(state) : state.key();
    places_[row] = states_->place(key, tree.rows[row].seat);
    take_known(tree, row, 1);
  }

  // These rows as their states are known now. The root's proof must be found below it: without children there is
  // nothing to decide by.
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

  // A simulation changed the rows of the path: keep it. Where dice lead back to a state, the row nearest the root
  // counts.
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
  Buffer<uint32_t> places_;  // of the rows' states; of none that was not reached
};

}  // namespace ply
