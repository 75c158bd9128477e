// Twin of src/plyground/search/backup/solver.py.
#pragma once

#include "search/backup/mean.hpp"

namespace ply {

class Solver final : public Mean {
 public:
  using Mean::Mean;

  unsigned needs() const override { return kNeedProven; }

  void update(Tree& tree, const Path& path, const Values& values) const override {
    Values counted = seen(tree, values);
    for (size_t i = path.size(); i-- > 0;) {
      const uint32_t at = path[i];
      Row& row = tree.rows[at];
      const Values* best = nullptr;
      if (!tree.proven[at]) {
        const bool known = row.player == kTerminal || best_proven(tree, row, best);
        if (known) tree.proven_values[at] = best ? *best : counted;
        tree.proven[at] = known;
      }
      if (tree.proven[at]) {
        counted = tree.proven_values[at];
      } else if (best && i + 1 < path.size() && tree.rows[path[i + 1]].value < (*best)[row.player]) {
        counted = *best;
      }
      ++row.visits;
      row.value += (counted[row.seat] - row.value) / row.visits;
      if (tree.proven[at]) row.value = counted[row.seat];
    }
  }

 private:
  // The best that is proven among the children, to the player who moves; returns whether it proves the row.
  bool best_proven(const Tree& tree, const Row& row, const Values*& best) const {
    const int player = row.player;
    bool all_known = true;
    for (uint32_t child = row.first_child; child < row.first_child + row.num_children; ++child) {
      const Values& values = tree.proven_values[child];
      if (!tree.proven[child]) {
        all_known = false;
        if (player != kChance) continue;
        best = nullptr;
        return false;
      }
      if (player == kChance) {
        if (best && !std::equal(best->begin(), best->begin() + tree.players, values.begin())) {
          best = nullptr;
          return false;
        }
        best = &values;
      } else if (!best || values[player] > (*best)[player]) {
        best = &values;
      }
    }
    return best && (all_known || (player != kChance && (*best)[player] >= win_));
  }
};

}  // namespace ply
