// The part of a tree that is worth drawing: the twin of Tree.pruned in src/plyground/tree.py.
#pragma once

#include <algorithm>
#include <queue>
#include <unordered_map>
#include <vector>

#include "search/tree.hpp"

namespace ply {

// Rows breadth first, each with the index of its first child in this list, and the number and visits of its visited
// children that were left out.
struct Pruned {
  std::vector<uint32_t> rows, first_child, num_children, more;
  std::vector<uint64_t> more_visits;
};

inline Pruned prune(const Tree& tree, uint32_t depth, uint32_t top, uint32_t min_visits, uint32_t limit,
                    uint32_t start) {
  const Buffer<Row>& rows = tree.rows;
  struct Waiting {
    uint32_t visits, row, level;
    bool operator<(const Waiting& other) const {  // the most visited first, then the lowest row
      return visits != other.visits ? visits < other.visits : row > other.row;
    }
  };
  std::unordered_map<uint32_t, std::vector<uint32_t>> kept;  // a row and its candidates
  std::priority_queue<Waiting> waiting;
  waiting.push({rows[start].visits, start, 0});
  while (!waiting.empty() && kept.size() < limit) {
    const Waiting next = waiting.top();
    waiting.pop();
    std::vector<uint32_t>& candidates = kept[next.row];
    if (next.level >= depth) continue;
    const Row& row = rows[next.row];
    for (uint32_t child = row.first_child; child < row.first_child + row.num_children; ++child) {
      if (rows[child].visits >= min_visits) candidates.push_back(child);
    }
    std::sort(candidates.begin(), candidates.end(), [&](uint32_t a, uint32_t b) {
      if (rows[a].visits != rows[b].visits) return rows[a].visits > rows[b].visits;
      return rows[a].action != rows[b].action ? rows[a].action < rows[b].action : a < b;
    });
    if (candidates.size() > top) candidates.resize(top);
    for (uint32_t child : candidates) waiting.push({rows[child].visits, child, next.level + 1});
  }
  Pruned out;
  out.rows.push_back(start);
  for (size_t i = 0; i < out.rows.size(); ++i) {
    const Row& row = rows[out.rows[i]];
    const uint32_t first = static_cast<uint32_t>(out.rows.size());
    uint32_t more = 0;
    uint64_t more_visits = 0;
    for (uint32_t child = row.first_child; child < row.first_child + row.num_children; ++child) {
      more += rows[child].visits != 0;
      more_visits += rows[child].visits;
    }
    for (uint32_t child : kept[out.rows[i]]) {
      if (!kept.count(child)) continue;
      out.rows.push_back(child);
      more -= 1;
      more_visits -= rows[child].visits;
    }
    const uint32_t count = static_cast<uint32_t>(out.rows.size()) - first;
    out.first_child.push_back(count ? first : 0);
    out.num_children.push_back(count);
    out.more.push_back(more);
    out.more_visits.push_back(more_visits);
  }
  return out;
}

}  // namespace ply
