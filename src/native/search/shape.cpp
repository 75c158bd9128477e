#include "search/search.hpp"

namespace ply {

TreeShapeInfo AnySearch::shape() const {
  const Buffer<Row>& rows = tree().rows;
  TreeShapeInfo info;
  // Children lie behind their parents: one walk along the table meets every row after its depth is known.
  std::vector<uint16_t> depth(rows.size());
  std::vector<uint32_t> levels{1};
  for (uint32_t row = kRoot; row < rows.size(); ++row) {
    if (rows[row].num_children == 0) continue;
    const uint16_t below = depth[row] + 1;
    if (below == levels.size()) levels.push_back(0);
    for (uint32_t c = rows[row].first_child; c < rows[row].first_child + rows[row].num_children; ++c) {
      depth[c] = below;
      levels[below] += rows[c].visits != 0;
    }
  }
  while (levels.back() == 0) levels.pop_back();
  info.depth = static_cast<uint32_t>(levels.size()) - 1;
  for (uint32_t nodes : levels) {
    info.nodes += nodes;
    info.width = std::max(info.width, nodes);
  }
  for (uint32_t row = kRoot;;) {
    const Row* best = nullptr;
    for (uint32_t c : tree().contenders(row)) {
      const Row& child = rows[c];
      if (!best || child.visits > best->visits || (child.visits == best->visits && child.action < best->action)) {
        best = &child;
      }
    }
    if (!best) return info;
    info.line.push_back(best->action);
    row = static_cast<uint32_t>(best - &rows[0]);
  }
}

}  // namespace ply
