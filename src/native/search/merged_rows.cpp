#include "search/merged_rows.hpp"

#include "search/columns/proofs.hpp"
#include "search/transpositions.hpp"

namespace ply {

MergedRows::MergedRows(TranspositionsPtr states) : states_(std::move(states)), symmetric_(states_->symmetric()) {}

uint64_t MergedRows::bytes() const {
  return states_->bytes() + uint64_t{places_.size()} * sizeof(uint32_t);
}

uint64_t MergedRows::bytes_held() const {
  return states_->bytes_held() + places_.bytes_held();
}

uint32_t MergedRows::most_visits() const {
  return states_->most_visits();
}

void MergedRows::arrive_at(Tree& tree, uint32_t row, const std::string& key) {
  places_.resize(tree.rows.size(), Transpositions::kNone);
  places_[row] = states_->place(key, tree.rows[row].seat);
  take_known(tree, row, 1);
}

void MergedRows::prepare(const Tree& tree, size_t length) {
  if (tree.find<Proofs>()) states_->reserve_proofs(static_cast<uint32_t>(length));
}

void MergedRows::undo(Tree& tree, uint32_t rows, uint32_t recalled) {
  places_.truncate(rows);
  if (recalled >= rows || recalled == kRoot) return;
  tree.rows[recalled].value = 0.0;
  tree.rows[recalled].visits = 0;
  if (Proofs* proofs = tree.find<Proofs>()) proofs->proof[recalled] = Proof{};
  places_[recalled] = Transpositions::kNone;
}

void MergedRows::take_known(Tree& tree, uint32_t first, uint32_t count) {
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

void MergedRows::store(const Tree& tree, const Path& path) {
  const Proofs* proofs = tree.find<Proofs>();
  for (size_t i = path.size(); i-- > 0;) {
    const Row& row = tree.rows[path[i]];
    states_->store(places_[path[i]], row.value, row.visits);
    if (proofs && proofs->proof[path[i]].proven) states_->prove(places_[path[i]], proofs->values[path[i]]);
  }
}

}  // namespace ply
