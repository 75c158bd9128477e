// All moves as first: the twin of the statistic `amaf` of src/plyground/search/statistics.py.
#pragma once

#include "search/worker.hpp"

namespace ply {

// The memory that `update_amaf` will need.
inline void prepare_amaf(Tree& tree, Worker& worker) {
  for (const Move& move : worker.moves) {
    if (move.seat != kChance) tree.widen_amaf(move.action + 1);
  }
  worker.counted.assign(tree.amaf_width(), 0);
  worker.later.clear();
  worker.later.reserve(worker.moves.size());
  tree.amaf.reserve_more(static_cast<uint32_t>(worker.path.size()) * tree.amaf_width());
}

// For every row of the path: each move that was made from there on counts once.
inline void update_amaf(Tree& tree, Worker& worker, const Values& values) {
  const std::vector<Move>& moves = worker.moves;
  const uint32_t actions = tree.amaf_actions;
  size_t step = moves.size();
  for (size_t depth = worker.path.size(); depth-- > 0;) {
    while (step > depth) {
      const Move move = moves[--step];
      if (move.seat == kChance) continue;
      const uint32_t place = move.seat * actions + move.action;
      if (!worker.counted[place]) worker.later.push_back({values[move.seat], place});
      worker.counted[place] = 1;
    }
    if (worker.later.empty()) continue;
    AmafEntry* entries = tree.make_amaf(worker.path[depth]);
    for (const AmafPlace& move : worker.later) {
      AmafEntry& entry = entries[move.place];
      ++entry.visits;
      entry.value += (move.value - entry.value) / entry.visits;
    }
  }
}

}  // namespace ply
