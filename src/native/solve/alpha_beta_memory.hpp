// The parts of an alpha-beta search that do not depend on the game: its table, its ordering of moves, its clock.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solve/any_alpha_beta.hpp"

namespace ply {

// Bounds on the values of positions to the first seat. A new entry replaces an old one.
class AlphaBetaTable {
 public:
  struct Entry {
    uint64_t hash = 0;
    double low = 0.0, high = 0.0;
    int16_t depth = -1;  // -1: empty
    uint16_t action = 0;
    bool horizon = false;  // whether the bounds depend on the heuristic at the horizon
  };

  AlphaBetaTable() : entries_(size_t{1} << 12) {}

  const Entry& at(uint64_t hash) const { return entries_[hash & (entries_.size() - 1)]; }

  // Replaces the old entry; the table grows while it is small.
  void store(const Entry& entry);

 private:
  static constexpr size_t kMostEntries = size_t{1} << 22;  // 134 megabytes

  void grow();

  std::vector<Entry> entries_;
  size_t stored_ = 0;
};

class AlphaBetaMemory : public AnyAlphaBeta {
 protected:
  struct OutOfTime {};

  explicit AlphaBetaMemory(int most_actions);

  // Called before a search: starts the clock and clears the history; the table stays.
  void start(double seconds, const std::function<void()>& look_up);

  void count_node() {
    if ((++nodes_ & 1023) == 0) look_at_clock();
  }

  // Sort moves: the table's move, recent cut-off moves at this ply, moves with many cut-offs, then the game's order.
  void order(uint16_t* actions, int n, int player, int ply, int table_move);

  // Note a move that caused a cut-off, for the ordering of later nodes.
  void remember_cut(uint16_t action, int player, int ply, int depth);

  AlphaBetaTable table_;
  uint64_t nodes_ = 0;
  int depth_ = 0;  // of this iteration

 private:
  static constexpr int kDeepest = 1024;

  void look_at_clock();  // may throw OutOfTime, after the first iteration

  std::array<std::array<uint16_t, 2>, kDeepest> killers_{};
  std::array<std::vector<uint64_t>, 2> history_;
  std::vector<uint64_t> ranks_;
  double end_ = 0.0, next_look_ = 0.0;  // seconds of the steady clock
  const std::function<void()>* look_up_ = nullptr;
};

}  // namespace ply
