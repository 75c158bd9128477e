// Bounds on a Connect Four score by follow-up strategies, without search, on boards with an even number of rows.
//
// Follow-up: answer each stone of the other seat on the cell above it. If every column has an even number of empty
// cells, this is always possible, and it gives the follower every even row and the other seat every odd row
// ("claimeven", Allis: A knowledge-based approach of Connect-Four, 1988). Columns with an odd number of empty cells are
// no obstacle if their number is even: pair them, and answer the first stone in one by a stone in the other. The other
// seat then gets at most the odd-row cells and one of the two lowest empty cells of each pair.
//
// Scores are those of connect_four_solver.hpp.
#pragma once

#include <algorithm>

#include "solve/drop_board.hpp"

namespace ply {

inline constexpr int kNoBound = 64;

template <class Size>
struct ParityBounds {
  const DropBoard<Size>& board;

  // An upper bound on the score of the first player, who is to move, if the second player follows up; or kNoBound.
  int first_to_move(const Position& p) const {
    const auto& size = board.size;
    const uint64_t empty = size.board & ~p.all;
    const uint64_t paired = board.playable(p.all) & size.even_rows;
    if (!is_safe(p.mine | (empty & size.odd_rows), paired)) return kNoBound;
    const uint64_t followed = p.theirs() | (empty & size.even_rows & ~paired);
    if (!board.has_four(followed)) return 0;
    // The follower wins: with the last stone at the latest, or two plies earlier if the four needs no new top-row cell.
    return board.has_four(followed & ~(empty & size.top_row)) ? -2 : -1;
  }

  // An upper bound on the score of the second player, who is to move; or kNoBound. The first player follows up until
  // the second must play below a cell of `threats` in an odd row.
  int second_to_move(const Position& p, uint64_t threats) const {
    const auto& size = board.size;
    const uint64_t empty = size.board & ~p.all;
    const uint64_t odd_columns = board.playable(p.all) & size.even_rows;
    int bound = kNoBound;
    for (uint64_t rest = threats & size.odd_rows; rest; rest &= rest - 1) {
      const uint64_t threat = rest & -rest;
      const uint64_t column = board.column(board.column_of(threat));
      if (!(odd_columns & column)) continue;
      const uint64_t taken = (empty & size.odd_rows & ~column) | (empty & size.even_rows & column & (threat - 1));
      if (!is_safe(p.mine | taken, odd_columns & ~column)) continue;
      // Everything but the cells above the threat may be full by then.
      const int row = std::countr_zero(threat) % size.stride + 1;
      bound = std::min(bound, -(size.rows - row + 2) / 2);
    }
    return bound;
  }

 private:
  // Whether these cells and one cell of each pair contain no four. With more than one pair, the test is stricter: these
  // cells and all paired ones.
  bool is_safe(uint64_t cells, uint64_t paired) const {
    if (!board.has_four(cells | paired)) return true;
    if (std::popcount(paired) != 2) return false;
    const uint64_t one = paired & -paired;
    return !board.has_four(cells | one) && !board.has_four(cells | (paired ^ one));
  }
};

}  // namespace ply
