#include "search/columns/proofs.hpp"
#include "search/search.hpp"

namespace ply {

TreeSummary AnySearch::summary(std::optional<uint32_t> first) const {
  const Buffer<Row>& rows = tree_.rows;
  TreeSummary summary;
  const std::vector<uint32_t> levels = this->levels();
  summary.depth = static_cast<uint32_t>(levels.size()) - 1;
  for (uint32_t nodes : levels) {
    summary.nodes += nodes;
    summary.width = std::max(summary.width, nodes);
  }
  uint32_t row = kRoot;
  if (first) {
    for (uint32_t c = rows[kRoot].first_child; c < rows[kRoot].first_child + rows[kRoot].num_children; ++c) {
      if (rows[c].action == *first && rows[c].visits) row = c;
    }
    if (row == kRoot) return summary;  // `first` was not visited
    summary.line.push_back(*first);
  }
  for (;;) {
    const Row* best = nullptr;
    for (uint32_t c : contenders(tree_, row)) {
      const Row& child = rows[c];
      if (!best || child.visits > best->visits || (child.visits == best->visits && child.action < best->action)) {
        best = &child;
      }
    }
    if (!best) return summary;
    summary.line.push_back(best->action);
    row = static_cast<uint32_t>(best - &rows[0]);
  }
}

}  // namespace ply
