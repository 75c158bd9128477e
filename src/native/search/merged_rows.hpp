// Rows of equal states share their statistics.
//
// The Python twin copies new statistics to all rows of a state at once. Here a row holds the index of its state and is
// updated when a simulation visits its parent: a state may have thousands of rows, and most are never visited again.
#pragma once

#include "search/search.hpp"

namespace ply {

class MergedRows {
 public:
  explicit MergedRows(TranspositionsPtr states);

  uint64_t bytes() const;
  uint64_t bytes_held() const;
  uint32_t most_visits() const;

  // Initialise a row that is reached for the first time with the statistics of its state.
  template <class State>
  [[gnu::noinline]] void arrive(Tree& tree, uint32_t row, const State& state) {
    arrive_at(tree, row, symmetric_ ? canonical_key(state) : state.key());
  }

  // Call `arrive` for all reached rows of a tree that was built elsewhere.
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
  void prepare(const Tree& tree, size_t length);

  // Undo a simulation: the tree has `rows` rows again, and the row `recalled` (UINT32_MAX: none) counts as unreached.
  void undo(Tree& tree, uint32_t rows, uint32_t recalled);

  // Update these rows from their states. The root gets no proof: it must be proven by its children, because `decide`
  // chooses among them.
  void take_known(Tree& tree, uint32_t first, uint32_t count);

  // Copy the changed rows of the path to their states. If dice lead back to a state, the row nearest the root counts.
  void store(const Tree& tree, const Path& path);

 private:
  void arrive_at(Tree& tree, uint32_t row, const std::string& key);

  TranspositionsPtr states_;
  bool symmetric_;
  Buffer<uint32_t> places_;  // the index of each row's state; UINT32_MAX if the row was not reached
};

}  // namespace ply
