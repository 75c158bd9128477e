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
    bool news = false;  // was something proven below?
    for (size_t i = path.size(); i-- > 0;) {
      const uint32_t at = path[i];
      Row& row = tree.rows[at];
      if (!tree.proof[at].proven) {
        if (row.player == kTerminal) {
          tree.proof[at].proven = true;
          tree.proven_values[at] = counted;
        } else if (news) {
          news = learn(tree, at);
        }
      }
      const Values& known = tree.proven_values[at];
      if (tree.proof[at].proven) {
        news = true;
        counted = known;
      } else if (tree.proof[at].sure && i + 1 < path.size() && tree.rows[path[i + 1]].value < known[row.player]) {
        counted = known;
      }
      ++row.visits;
      row.value += (counted[row.seat] - row.value) / row.visits;
      if (tree.proof[at].proven) row.value = counted[row.seat];
    }
  }

 private:
  // The most that a player can have; where all others count what the root's player loses, of either sign.
  double most() const {
    if (paranoid_) return std::max({std::abs(win_), std::abs(draw_), std::abs(loss_)});
    return std::max({win_, draw_, loss_});
  }

  // Look what is known of the children: does it tell something new about the row?
  bool learn(Tree& tree, uint32_t at) const {
    const Row& row = tree.rows[at];
    const int player = row.player;
    const uint32_t end = row.first_child + row.num_children;
    if (player == kChance) return learn_chance(tree, at);
    const Values* best = nullptr;
    for (uint32_t child = row.first_child; child < end; ++child) {
      const Values& values = tree.proven_values[child];
      if (tree.proof[child].proven && (!best || values[player] > (*best)[player])) best = &values;
    }
    if (!best) return false;
    Values& known = tree.proven_values[at];
    const double top = (*best)[player];
    const bool better = !tree.proof[at].sure || top > known[player];
    if (better) known = *best;
    tree.proof[at].sure = true;
    bool closed = true;
    for (uint32_t child = row.first_child; child < end; ++child) {
      if (tree.proof[child].proven) continue;
      if (tree.players == 2 && tree.rows[child].player == 1 - player) {
        tree.proof[child].cut = tree.proof[child].sure && tree.proven_values[child][player] <= top;
      }
      closed = closed && tree.proof[child].cut;
    }
    if (closed || top >= most()) {
      tree.proof[at].proven = true;
      tree.proof[at].sure = false;
    }
    return better;
  }

  static bool learn_chance(Tree& tree, uint32_t at) {
    const Row& row = tree.rows[at];
    const Values& first = tree.proven_values[row.first_child];
    for (uint32_t child = row.first_child; child < row.first_child + row.num_children; ++child) {
      if (!tree.proof[child].proven) return false;
      if (!std::equal(first.begin(), first.begin() + tree.players, tree.proven_values[child].begin())) return false;
    }
    tree.proven_values[at] = first;
    tree.proof[at].proven = true;
    return true;
  }
};

}  // namespace ply
