// Twin of src/plyground/search/backup/solver.py.
#pragma once

#include "search/backup/mean.hpp"

namespace ply {

class Solver final : public Mean {
 public:
  using Mean::Mean;

  unsigned needs() const override { return kNeedProven; }

  void update(Tree& tree, const Path& path, const Values& values) const override {
    Mean::update(tree, path, values);
    const uint32_t leaf = path.back();
    if (!tree.proven[leaf] && tree.rows[leaf].player == kTerminal) {
      tree.proven[leaf] = 1;
      tree.proven_values[leaf] = values;
    }
    for (size_t i = path.size(); i-- > 0;) {
      const uint32_t row = path[i];
      if (!tree.proven[row]) tree.proven[row] = prove(tree, row, tree.proven_values[row]);
      if (!tree.proven[row]) return;  // nothing above can have become known
      tree.rows[row].value = tree.proven_values[row][tree.rows[row].seat];
    }
  }

 private:
  bool prove(const Tree& tree, uint32_t at, Values& out) const {
    const Row& row = tree.rows[at];
    const int player = row.player;
    bool known = true;
    const Values* best = nullptr;
    for (uint32_t child = row.first_child; child < row.first_child + row.num_children; ++child) {
      const Values& values = tree.proven_values[child];
      if (!tree.proven[child]) {
        known = false;
        if (player == kChance) return false;
      } else if (player == kChance) {
        if (best && !std::equal(best->begin(), best->begin() + tree.players, values.begin())) return false;
        best = &values;
      } else if (values[player] >= win_) {
        out = values;
        return true;
      } else if (!best || values[player] > (*best)[player]) {
        best = &values;
      }
    }
    if (!known || !best) return false;
    out = *best;
    return true;
  }
};

}  // namespace ply
