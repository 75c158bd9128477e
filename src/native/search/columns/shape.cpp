#include "search/columns/shape.hpp"

#include <algorithm>
#include <bit>

namespace ply {

const StatisticTwin<Shape> Shape::twin{"shape"};

// One addition for every ancestor.
void Shape::added(Tree&, const uint32_t* path, size_t length, uint32_t count) {
  for (size_t below = 1; below <= length; ++below) {
    const uint32_t row = path[length - below];
    Levels& s = levels_[row];
    if (s & kFlat) {
      if (below == 1) {
        s += count;
        weight[row] = weigh_.of(2, s - kFlat);
        continue;
      }
      const uint32_t children = s - kFlat;
      s = add_record(1, children);
      pool_[s + 2] = children;
    }
    uint32_t* record = &pool_[s];
    if (below > record[1]) record = add_level(s);
    const uint32_t here = record[1 + below] += count;
    if (here > record[0]) {
      record[0] = here;
    } else if (here != count) {
      continue;  // neither deeper nor wider than before
    }
    weight[row] = weigh_.of(record[1] + 1, record[0]);
  }
}

// A record has room for four levels, or for the next power of two if it needs more.
uint32_t Shape::add_record(uint32_t levels, uint32_t width) {
  const uint32_t s = pool_.grow(2 + std::bit_ceil(std::max(levels, 4u)));
  if (s & kFlat) throw std::length_error("the levels of a tree have at most 2^31 places");
  pool_[s] = width;
  pool_[s + 1] = levels;
  return s;
}

// Append an empty level; a full record is moved to a larger one.
uint32_t* Shape::add_level(Levels& s) {
  const uint32_t levels = pool_[s + 1];
  if (levels >= 4 && std::has_single_bit(levels)) {
    const uint32_t larger = add_record(levels + 1, pool_[s]);
    for (uint32_t k = 1; k <= levels; ++k) pool_[larger + 1 + k] = pool_[s + 1 + k];
    s = larger;
  } else {
    ++pool_[s + 1];
  }
  pool_[s + 2 + levels] = 0;
  return &pool_[s];
}

void Shape::reserve(size_t length, size_t calls) {
  const size_t record = 2 + std::bit_ceil(std::max<size_t>(length, 4));
  const uint64_t places = uint64_t{calls} * length * record;
  if (places >= kFlat) throw std::length_error("the levels of a tree have at most 2^31 places");
  pool_.reserve_more(static_cast<uint32_t>(places));
}

void Shape::copy_row(uint32_t to, const Statistic& from, uint32_t row, bool reached, bool has_children) {
  if (!reached) return;
  const Shape& other = static_cast<const Shape&>(from);
  weight[to] = other.weight[row];
  if (has_children) set_counts(to, other.counts(row));
}

std::vector<uint32_t> Shape::counts(uint32_t row) const {
  const Levels s = levels_[row];
  if (s == kFlat) return {1};
  if (s & kFlat) return {1, s - kFlat};
  std::vector<uint32_t> counts{1};
  counts.insert(counts.end(), &pool_[s + 2], &pool_[s + 2] + pool_[s + 1]);
  return counts;
}

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
