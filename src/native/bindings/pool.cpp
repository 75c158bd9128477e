#include "search/pool/pool.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "bindings/spec.hpp"
#include "bindings/tree.hpp"
#include "bindings/turn.hpp"

namespace nb = nanobind;

namespace ply {
namespace {

struct PyPool {
  GamePtr game;
  std::unique_ptr<Pool> pool;
};

using Array = nb::ndarray<nb::ro, nb::device::cpu>;

// Copies the numbers of an answer, an array (rows,) or (rows, columns) of 16 or 32 bits.
Numbers read_numbers(const Array& array, const char* what, size_t rows, size_t low, size_t high) {
  const auto fail = [&] {
    const std::string columns = low == high ? std::to_string(low) : std::to_string(low) + " or " + std::to_string(high);
    throw std::invalid_argument("the " + std::string(what) + " must be an array of float32 or float16, " +
                                std::to_string(rows) + " rows of " + columns);
  };
  const size_t columns = array.ndim() == 2 ? array.shape(1) : 1;
  const nb::dlpack::dtype type = array.dtype();
  const bool numbers = type.code == static_cast<uint8_t>(nb::dlpack::dtype_code::Float) && type.lanes == 1 &&
                       (type.bits == 32 || type.bits == 16);
  if (!numbers || array.ndim() < 1 || array.ndim() > 2 || array.shape(0) != rows) fail();
  if (columns != low && columns != high) fail();
  if (array.ndim() == 2 && columns > 1 && array.stride(1) != 1) fail();
  const size_t bytes = type.bits / 8;
  Numbers out;
  out.copy(array.data(), rows, columns, bytes, array.stride(0) * static_cast<ptrdiff_t>(bytes));
  return out;
}

void deliver(PyPool& self, const Array& values, const Array& logits) {
  const size_t rows = self.pool->expected();
  const nb::gil_scoped_release release;  // the caller's arguments keep the arrays alive
  Answers answers;
  const size_t players = self.game->num_players();
  answers.values = read_numbers(values, "values", rows, players == 2 ? 1 : players, players);
  answers.logits = read_numbers(logits, "logits", rows, self.pool->spec().actions, self.pool->spec().actions);
  self.pool->deliver(std::move(answers));
}

// A NumPy view of the batch's memory; `owner`, the pool in Python, keeps it alive.
nb::object collect(nb::handle owner) {
  PyPool& self = *nb::inst_ptr<PyPool>(owner);
  std::span<const uint64_t> words;
  {
    const nb::gil_scoped_release release;
    words = self.pool->collect(check_signals);
  }
  const size_t columns = self.pool->packed_words();
  return nb::cast(
      nb::ndarray<nb::numpy, const uint64_t, nb::ndim<2>>(words.data(), {words.size() / columns, columns}, owner));
}

template <class T>
nb::object table_of(std::vector<T> cells, size_t columns) {
  auto* kept = new std::vector<T>(std::move(cells));
  nb::capsule owner(kept, [](void* it) noexcept { delete static_cast<std::vector<T>*>(it); });
  if (columns == 0) return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner));
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<2>>(kept->data(), {kept->size() / columns, columns}, owner));
}

nb::dict take_records(PyPool& self) {
  Records records = self.pool->take_records();
  nb::dict out;
  out["positions"] = table_of(std::move(records.positions), self.pool->packed_words());
  out["policies"] = table_of(std::move(records.policies), self.pool->spec().actions);
  out["values"] = table_of(std::move(records.values), 0);
  out["outcomes"] = table_of(std::move(records.outcomes), self.game->num_players());
  out["seats"] = table_of(std::move(records.seats), 0);
  out["actions"] = table_of(std::move(records.actions), 0);
  out["searches"] = table_of(std::move(records.searches), 0);
  out["games"] = table_of(std::move(records.games), 0);
  out["moves"] = table_of(std::move(records.moves), 0);
  return out;
}

// Call `question` with the pool, without the interpreter lock.
template <class Question>
auto ask(PyPool& self, Question question) {
  const nb::gil_scoped_release release;
  return question(*self.pool);
}

uint32_t checked(const PyPool& self, uint32_t search) {
  if (search >= self.pool->spec().searches) throw nb::index_error("no such search in the pool");
  return search;
}

}  // namespace

void bind_pool(nb::module_& module) {
  nb::class_<PyPool>(module, "Pool", "Many searches that share one network, with the methods of the Python pool.")
      .def(
          "collect", [](nb::handle_t<PyPool> self) { return collect(self); }, nb::sig("def collect(self) -> object"))
      .def("deliver", &deliver, nb::arg("values"), nb::arg("logits"))
      .def("take_records", &take_records)
      .def_prop_ro("simulations",
                   [](PyPool& self) { return ask(self, [](Pool& pool) { return pool.simulations(check_signals); }); })
      .def_prop_ro("found", [](PyPool& self) { return self.pool->evaluations_found(); })
      .def("forget_evaluations",
           [](PyPool& self) { ask(self, [](Pool& pool) { pool.forget_evaluations(check_signals); }); })
      .def(
          "tree",
          [](PyPool& self, uint32_t search) {
            checked(self, search);
            return tree_to_arrays(ask(self, [search](Pool& pool) { return pool.tree(search, check_signals); }));
          },
          nb::arg("search"), "The present tree of one search, as arrays.")
      .def(
          "key",
          [](PyPool& self, uint32_t search) {
            checked(self, search);
            const std::string key = ask(self, [search](Pool& pool) { return pool.key(search, check_signals); });
            return nb::bytes(key.data(), key.size());
          },
          nb::arg("search"), "The key of the position at the root of one search.")
      .def(
          "seed",
          [](PyPool& self, uint32_t search) {
            checked(self, search);
            return ask(self, [search](Pool& pool) { return pool.seed(search, check_signals); });
          },
          nb::arg("search"), "The seed of the present tree of one search.");

  module.def(
      "pool",
      [](GamePtr game, const nb::tuple& select, const nb::dict& settings, const std::vector<nb::bytes>& keys,
         int threads) {
        PoolSpec spec;
        spec.select = read_spec(select);
        const auto whole = [&](const char* name) { return nb::cast<uint64_t>(settings[name]); };
        spec.searches = static_cast<uint32_t>(whole("searches"));
        spec.batches = static_cast<uint32_t>(whole("batches"));
        spec.simulations = static_cast<uint32_t>(whole("simulations"));
        spec.actions = static_cast<int>(whole("actions"));
        spec.plays = nb::cast<bool>(settings["plays"]);
        spec.games = whole("games");
        spec.seed = whole("seed");
        spec.low = nb::cast<double>(settings["low"]);
        spec.high = nb::cast<double>(settings["high"]);
        spec.temperature = nb::cast<double>(settings["temperature"]);
        spec.random_plies = static_cast<uint32_t>(whole("random_plies"));
        spec.sampled_moves = static_cast<uint32_t>(whole("sampled_moves"));
        spec.cached = whole("cached");
        for (const nb::bytes& key : keys) spec.keys.emplace_back(key.c_str(), key.size());
        auto pool = std::make_unique<Pool>(*game, std::move(spec), threads);
        return new PyPool{game, std::move(pool)};
      },
      nb::rv_policy::take_ownership, nb::arg("game"), nb::arg("select"), nb::arg("settings"), nb::arg("keys"),
      nb::arg("threads"), "A pool of searches; see plyground.search.pool.");
}

}  // namespace ply
