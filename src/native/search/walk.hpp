// One simulation while it runs.
#pragma once

#include "search/limits.hpp"
#include "search/tree.hpp"

namespace ply {

// Buffers of a simulation, which the next one reuses, and the data that undo needs.
struct alignas(64) Track {  // aligned, so that threads share no cache line
  static constexpr uint32_t kNone = UINT32_MAX;

  Track() { path.reserve(256); }

  Path path;
  std::vector<Move> moves;
  std::vector<double> logits;  // of the leaf's legal actions, if a network judged it
  Watch* watch = nullptr;
  bool cut = false;  // whether the evaluation was cut off: then the path may have rows without a visit

  // For `undo`: the number of rows before; the two rows whose actions were swapped to try a child; the row that got the
  // statistics of its state. There is at most one old row of each kind, because all rows below it are new.
  uint32_t rows_before = 0, tried = kNone, tried_from = kNone, recalled = kNone;
};

// The current state of a simulation and its path: the twin of `Walk` in src/plyground/search/walk.py.
template <class State>
struct Walk {
  Walk(Track& its_track, const State& root, Rng generator)
      : track(its_track), path(track.path), moves(track.moves), state(root), rng(generator) {
    path.clear();
    moves.clear();
    track.logits.clear();
  }

  Track& track;
  Path& path;
  std::vector<Move>& moves;  // kept only if a statistic reads them
  State state;
  Rng rng;
  Values values;
  size_t fresh = 0;  // rows of the path from this index on are visited for the first time
};

}  // namespace ply
