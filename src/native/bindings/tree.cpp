#include "bindings/tree.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include "search/columns/proofs.hpp"

namespace nb = nanobind;

namespace ply {
namespace {

template <class T>
nb::list list_of(size_t n, T fill) {
  nb::list out;
  for (size_t i = 0; i < n; ++i) out.append(fill(i));
  return out;
}

class ListWriter final : public ColumnWriter {
 public:
  explicit ListWriter(nb::dict& columns) : columns_(columns) {}

  void put(const char* name, std::vector<double> cells) override { put_numbers(name, cells); }
  void put(const char* name, std::vector<uint32_t> cells) override { put_numbers(name, cells); }
  void put(const char* name, std::vector<uint8_t> flags) override {
    columns_[name] = list_of(flags.size(), [&](size_t row) { return flags[row] != 0; });
  }
  void put(const char* name, Lists<double> cells) override { put_lists(name, cells); }
  void put(const char* name, Lists<uint32_t> cells) override { put_lists(name, cells); }

 private:
  template <class T>
  void put_numbers(const char* name, const std::vector<T>& cells) {
    columns_[name] = list_of(cells.size(), [&](size_t row) { return cells[row]; });
  }
  // None for a row without items.
  template <class T>
  void put_lists(const char* name, const Lists<T>& cells) {
    columns_[name] = list_of(cells.ends.size(), [&](size_t row) -> nb::object {
      if (cells[row].empty()) return nb::none();
      return list_of(cells[row].size(), [&](size_t i) { return cells[row][i]; });
    });
  }

  nb::dict& columns_;
};

template <class T>
nb::object array_of(std::vector<T> cells) {
  auto* kept = new std::vector<T>(std::move(cells));
  nb::capsule owner(kept, [](void* it) noexcept { delete static_cast<std::vector<T>*>(it); });
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner));
}

class ArrayWriter final : public ColumnWriter {
 public:
  explicit ArrayWriter(nb::dict& columns) : columns_(columns) {}

  void put(const char* name, std::vector<double> cells) override { columns_[name] = array_of(std::move(cells)); }
  void put(const char* name, std::vector<uint32_t> cells) override { columns_[name] = array_of(std::move(cells)); }
  void put(const char* name, std::vector<uint8_t> flags) override { columns_[name] = array_of(std::move(flags)); }
  void put(const char* name, Lists<double> cells) override { put_lists(name, std::move(cells)); }
  void put(const char* name, Lists<uint32_t> cells) override { put_lists(name, std::move(cells)); }

 private:
  template <class T>
  void put_lists(const char* name, Lists<T> cells) {
    columns_[name] = nb::make_tuple(array_of(std::move(cells.ends)), array_of(std::move(cells.items)));
  }

  nb::dict& columns_;
};

class ListReader final : public ColumnReader {
 public:
  ListReader(const nb::dict& columns, size_t rows) : columns_(columns), rows_(rows) {}

  void get(const char* name, std::vector<double>& cells) const override { cells = numbers<double>(name); }
  void get(const char* name, std::vector<uint32_t>& cells) const override { cells = numbers<uint32_t>(name); }
  void get(const char* name, std::vector<uint8_t>& flags) const override {
    for (const bool flag : numbers<bool>(name)) flags.push_back(flag);
  }
  void get(const char* name, Lists<double>& cells) const override { get_lists(name, cells); }
  void get(const char* name, Lists<uint32_t>& cells) const override { get_lists(name, cells); }

  template <class T>
  std::vector<T> numbers(const char* name) const {
    std::vector<T> cells;
    try {
      cells = nb::cast<std::vector<T>>(columns_[name]);
    } catch (const std::exception&) {  // missing, not a list, or an item of another type
      fail(name);
    }
    if (cells.size() != rows_) fail(name);
    return cells;
  }

 private:
  template <class T>
  void get_lists(const char* name, Lists<T>& cells) const {
    try {
      for (const nb::handle item : nb::cast<nb::list>(columns_[name])) {
        cells.add(item.is_none() ? std::vector<T>() : nb::cast<std::vector<T>>(item));
      }
    } catch (const std::exception&) {
      fail(name);
    }
    if (cells.ends.size() != rows_) fail(name);
  }

  [[noreturn]] static void fail(const char* name) {
    throw std::invalid_argument(std::string("the column ") + name + " is damaged");
  }

  const nb::dict& columns_;
  size_t rows_;
};

}  // namespace

nb::dict tree_to_lists(const Tree& tree) {
  const size_t n = tree.rows.size();
  const auto column = [&](auto read) {
    return list_of(n, [&](size_t row) { return read(tree.rows[static_cast<uint32_t>(row)]); });
  };
  nb::dict out, extra;
  out["value"] = column([](const Row& row) { return row.value; });
  out["visits"] = column([](const Row& row) { return row.visits; });
  out["first_child"] = column([](const Row& row) { return row.first_child; });
  out["num_children"] = column([](const Row& row) { return row.num_children; });
  out["action"] = column([](const Row& row) { return row.action; });
  out["player"] = column([](const Row& row) { return static_cast<int>(row.player); });
  out["seat"] = column([](const Row& row) { return static_cast<int>(row.seat); });
  ListWriter writer(extra);
  for (const Statistic* statistic : tree.statistics()) statistic->write(tree, writer);
  out["extra"] = extra;
  return out;
}

nb::dict pruned_to_lists(const Tree& tree, const Pruned& pruned) {
  const auto column = [&](auto read) {
    return list_of(pruned.rows.size(), [&](size_t i) { return read(pruned.rows[i], tree.rows[pruned.rows[i]]); });
  };
  nb::dict out, extra;
  out["value"] = column([](uint32_t, const Row& row) { return row.value; });
  out["visits"] = column([](uint32_t, const Row& row) { return row.visits; });
  out["first_child"] = nb::cast(pruned.first_child);
  out["num_children"] = nb::cast(pruned.num_children);
  out["action"] = column([](uint32_t, const Row& row) { return row.action; });
  out["player"] = column([](uint32_t, const Row& row) { return static_cast<int>(row.player); });
  out["seat"] = column([](uint32_t, const Row& row) { return static_cast<int>(row.seat); });
  extra["row"] = nb::cast(pruned.rows);
  extra["more"] = nb::cast(pruned.more);
  extra["more_visits"] = nb::cast(pruned.more_visits);
  if (const Proofs* proofs = tree.find<Proofs>()) {
    extra["proven"] = column([&](uint32_t at, const Row&) -> nb::object {
      if (!proofs->proof[at].proven) return nb::none();
      const Values& values = proofs->values[at];
      return nb::cast(std::vector<double>(values.begin(), values.begin() + tree.players));
    });
  }
  out["extra"] = extra;
  return out;
}

nb::dict tree_to_arrays(Tree tree) {
  auto* kept = new Tree(std::move(tree));
  nb::capsule owner(kept, [](void* it) noexcept { delete static_cast<Tree*>(it); });
  nb::dict out, extra;
  // Each field of the rows becomes an array with the size of a row as its stride.
  const auto add = [&]<class T>(const char* name, T Row::* field) {
    const int64_t stride = sizeof(Row) / sizeof(T);
    static_assert(sizeof(Row) % sizeof(T) == 0);
    out[name] = nb::cast(
        nb::ndarray<nb::numpy, T, nb::ndim<1>>(&(kept->rows[kRoot].*field), {kept->rows.size()}, owner, {stride}));
  };
  add("value", &Row::value);
  add("visits", &Row::visits);
  add("first_child", &Row::first_child);
  add("num_children", &Row::num_children);
  add("action", &Row::action);
  add("player", &Row::player);
  add("seat", &Row::seat);
  ArrayWriter writer(extra);
  for (const Statistic* statistic : kept->statistics()) statistic->write(*kept, writer);
  out["extra"] = extra;
  return out;
}

Tree tree_from_lists(const nb::dict& columns, const Tree& like) {
  if (!columns.contains("visits") || !columns.contains("extra")) throw std::invalid_argument("not a tree");
  const uint32_t n = static_cast<uint32_t>(nb::len(nb::cast<nb::list>(columns["visits"])));
  const ListReader reader(columns, n);
  const auto value = reader.numbers<double>("value");
  const auto visits = reader.numbers<uint32_t>("visits"), first_child = reader.numbers<uint32_t>("first_child");
  const auto num_children = reader.numbers<uint16_t>("num_children"), action = reader.numbers<uint16_t>("action");
  const auto player = reader.numbers<int8_t>("player"), seat = reader.numbers<int8_t>("seat");
  Tree tree = like.like();
  tree.rows.grow(n);
  for (uint32_t r = 0; r < n; ++r) {
    if (uint64_t{first_child[r]} + num_children[r] > n || seat[r] < 0 || seat[r] >= tree.players ||
        player[r] >= tree.players || num_children[r] > tree.most_actions + kMaxOutcomes) {
      throw std::invalid_argument("row " + std::to_string(r) + " does not fit into the tree");
    }
    tree.rows[r] = Row{.value = value[r],
                       .visits = visits[r],
                       .first_child = first_child[r],
                       .action = action[r],
                       .hint = 0,
                       .num_children = num_children[r],
                       .player = player[r],
                       .seat = seat[r]};
  }
  const nb::dict extra = nb::cast<nb::dict>(columns["extra"]);
  const ListReader extra_reader(extra, n);
  for (Statistic* statistic : tree.statistics()) {
    statistic->grow_to(n);
    statistic->read(tree, extra_reader);
  }
  return tree;
}

}  // namespace ply
