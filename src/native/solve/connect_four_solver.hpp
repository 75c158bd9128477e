// The exact score of every Connect Four position (four in a row, cols x (rows + 1) at most 64).
//
// The score is from the view of the seat to move: the number of stones that the winner has left at the end,
// the winning one included; positive for a win, 0 for a draw, negative for a loss. On 7 x 6 the start has +1:
// the first player wins with its last stone.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace ply {

class ConnectFourSolver {
 public:
  virtual ~ConnectFourSolver() = default;

  // The score of the position with this key (plyground.games.connect_four: cells, bottom row first).
  virtual int score(std::string_view key) = 0;

  // The score of every legal move, for the seat that makes it: (column, score), ascending by column.
  virtual std::vector<std::pair<int, int>> analyse(std::string_view key) = 0;

  // The keys of all unfinished positions with this many stones, up to mirror images, ascending.
  virtual std::vector<uint64_t> openings(int stones) const = 0;

  // The score of a position by its opening key.
  virtual int opening_score(uint64_t key) = 0;

  // Set the scores of all `openings(stones)`, in that order; the scores of fewer stones follow from them.
  virtual void set_openings(int stones, const std::vector<int8_t>& scores) = 0;

  // Positions searched since the solver was made.
  virtual uint64_t nodes() const = 0;

  // Called regularly while a search runs; an exception stops the search.
  std::function<void()> poll = [] {};
};

// A solver whose transposition table has about this many bytes. Boards that do not fit throw
// std::invalid_argument.
std::unique_ptr<ConnectFourSolver> make_connect_four_solver(int rows, int cols, size_t table_bytes);

}  // namespace ply
