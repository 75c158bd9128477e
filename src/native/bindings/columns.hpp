// Columns of a tree as Python lists.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "search/prune.hpp"
#include "search/tree.hpp"

namespace ply {

namespace nb = nanobind;

template <class T>
nb::list list_of(size_t n, T fill) {
  nb::list out;
  for (size_t i = 0; i < n; ++i) out.append(fill(static_cast<uint32_t>(i)));
  return out;
}

// Rows that nobody has reached have what every row starts with.
inline double variance_of(const Tree& tree, uint32_t row) {
  return tree.reached(row) ? tree.variance[row] : Tree::kPriorVariance;
}

inline nb::object proven_of(const Tree& tree, uint32_t row, bool Proof::* known) {
  if (!(tree.proof[row].*known)) return nb::none();
  const Values& v = tree.proven_values[row];
  return nb::cast(std::vector<double>(v.begin(), v.begin() + tree.players));
}

// The columns of plyground.tree.Tree, as lists.
inline nb::dict columns_of(const Tree& tree) {
  const size_t n = tree.rows.size();
  nb::dict out, extra;
  out["value"] = list_of(n, [&](uint32_t r) { return tree.rows[r].value; });
  out["visits"] = list_of(n, [&](uint32_t r) { return tree.rows[r].visits; });
  out["first_child"] = list_of(n, [&](uint32_t r) { return tree.rows[r].first_child; });
  out["num_children"] = list_of(n, [&](uint32_t r) { return tree.rows[r].num_children; });
  out["action"] = list_of(n, [&](uint32_t r) { return tree.rows[r].action; });
  out["player"] = list_of(n, [&](uint32_t r) { return static_cast<int>(tree.rows[r].player); });
  out["seat"] = list_of(n, [&](uint32_t r) { return static_cast<int>(tree.rows[r].seat); });
  if (tree.needs & kNeedSquares) extra["squares"] = list_of(n, [&](uint32_t r) { return tree.squares[r]; });
  if (tree.needs & kNeedPrior) extra["prior"] = list_of(n, [&](uint32_t r) { return tree.prior[r]; });
  if (tree.needs & kNeedAverage) extra["average"] = list_of(n, [&](uint32_t r) { return tree.average[r]; });
  if (tree.needs & kNeedProven) {
    extra["proven"] = list_of(n, [&](uint32_t r) { return proven_of(tree, r, &Proof::proven); });
    extra["sure"] = list_of(n, [&](uint32_t r) { return proven_of(tree, r, &Proof::sure); });
    extra["cut"] = list_of(n, [&](uint32_t r) { return tree.proof[r].cut; });
  }
  if (tree.needs & kNeedPosterior) {
    extra["variance"] = list_of(n, [&](uint32_t r) { return variance_of(tree, r); });
    extra["own_sum"] = list_of(n, [&](uint32_t r) { return tree.reached(r) ? tree.own[r].sum : 0.0; });
    extra["own_visits"] = list_of(n, [&](uint32_t r) { return tree.reached(r) ? tree.own[r].visits : 0; });
  }
  if (tree.needs & kNeedShape) {
    extra["levels"] = list_of(n, [&](uint32_t r) -> nb::object {
      const std::vector<uint32_t> levels = tree.levels(r);
      return levels.size() == 1 ? nb::none() : nb::cast(levels);
    });
    extra["width"] = list_of(n, [&](uint32_t r) { return tree.width(r); });
  }
  if (tree.needs & kNeedAmaf) {
    extra["amaf"] = list_of(n, [&](uint32_t r) -> nb::object {
      const AmafEntry* entries = tree.amaf_of(r);
      if (!entries) return nb::none();
      nb::dict table;
      for (uint32_t place = 0; place < tree.amaf_width(); ++place) {
        if (!entries[place].visits) continue;
        nb::list pair;
        pair.append(entries[place].visits);
        pair.append(entries[place].value);
        table[nb::make_tuple(place / tree.amaf_actions, place % tree.amaf_actions)] = pair;
      }
      return table;
    });
  }
  out["extra"] = extra;
  return out;
}

// The columns of what plyground.tree.Tree.pruned keeps.
inline nb::dict pruned_columns(const Tree& tree, const Pruned& pruned) {
  const size_t n = pruned.rows.size();
  const auto column = [&](auto read) {
    return list_of(n, [&](uint32_t i) { return read(tree.rows[pruned.rows[i]]); });
  };
  nb::dict out, extra;
  out["value"] = column([](const Row& row) { return row.value; });
  out["visits"] = column([](const Row& row) { return row.visits; });
  out["first_child"] = nb::cast(pruned.first_child);
  out["num_children"] = nb::cast(pruned.num_children);
  out["action"] = column([](const Row& row) { return row.action; });
  out["player"] = column([](const Row& row) { return static_cast<int>(row.player); });
  out["seat"] = column([](const Row& row) { return static_cast<int>(row.seat); });
  extra["row"] = nb::cast(pruned.rows);
  extra["more"] = nb::cast(pruned.more);
  extra["more_visits"] = nb::cast(pruned.more_visits);
  if (tree.needs & kNeedProven) {
    extra["proven"] = list_of(n, [&](uint32_t i) { return proven_of(tree, pruned.rows[i], &Proof::proven); });
  }
  out["extra"] = extra;
  return out;
}

}  // namespace ply
