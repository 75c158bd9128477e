// Twin of src/plyground/search/backup/solver.py.
#include "search/backup/mean.hpp"

namespace ply {
namespace {

class Solver final : public Mean {
 public:
  using Mean::Mean;

  void update(Tree& tree, const Path& path, const Values& values) const override {
    Proofs& proofs = tree.get<Proofs>();
    Values counted = seen(tree, values);
    bool news = false;  // whether the row below is proven or its sure values rose
    for (size_t i = path.size(); i-- > 0;) {
      const uint32_t at = path[i];
      Row& row = tree.rows[at];
      if (!proofs.proof[at].proven) {
        if (row.player == kTerminal) {
          proofs.proof[at].proven = true;
          proofs.values[at] = counted;
        } else if (news) {
          news = learn(tree, proofs, at);
        }
      }
      const Values& known = proofs.values[at];
      if (proofs.proof[at].proven) {
        news = true;
        counted = known;
      } else if (proofs.proof[at].sure && i + 1 < path.size() && tree.rows[path[i + 1]].value < known[row.player]) {
        counted = known;
      }
      ++row.visits;
      row.value += (counted[row.seat] - row.value) / row.visits;
      if (proofs.proof[at].proven) row.value = counted[row.seat];
    }
  }

 private:
  // The highest value a player can get. With `paranoid` the others count minus the root player's value.
  double most() const {
    if (paranoid_) return std::max({std::abs(win_), std::abs(draw_), std::abs(loss_)});
    return std::max({win_, draw_, loss_});
  }

  // Update the proof of a row from its children; true if its known values changed.
  bool learn(const Tree& tree, Proofs& proofs, uint32_t at) const {
    const Row& row = tree.rows[at];
    const int player = row.player;
    const uint32_t end = row.first_child + row.num_children;
    if (player == kChance) return learn_chance(tree, proofs, at);
    const Values* best = nullptr;
    for (uint32_t child = row.first_child; child < end; ++child) {
      const Values& values = proofs.values[child];
      if (proofs.proof[child].proven && (!best || values[player] > (*best)[player])) best = &values;
    }
    if (!best) return false;
    Values& known = proofs.values[at];
    const double top = (*best)[player];
    const bool better = !proofs.proof[at].sure || top > known[player];
    if (better) known = *best;
    proofs.proof[at].sure = true;
    bool closed = true;
    for (uint32_t child = row.first_child; child < end; ++child) {
      if (proofs.proof[child].proven) continue;
      if (tree.players == 2 && tree.rows[child].player == 1 - player) {
        proofs.proof[child].cut = proofs.proof[child].sure && proofs.values[child][player] <= top;
      }
      closed = closed && proofs.proof[child].cut;
    }
    if (closed || top >= most()) {
      proofs.proof[at].proven = true;
      proofs.proof[at].sure = false;
    }
    return better;
  }

  static bool learn_chance(const Tree& tree, Proofs& proofs, uint32_t at) {
    const Row& row = tree.rows[at];
    const Values& first = proofs.values[row.first_child];
    for (uint32_t child = row.first_child; child < row.first_child + row.num_children; ++child) {
      if (!proofs.proof[child].proven) return false;
      if (!std::equal(first.begin(), first.begin() + tree.players, proofs.values[child].begin())) return false;
    }
    proofs.values[at] = first;
    proofs.proof[at].proven = true;
    return true;
  }
};

const BackupTwin<Solver> solver{"solver"};

}  // namespace
}  // namespace ply
