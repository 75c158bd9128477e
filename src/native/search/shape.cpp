#include "search/search.hpp"

namespace ply {

TreeShapeInfo AnySearch::shape() const {
  const Buffer<Row>& rows = tree().rows;
  TreeShapeInfo info;
  std::vector<uint32_t> level{kRoot}, next;
  while (!level.empty()) {
    info.nodes += level.size();
    info.width = std::max<uint32_t>(info.width, level.size());
    ++info.depth;
    next.clear();
    for (uint32_t row : level) {
      for (uint32_t c = rows[row].first_child; c < rows[row].first_child + rows[row].num_children; ++c) {
        if (rows[c].visits) next.push_back(c);
      }
    }
    level.swap(next);
  }
  --info.depth;
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
