// The tree of one search in a pool: the rows of a Tree, and the columns that a network fills. A pool has a hundred
// thousand of them, none of which stays in the cache between two visits: everything lies together.
#pragma once

#include "search/network_view.hpp"

namespace ply {

struct NetworkTree {
  Buffer<Row> rows;
  Buffer<double> prior, judged;  // judged: where a rule reads it
  Buffer<double> noise;          // of the root and its children alone

  NetworkView view(uint32_t planned) const { return {rows.data(), prior.data(), judged.data(), noise.data(), planned}; }

  void start(int player) {
    rows.clear();
    prior.clear();
    judged.clear();
    rows.push_back(Row{0.0, 0, 0, 0, 0, 0, static_cast<int8_t>(player), static_cast<int8_t>(std::max(player, 0))});
    prior.push_back(0.0);
  }

  // Begin to fetch what a choice among the children of a row reads.
  void prefetch_children(uint32_t at) const {
    const uint32_t first = rows[at].first_child;
    const char* children = reinterpret_cast<const char*>(&rows[first]);
    for (size_t byte = 0; byte < 256; byte += 64) __builtin_prefetch(children + byte);
    __builtin_prefetch(&prior[first]);
    __builtin_prefetch(&prior[first] + 7);
    if (at < judged.size()) __builtin_prefetch(&judged[at]);
  }

  // Begin to fetch what an expansion writes.
  void prefetch_end() const {
    const char* end = reinterpret_cast<const char*>(rows.data() + rows.size());
    for (size_t byte = 0; byte < 192; byte += 64) __builtin_prefetch(end + byte, 1);
    __builtin_prefetch(prior.data() + prior.size(), 1);
    __builtin_prefetch(judged.data() + judged.size(), 1);
  }

  // One unvisited row per action below row `at`; their priors are left to the caller.
  uint32_t expand(uint32_t at, const uint16_t* actions, int count, int seat) {
    const uint32_t first = rows.grow(count);
    prior.grow(count);
    for (int i = 0; i < count; ++i) {
      rows[first + i] = Row{0.0, 0, 0, actions[i], 0, 0, kUnknown, static_cast<int8_t>(seat)};
    }
    rows[at].first_child = first;
    rows[at].num_children = static_cast<uint16_t>(count);
    return first;
  }
};

}  // namespace ply
