// Bit boards of games in which stones drop into columns and four in a row win.
//
// Column-major bits, bottom first, with one sentinel bit above each column:
//
//   6 13 20 …     A position is two words: the stones of the seat to move ("mine") and all stones ("all").
//   5 12 19 …     all + bottom has one bit per column, on top of its stones: the playable cells.
//   …             mine + all + bottom is the key of the position.
//   0  7 14 …
#pragma once

#include <bit>
#include <cstdint>

namespace ply {

struct Position {
  uint64_t mine = 0;
  uint64_t all = 0;

  uint64_t theirs() const { return mine ^ all; }
  int stones() const { return std::popcount(all); }
  // The position after the seat to move has put a stone on this cell; then the other seat is to move.
  Position play(uint64_t cell) const { return {theirs(), all | cell}; }
  bool operator==(const Position&) const = default;
};

// Masks that depend on the board's size. A size known at compile time makes the common board twice as fast.
struct BoardSize {
  int rows, cols;
  int stride, cells;
  uint64_t bottom = 0, board = 0, odd_rows = 0, even_rows = 0, top_row = 0;

  constexpr BoardSize(int rows, int cols) : rows(rows), cols(cols), stride(rows + 1), cells(rows * cols) {
    for (int col = 0; col < cols; ++col) {
      for (int row = 0; row < rows; ++row) {
        const uint64_t cell = uint64_t{1} << (col * stride + row);
        board |= cell;
        (row % 2 == 0 ? odd_rows : even_rows) |= cell;  // people count rows from one
        if (row == 0) bottom |= cell;
        if (row == rows - 1) top_row |= cell;
      }
    }
  }
};

template <int Rows, int Cols>
struct FixedSize {
  static constexpr BoardSize size{Rows, Cols};
};

struct AnySize {
  const BoardSize size;
};

// The rules, for one of the sizes above.
template <class Size>
struct DropBoard : Size {
  using Size::size;

  uint64_t column(int col) const { return ((uint64_t{1} << size.rows) - 1) << (col * size.stride); }
  int column_of(uint64_t cell) const { return std::countr_zero(cell) / size.stride; }
  uint64_t playable(uint64_t all) const { return (all + size.bottom) & size.board; }
  uint64_t key(const Position& p) const { return p.mine + p.all + size.bottom; }

  uint64_t mirror(uint64_t cells) const {
    const uint64_t low = (uint64_t{1} << size.stride) - 1;
    uint64_t image = 0;
    for (int col = 0; col < size.cols; ++col)
      image |= (cells >> (col * size.stride) & low) << ((size.cols - 1 - col) * size.stride);
    return image;
  }
  Position mirror(const Position& p) const { return {mirror(p.mine), mirror(p.all)}; }

  // The smaller key of the position and its mirror image.
  uint64_t canonical_key(const Position& p) const {
    const uint64_t one = key(p), other = mirror(one);
    return one < other ? one : other;
  }

  bool has_four(uint64_t cells) const {
    const auto line = [cells](int shift) {
      const uint64_t pairs = cells & (cells >> shift);
      return pairs & (pairs >> (2 * shift));
    };
    return (line(1) | line(size.stride - 1) | line(size.stride) | line(size.stride + 1)) != 0;
  }

  // The empty cells where one more of these stones would complete a four.
  uint64_t completing(uint64_t stones, uint64_t all) const {
    const auto line = [stones](int shift) {
      const uint64_t left = stones << shift, right = stones >> shift;
      return (left & (stones << (2 * shift)) & ((stones << (3 * shift)) | right)) |
             (right & (stones >> (2 * shift)) & ((stones >> (3 * shift)) | left));
    };
    const uint64_t upward = (stones << 1) & (stones << 2) & (stones << 3);
    return (upward | line(size.stride - 1) | line(size.stride) | line(size.stride + 1)) & size.board & ~all;
  }
};

}  // namespace ply
