#include "search/search.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings/bindings.hpp"
#include "bindings/columns.hpp"
#include "bindings/turn.hpp"
#include "search/select/tree_shape.hpp"

namespace nb = nanobind;

namespace ply {
namespace {

// A part as plyground.search.native describes it: (name, {field: number | word | numbers | part}).
PartSpec read_spec(const nb::tuple& described) {
  PartSpec spec;
  spec.name = nb::cast<std::string>(described[0]);
  for (auto [key, value] : nb::cast<nb::dict>(described[1])) {
    const std::string field = nb::cast<std::string>(key);
    if (value.is_none()) continue;
    if (nb::isinstance<nb::str>(value)) {
      spec.words[field] = nb::cast<std::string>(value);
    } else if (nb::isinstance<nb::list>(value)) {
      spec.numbers[field] = nb::cast<std::vector<double>>(value);
    } else if (nb::isinstance<nb::tuple>(value)) {
      spec.parts[field] = read_spec(nb::cast<nb::tuple>(value));
    } else {
      spec.numbers[field] = {nb::cast<double>(value)};
    }
  }
  return spec;
}

// One column of the tree, for a selection rule that is written in Python.
struct Column {
  const Tree* tree;
  double (*read)(const Tree&, uint32_t);
  bool whole;  // an integer

  nb::object get(uint32_t row) const {
    if (row >= tree->rows.size()) throw nb::index_error("no such row");
    const double value = read(*tree, row);
    return whole ? nb::cast(static_cast<int64_t>(value)) : nb::cast(value);
  }
};

struct TreeView {
  const Tree* tree;
};

template <auto Member>
Column column(const TreeView& view, bool whole) {
  return {view.tree, [](const Tree& tree, uint32_t row) { return static_cast<double>(tree.rows[row].*Member); }, whole};
}

class PythonRule final : public SelectRule {
 public:
  PythonRule(nb::handle part, unsigned needs) : part_(part), needs_(needs) {}

  unsigned needs() const override { return needs_; }

  uint32_t choose(const Tree& tree, const Path& path, uint32_t first, int count, Rng& rng) const override {
    nb::list rows;
    for (uint32_t row : path) rows.append(row);
    nb::list children;
    for (uint32_t child = first; child < first + count; ++child) {
      if (tree.is_open(child)) children.append(child);
    }
    const nb::object chosen =
        part_.attr("choose")(TreeView{&tree}, rows, children, nb::cast(&rng, nb::rv_policy::reference));
    const int64_t child = nb::cast<int64_t>(chosen);
    if (child < first || child >= first + count) throw nb::value_error("the selection rule chose no child of the row");
    return static_cast<uint32_t>(child);
  }

 private:
  nb::handle part_;  // PySearch owns it
  unsigned needs_;
};

unsigned read_needs(const std::vector<std::string>& names) {
  static const std::map<std::string, unsigned> kBits = {
      {"squares", kNeedSquares}, {"prior", kNeedPrior}, {"proven", kNeedProven}, {"posterior", kNeedPosterior},
      {"average", kNeedAverage}, {"shape", kNeedShape}, {"amaf", kNeedAmaf},
  };
  unsigned needs = 0;
  for (const std::string& name : names) needs |= kBits.at(name);
  return needs;
}

struct PySearch {
  GamePtr game;
  std::unique_ptr<AnySearch> search;
  nb::object select, evaluate;  // parts that are written in Python; None where there are none

  MemoryPtr memory;  // nullptr where states are not merged
  Turns own_turns;

  bool calls_python() const { return !select.is_none() || !evaluate.is_none(); }
  // Searches that share a memory take turns too.
  Turns& turns() { return memory ? memory->turns : own_turns; }

  // What `question` says of the search between two runs.
  template <class Question>
  auto ask(Question question) {
    const Turn turn(turns(), Use::kReads);
    return question(*search);
  }
};

const char* run_search(PySearch& self, uint64_t count, double converged, int threads, Limits* limits) {
  if (threads < 1 || threads > 1024) throw nb::value_error("threads must be from 1 to 1024");
  const Turn turn(self.turns(), Use::kChanges);
  if (self.calls_python()) return name_of(self.search->run(count, converged, 1, limits, check_signals));
  nb::gil_scoped_release release;
  return name_of(self.search->run(count, converged, threads, limits, check_signals));
}

// A part of one's own may, by its module, hold the search that holds it: Python's collector must see this.
int traverse_search(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  const PySearch* search = nb::inst_ptr<PySearch>(self);
  Py_VISIT(search->select.ptr());
  Py_VISIT(search->evaluate.ptr());
  return 0;
}

int clear_search(PyObject* self) {
  PySearch* search = nb::inst_ptr<PySearch>(self);
  search->select.reset();
  search->evaluate.reset();
  return 0;
}

PyType_Slot search_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(traverse_search)},
                              {Py_tp_clear, reinterpret_cast<void*>(clear_search)},
                              {0, nullptr}};

template <class T>
T item(const nb::dict& columns, const char* name, uint32_t row) {
  return nb::cast<T>(nb::cast<nb::list>(columns[name])[row]);
}

// What pickle writes of a memory: its entries one by one, in the order in which they came.
nb::tuple entries_of(Memory& memory) {
  const Turn turn(memory.turns, Use::kReads);
  nb::list entries;
  for (uint32_t place = 0; place < memory.size(); ++place) {
    const Memory::Entry& entry = memory[place];
    const std::string_view key = memory.key_at(place);
    nb::object proof = nb::none();
    if (entry.proof != Memory::kNone) {
      const Values& values = memory.proof(entry);
      proof = nb::cast(std::vector<double>(values.begin(), values.end()));
    }
    entries.append(
        nb::make_tuple(nb::bytes(key.data(), key.size()), memory.seat_at(place), entry.visits, entry.value, proof));
  }
  return nb::make_tuple(memory.symmetric(), entries);
}

void restore_entries(Memory& memory, const nb::tuple& pickled) {
  new (&memory) Memory(nb::cast<bool>(pickled[0]));
  for (const nb::handle item : nb::cast<nb::list>(pickled[1])) {
    const nb::tuple entry = nb::cast<nb::tuple>(item);
    const nb::bytes key = nb::cast<nb::bytes>(entry[0]);
    const uint32_t place = memory.place(std::string_view(key.c_str(), key.size()), nb::cast<int>(entry[1]));
    memory.store(place, nb::cast<double>(entry[3]), nb::cast<uint32_t>(entry[2]));
    if (entry[4].is_none()) continue;
    const auto known = nb::cast<std::vector<double>>(entry[4]);
    Values values{};
    std::copy_n(known.begin(), std::min<size_t>(known.size(), kMaxPlayers), values.begin());
    memory.prove(place, values);
  }
}

// The inverse of columns_of, for a tree whose columns plyground.search.saved_check has checked.
Tree tree_of(const nb::dict& columns, const AnySearch& search) {
  const Tree& like = search.tree();
  const uint32_t n = static_cast<uint32_t>(nb::len(nb::cast<nb::list>(columns["visits"])));
  const nb::dict extra = nb::cast<nb::dict>(columns["extra"]);
  const unsigned needs = like.needs;
  const uint32_t players = static_cast<uint32_t>(like.players);
  const uint32_t most_actions = static_cast<uint32_t>(search.most_actions());
  Tree tree;
  tree.needs = needs;
  tree.players = like.players;
  tree.weigh = like.weigh;
  tree.compares_unvisited = like.compares_unvisited;
  tree.rows.grow(n);
  tree.add_columns();
  for (uint32_t r = 0; r < n; ++r) {
    tree.rows[r] = Row{.value = item<double>(columns, "value", r),
                       .visits = item<uint32_t>(columns, "visits", r),
                       .first_child = item<uint32_t>(columns, "first_child", r),
                       .action = item<uint16_t>(columns, "action", r),
                       .hint = 0,
                       .num_children = item<uint16_t>(columns, "num_children", r),
                       .player = item<int8_t>(columns, "player", r),
                       .seat = item<int8_t>(columns, "seat", r)};
    tree.start_row(r);
    if (needs & kNeedSquares) tree.squares[r] = item<double>(extra, "squares", r);
    if (needs & kNeedPrior) tree.prior[r] = item<double>(extra, "prior", r);
    if (needs & kNeedAverage) tree.average[r] = item<double>(extra, "average", r);
    if (needs & kNeedPosterior) {
      tree.set_variance(r, item<double>(extra, "variance", r));
      tree.own[r] = {item<double>(extra, "own_sum", r), item<uint32_t>(extra, "own_visits", r)};
    }
    if (needs & kNeedProven) {
      const nb::object exact = item<nb::object>(extra, "proven", r), least = item<nb::object>(extra, "sure", r);
      tree.proof[r].proven = !exact.is_none();
      tree.proof[r].sure = exact.is_none() && !least.is_none();
      tree.proof[r].cut = item<bool>(extra, "cut", r);
      if (tree.proof[r].proven || tree.proof[r].sure) {
        const auto known = nb::cast<std::vector<double>>(tree.proof[r].proven ? exact : least);
        std::copy_n(known.begin(), std::min<size_t>(known.size(), kMaxPlayers), tree.proven_values[r].begin());
      }
    }
    if (needs & kNeedShape) {
      const nb::object levels = item<nb::object>(extra, "levels", r);
      tree.shape[r] = kFlat;
      if (!levels.is_none()) tree.set_levels(r, nb::cast<std::vector<uint32_t>>(levels));
    }
    if (needs & kNeedAmaf) {
      const nb::object table = item<nb::object>(extra, "amaf", r);
      if (table.is_none()) continue;
      for (auto [move, entry] : nb::cast<nb::dict>(table)) {
        const auto [seat, action] = nb::cast<std::pair<uint32_t, uint32_t>>(move);
        const auto [visits, value] = nb::cast<std::pair<uint32_t, double>>(entry);
        if (seat >= players || action >= most_actions) throw nb::value_error("statistics of an impossible move");
        tree.widen_amaf(action + 1);
        tree.make_amaf(r)[seat * tree.amaf_actions + action] = {value, visits};
      }
    }
  }
  return tree;
}

// The tree as lists. A part of it is copied, so that a running search goes on while the lists are made.
nb::dict columns_of_search(PySearch& self, int levels) {
  Turn turn(self.turns(), Use::kReads);
  self.search->refresh();
  if (levels < 0) return columns_of(self.search->tree());
  const Tree top = self.search->tree().subtree(kRoot, levels);
  turn.end();
  return columns_of(top);
}

nb::dict prune_search(PySearch& self, uint32_t depth, uint32_t top, uint32_t min_visits, uint32_t limit) {
  return self.ask([&](AnySearch& search) {
    search.refresh();
    return pruned_columns(search.tree(), prune(search.tree(), depth, top, min_visits, limit));
  });
}

}  // namespace

void bind_search(nb::module_& module) {
  nb::class_<Rng>(module, "Rng", "The generator of one simulation, for parts that are written in Python.")
      .def("next", &Rng::next)
      .def("below", &Rng::below, nb::arg("n"))
      .def("uniform", &Rng::uniform);

  nb::class_<Column>(module, "Column").def("__getitem__", &Column::get, nb::arg("row"));

  nb::class_<TreeView>(module, "TreeView", "The columns of a tree, for a selection rule that is written in Python.")
      .def_prop_ro("value", [](const TreeView& v) { return column<&Row::value>(v, false); })
      .def_prop_ro("visits", [](const TreeView& v) { return column<&Row::visits>(v, true); })
      .def_prop_ro("first_child", [](const TreeView& v) { return column<&Row::first_child>(v, true); })
      .def_prop_ro("num_children", [](const TreeView& v) { return column<&Row::num_children>(v, true); })
      .def_prop_ro("action", [](const TreeView& v) { return column<&Row::action>(v, true); })
      .def_prop_ro("player", [](const TreeView& v) { return column<&Row::player>(v, true); })
      .def_prop_ro("seat", [](const TreeView& v) { return column<&Row::seat>(v, true); })
      .def_prop_ro("extra", [](const TreeView& v) {
        nb::dict extra;
        const auto add = [&](unsigned need, const char* name, double (*read)(const Tree&, uint32_t), bool whole) {
          if (v.tree->needs & need) extra[name] = Column{v.tree, read, whole};
        };
        add(kNeedSquares, "squares", [](const Tree& t, uint32_t r) { return t.squares[r]; }, false);
        add(kNeedPrior, "prior", [](const Tree& t, uint32_t r) { return t.prior[r]; }, false);
        add(kNeedAverage, "average", [](const Tree& t, uint32_t r) { return t.average[r]; }, false);
        add(kNeedPosterior, "variance", variance_of, false);
        add(kNeedShape, "width", [](const Tree& t, uint32_t r) { return double(t.width(r)); }, true);
        return extra;
      });

  nb::class_<PySearch>(module, "Search", nb::type_slots(search_slots),
                       "A search tree in C++, with the face of plyground.search.engine.PythonEngine.")
      .def("run", &run_search, nb::arg("count"), nb::arg("converged") = 0.0, nb::arg("threads") = 1,
           nb::arg("limits").none() = nb::none(),
           "So many simulations; the name of what ended the run, empty where they are done or the slice is over.")
      .def_prop_ro("simulations",
                   [](PySearch& self) { return self.ask([](const AnySearch& s) { return s.simulations(); }); })
      .def_prop_ro("rows",
                   [](PySearch& self) { return self.ask([](const AnySearch& s) { return s.tree().rows.size(); }); })
      .def_prop_ro("size_in_bytes",
                   [](PySearch& self) { return self.ask([](const AnySearch& s) { return s.bytes(); }); })
      .def_prop_ro("solved", [](PySearch& self) { return self.ask([](const AnySearch& s) { return s.solved(); }); })
      .def(
          "shape",
          [](PySearch& self, std::optional<uint32_t> first) {
            return self.ask([first](AnySearch& search) {
              search.refresh();
              const TreeShapeInfo info = search.shape(first);
              return std::make_tuple(info.nodes, info.depth, info.width, info.line);
            });
          },
          nb::arg("first").none())
      .def("columns", &columns_of_search, nb::arg("levels"),
           "The tree as lists, down to that many levels below the root (-1: all).")
      .def(
          "charge",
          [](PySearch& self, Limits& limits) {
            const Turn turn(self.turns(), Use::kChanges);
            if (self.search->bytes_held() > limits.memory.left()) self.search->shrink();
            limits.memory.take(self.search->bytes_held());
          },
          nb::arg("limits"), "Count the memory that the search holds already.")
      .def("pruned", &prune_search, nb::arg("depth"), nb::arg("top"), nb::arg("min_visits"), nb::arg("limit"),
           "The part of the tree that is worth drawing, as lists.")
      .def(
          "restore",
          [](PySearch& self, const nb::dict& columns, uint64_t simulations) {
            const Turn turn(self.turns(), Use::kChanges);
            self.search->restore(tree_of(columns, *self.search), simulations);
          },
          nb::arg("columns"), nb::arg("simulations"), "Go on from a tree that an engine with the same parts built.")
      .def(
          "advance",
          [](PySearch& self, uint32_t action, const nb::bytes& key) {
            const Turn turn(self.turns(), Use::kChanges);
            return self.search->advance(action, std::string_view(key.c_str(), key.size()));
          },
          nb::arg("action"), nb::arg("key"));

  nb::class_<Limits>(module, "Limits", "What ends the runs of a search: seconds from now on, bytes, `stop`.")
      .def(nb::init<double, uint64_t, double>(), nb::arg("seconds"), nb::arg("bytes"), nb::arg("slice_seconds"))
      .def("stop", [](Limits& self) { self.stopped = true; }, "From any thread.");

  nb::class_<Memory>(module, "Memory", "Statistics by state, with the face of plyground.search.memory.Memory.")
      .def(nb::init<bool>(), nb::arg("symmetric"))
      .def("__len__",
           [](Memory& self) {
             const Turn turn(self.turns, Use::kReads);
             return self.size();
           })
      .def("__getstate__", &entries_of)
      .def("__setstate__", &restore_entries)
      .def(
          "lookup",
          [](Memory& self, const nb::object& key, int seat) -> nb::object {
            if (!nb::isinstance<nb::bytes>(key)) return nb::none();
            const Turn turn(self.turns, Use::kReads);
            const nb::bytes bytes = nb::cast<nb::bytes>(key);
            const auto place = self.find(std::string_view(bytes.c_str(), bytes.size()), seat);
            if (!place) return nb::none();
            return nb::make_tuple(self[*place].visits, self[*place].value);
          },
          nb::arg("key").none(), nb::arg("seat"),
          nb::sig("def lookup(self, key: object, seat: int) -> tuple[int, float] | None"));

  module.def(
      "search",
      [](GamePtr game, const nb::bytes& key, const nb::tuple& select, const nb::tuple& expand,
         const nb::tuple& evaluate, const nb::tuple& backup, const std::vector<std::string>& needs, uint64_t seed,
         uint64_t stream, nb::object python_select, nb::object python_evaluate, MemoryPtr memory) {
        SearchSpec spec;
        const MemoryPtr shared = spec.memory = std::move(memory);
        std::optional<Turn> turn;  // the root is looked up
        if (shared) turn.emplace(shared->turns, Use::kChanges);
        spec.needs = read_needs(needs);
        spec.select_spec = read_spec(select);
        if (python_select.is_none()) {
          spec.select = make_select(spec.select_spec);
          if (!spec.select) throw nb::value_error("no twin of the selection rule");
        } else {
          spec.select = std::make_unique<PythonRule>(python_select, spec.needs);
          spec.select_spec.name = "";
        }
        spec.backup_spec = read_spec(backup);
        spec.backup = make_backup(spec.backup_spec);
        if (!spec.backup) throw nb::value_error("no twin of the backup");
        const auto is = [&](const char* field, double value) {
          return !spec.backup_spec.has(field) || spec.backup_spec.number(field) == value;
        };
        spec.usual_worth = is("win", 1.0) && is("draw", 0.0) && is("loss", -1.0) && is("paranoid", 0.0);
        const PartSpec e = read_spec(expand);
        spec.expand.hides_chance = e.name == "open_loop";
        spec.expand.all_at_once = e.name == "all_children" || spec.expand.hides_chance;
        spec.expand.widening = e.name == "progressive_widening";
        spec.expand.after = static_cast<uint32_t>(e.number("after"));
        if (spec.expand.widening) {
          spec.expand.k = e.number("k");
          spec.expand.a = e.number("a");
        }
        const PartSpec v = read_spec(evaluate);
        if (!python_evaluate.is_none()) {
          const int players = game->num_players();
          spec.evaluate.call = [python_evaluate = nb::handle(python_evaluate), players](const std::string& key,
                                                                                        Rng& rng) {
            const auto values = nb::cast<std::vector<double>>(
                python_evaluate(nb::bytes(key.data(), key.size()), nb::cast(&rng, nb::rv_policy::reference)));
            if (static_cast<int>(values.size()) != players)
              throw nb::value_error("the evaluation gave a wrong number of values");
            Values out{};
            std::copy(values.begin(), values.end(), out.begin());
            return out;
          };
        } else if (v.name == "heuristic") {
          spec.evaluate.heuristic = true;
        } else {
          spec.evaluate.n = static_cast<int>(v.number("n"));
          spec.evaluate.policy = v.is("policy", "uniform")    ? Policy::kUniform
                                 : v.is("policy", "decisive") ? Policy::kDecisive
                                                              : Policy::kHeuristic;
          if (v.has("depth_limit")) spec.evaluate.depth_limit = static_cast<int>(v.number("depth_limit"));
        }
        if (const PartSpec* puct = spec.select_spec.find("puct")) {
          spec.prior.heuristic = puct->is("prior", "heuristic");
          spec.prior.temperature = puct->number("temperature");
        }
        if (const PartSpec* shape = spec.select_spec.find("tree_shape")) {
          spec.shape_weight = TreeShape(*shape).weight();
        }
        auto search = game->search(std::string_view(key.c_str(), key.size()), std::move(spec), seed, stream);
        return new PySearch{game, std::move(search), std::move(python_select), std::move(python_evaluate), shared, {}};
      },
      nb::rv_policy::take_ownership, nb::arg("game"), nb::arg("key"), nb::arg("select"), nb::arg("expand"),
      nb::arg("evaluate"), nb::arg("backup"), nb::arg("needs"), nb::arg("seed"), nb::arg("stream"),
      nb::arg("python_select").none(), nb::arg("python_evaluate").none(), nb::arg("memory").none());
}

}  // namespace ply
