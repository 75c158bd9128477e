// Rows of equal states share what is known about the state.
//
// Python tells every row of a state at once what another one learnt. Here a row holds the place of its state and reads
// it when a simulation comes by: a state may have thousands of rows, and most are never looked at again.
#pragma once

#include "search/search.hpp"

namespace ply {

class MergedRows {
 public:
  explicit MergedRows(TranspositionsPtr states);

  uint64_t bytes() const;
  uint64_t bytes_held() const;
  uint32_t most_visits() const;

  // A row is reached for the first time: start it with what is known about its state.
  template <class State>
  [[gnu::noinline]] void arrive(Tree& tree, uint32_t row, const State& state) {
    arrive_at(tree, row, symmetric_ ? canonical_key(state) : state.key());
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

  // The memory that `store` will need.
  void prepare(const Tree& tree, size_t length);

  // A simulation is undone: the tree has `rows` rows again, and `recalled` (none: UINT32_MAX) was not reached.
  void undo(Tree& tree, uint32_t rows, uint32_t recalled);

  // These rows as their states are known now. The root's proof must be found below it: without children there is
  // nothing to decide by.
  void take_known(Tree& tree, uint32_t first, uint32_t count);

  // A simulation changed the rows of the path: keep it. Where dice lead back to a state, the row nearest the root
  // counts.
  void store(const Tree& tree, const Path& path);

 private:
  void arrive_at(Tree& tree, uint32_t row, const std::string& key);

  TranspositionsPtr states_;
  bool symmetric_;
  Buffer<uint32_t> places_;  // of the rows' states; of none that was not reached
};

}  // namespace ply
