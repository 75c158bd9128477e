#include "search/search.hpp"

#include "search/columns/proofs.hpp"
#include "search/transpositions.hpp"

namespace ply {

SearchSpec::SearchSpec() = default;
SearchSpec::SearchSpec(SearchSpec&&) noexcept = default;
SearchSpec::~SearchSpec() = default;

AnySearch::AnySearch() = default;
AnySearch::~AnySearch() = default;

std::vector<uint32_t> AnySearch::levels() const {
  return levels_;
}

uint64_t AnySearch::bytes() const {
  return tree_.bytes();
}

uint64_t AnySearch::bytes_held() const {
  return tree_.bytes_held();
}

void AnySearch::restore(Tree tree, uint64_t simulations) {
  take_tree(std::move(tree));
  simulations_ = simulations_before_ = simulations;
  visits_before_ = 0;
  for (uint32_t row = 0; row < tree_.rows.size(); ++row) {
    visits_before_ = std::max(visits_before_, tree_.rows[row].visits);
  }
  tree_restored();
}

void AnySearch::take_tree(Tree tree) {
  tree_ = std::move(tree);
  levels_ = tree_.visited_levels();
  tree_changed();
}

void AnySearch::trim_levels() {
  while (levels_.size() > 1 && levels_.back() == 0) levels_.pop_back();
}

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
