#include "search/search.hpp"

namespace ply {

TreeShapeInfo AnySearch::shape() const {
  const Buffer<Row>& rows = tree().rows;
  TreeShapeInfo info;
  const std::vector<uint32_t> levels = this->levels();
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
