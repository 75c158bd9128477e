// The tree of one search in a pool: rows that hold their priors, too. A pool may have a hundred thousand trees. None
// stays in the cache between two visits, so walks spend most of their time waiting for memory. That is why a choice
// among the children of a row reads one run of rows.
#pragma once

#include "prefetch.hpp"
#include "search/network_view.hpp"

namespace ply {

struct NetworkRow : Row {
  double prior;
};
static_assert(sizeof(NetworkRow) == 32);

// The view of a tree in a pool, with the members of NetworkView.
struct PoolView {
  const NetworkRow* rows;
  const double* judged;
  const double* noise;
  uint32_t planned;

  const Row& row(uint32_t at) const { return rows[at]; }
  double prior(uint32_t at) const { return rows[at].prior; }

  struct Run {
    const NetworkRow* rows;

    const Row& row(int i) const { return rows[i]; }
    double prior(int i) const { return rows[i].prior; }
  };
  Run from(uint32_t first) const { return {rows + first}; }
};

struct NetworkTree {
  Buffer<NetworkRow> rows;
  Buffer<double> judged;  // if the rule reads it
  Buffer<double> noise;   // only of the root and its children

  PoolView view(uint32_t planned) const { return {rows.data(), judged.data(), noise.data(), planned}; }

  void start(int player) {
    rows.clear();
    judged.clear();
    const auto seat = static_cast<int8_t>(std::max(player, 0));
    rows.push_back(NetworkRow{Row{0.0, 0, 0, 0, 0, 0, static_cast<int8_t>(player), seat}, 0.0});
  }

  // Prefetch the memory that a choice among the children of a row reads.
  void prefetch_children(uint32_t at) const {
    const Row& row = rows[at];
    if (row.num_children == 0) return;
    const char* children = reinterpret_cast<const char*>(&rows[row.first_child]);
    const size_t bytes = std::min<size_t>(row.num_children * sizeof(NetworkRow), 512);
    for (size_t byte = 0; byte < bytes; byte += 64) prefetch(children + byte);
    prefetch(children + bytes - 1);
    if (at < judged.size()) prefetch(&judged[at]);
  }

  // Prefetch the memory that an expansion writes.
  void prefetch_end() const {
    const char* end = reinterpret_cast<const char*>(rows.data() + rows.size());
    for (size_t byte = 0; byte < 256; byte += 64) prefetch_to_write(end + byte);
    prefetch_to_write(judged.data() + judged.size());
  }

  // Add one unvisited row per action below row `at`; returns the first.
  uint32_t expand(uint32_t at, const uint16_t* actions, const double* priors, int count, int seat) {
    const uint32_t first = rows.grow(count);
    for (int i = 0; i < count; ++i) {
      rows[first + i] = NetworkRow{Row{0.0, 0, 0, actions[i], 0, 0, kUnknown, static_cast<int8_t>(seat)}, priors[i]};
    }
    rows[at].first_child = first;
    rows[at].num_children = static_cast<uint16_t>(count);
    return first;
  }
};

}  // namespace ply
