#include "search/columns/shape.hpp"

#include <algorithm>

namespace ply {

const StatisticTwin<Shape> Shape::twin{"shape"};

void Shape::set_counts(uint32_t row, const std::vector<uint32_t>& counts) {
  const uint32_t below = static_cast<uint32_t>(counts.size()) - 1;
  const uint32_t width = *std::max_element(counts.begin(), counts.end());
  if (below > 1) {
    levels_[row] = add_record(below, width);
    for (uint32_t k = 1; k <= below; ++k) pool_[levels_[row] + 1 + k] = counts[k];
  } else {
    levels_[row] = kFlat + (below ? counts[1] : 0);
  }
  weight[row] = weigh_.of(below + 1, width);
}

void Shape::removed(Tree&, const uint32_t* path, size_t length, uint32_t count) {
  for (size_t below = 1; below <= length; ++below) {
    const uint32_t row = path[length - below];
    Levels& s = levels_[row];
    if (s & kFlat) {
      s -= count;
      weight[row] = s == kFlat ? weigh_.of(1.0, 1.0) : weigh_.of(2, s - kFlat);
      continue;
    }
    uint32_t* record = &pool_[s];
    record[1 + below] -= count;
    if (record[1 + below] == 0) --record[1];
    record[0] = *std::max_element(record + 2, record + 2 + record[1]);
    weight[row] = weigh_.of(record[1] + 1, record[0]);
  }
}

void Shape::write(const Tree& tree, ColumnWriter& writer) const {
  Lists<uint32_t> levels;
  std::vector<uint32_t> widths;
  for (uint32_t row = 0; row < tree.rows.size(); ++row) {
    const std::vector<uint32_t> nodes = tree.rows[row].num_children ? counts(row) : std::vector<uint32_t>{1};
    levels.add(nodes.size() > 1 ? std::span(nodes) : std::span<const uint32_t>());
    widths.push_back(*std::max_element(nodes.begin(), nodes.end()));
  }
  writer.put("levels", std::move(levels));
  writer.put("width", std::move(widths));
}

void Shape::read(Tree& tree, const ColumnReader& reader) {
  Lists<uint32_t> levels;
  reader.get("levels", levels);
  for (uint32_t row = 0; row < tree.rows.size(); ++row) {
    start_row(row);
    if (tree.rows[row].num_children) expanded(row);
    if (!levels[row].empty()) set_counts(row, {levels[row].begin(), levels[row].end()});
  }
}

}  // namespace ply
