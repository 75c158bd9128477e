// One simulation on its way.
#pragma once

#include "search/limits.hpp"
#include "search/tree.hpp"

namespace ply {

// What a simulation needs beyond its walk, and must know of the tree before it to undo itself; the next one uses it
// again.
struct alignas(64) Track {  // no cache line shared with another thread's
  static constexpr uint32_t kNone = UINT32_MAX;

  Track() { path.reserve(256); }

  Path path;
  std::vector<Move> moves;
  Watch* watch = nullptr;
  bool cut = false;  // while it evaluated: its path has rows that have no visit now

  // How many rows there were; the row that is tried now and the one whose action it took; the row that was given what
  // is known of its state. Of each there is one at most: all that follows are new rows.
  uint32_t rows_before = 0, tried = kNone, tried_from = kNone, recalled = kNone;
};

// One simulation on its way: where it is and what it has met. The twin of `Walk` in src/plyground/search/walk.py.
template <class State>
struct Walk {
  Walk(Track& its_track, const State& root, Rng generator)
      : track(its_track), path(track.path), moves(track.moves), state(root), rng(generator) {
    path.clear();
    moves.clear();
  }

  Track& track;
  Path& path;
  std::vector<Move>& moves;  // kept where a statistic reads them
  State state;
  Rng rng;
  Values values;
  size_t fresh = 0;  // the rows of the path from here on are visited for the first time
};

}  // namespace ply
