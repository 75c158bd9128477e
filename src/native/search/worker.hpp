// What one thread needs for its simulation, and what it must know to undo it.
#pragma once

#include <array>
#include <vector>

#include "search/limits.hpp"
#include "search/part.hpp"

namespace ply {

// The number of the child that came second, for each step down.
struct Rivals {
  static constexpr uint16_t kNone = 0xFFFF;
  static constexpr size_t kSteps = 256;  // the steps of a longer path share places: their rivals are not used

  uint16_t& operator[](size_t step) { return numbers[step % kSteps]; }

  std::array<uint16_t, kSteps> numbers;
};

// A seat and an action as a place in a block of all-moves-as-first entries, and what the simulation was worth there.
struct AmafPlace {
  double value;
  uint32_t place;
};

struct alignas(64) Worker {  // no cache line shared with another thread's
  static constexpr uint32_t kNone = UINT32_MAX;

  Worker() { path.reserve(256); }

  void start(uint32_t rows) {
    rows_before = rows;
    tried = recalled = kNone;
  }

  void note_tried(uint32_t row, uint32_t from) {
    if (row >= rows_before) return;
    tried = row;
    tried_from = from;
  }

  Path path;
  Rivals rivals;
  std::vector<Move> moves;
  std::vector<AmafPlace> later;
  std::vector<uint8_t> counted;  // is a place in `later`?
  Watch* watch = nullptr;
  bool cut = false;  // while it evaluated: its path has rows that have no visit now

  // Of the tree before the simulation: how many rows it had; the row that is tried now and the one whose action it
  // took; the row that was given what the memory knows. Of each there is one at most: all that follows are new rows.
  uint32_t rows_before = 0, tried = kNone, tried_from = kNone, recalled = kNone;
};

}  // namespace ply
