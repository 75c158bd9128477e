#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "bindings/spec.hpp"
#include "bindings/tree.hpp"
#include "bindings/turn.hpp"
#include "search/fusable.hpp"
#include "search/make_search.hpp"
#include "search/pool/network_rule.hpp"
#include "search/transpositions.hpp"

namespace nb = nanobind;

namespace ply {
namespace {

// One column of the tree, for a selection rule that is written in Python.
struct ColumnView {
  const Tree* tree;
  std::function<double(uint32_t)> read;
  bool whole;  // an integer

  nb::object get(uint32_t row) const {
    if (row >= tree->rows.size()) throw nb::index_error("no such row");
    const double value = read(row);
    return whole ? nb::cast(static_cast<int64_t>(value)) : nb::cast(value);
  }
};

template <auto Member>
nb::object column(const Tree* tree, bool whole) {
  return nb::cast(
      ColumnView{tree, [tree](uint32_t row) { return static_cast<double>(tree->rows[row].*Member); }, whole});
}

nb::dict extra_columns(const Tree* tree) {
  nb::dict extra;
  for (const Statistic* statistic : tree->statistics()) {
    for (const AnyColumn* column : statistic->columns()) {
      if (!column->name()) continue;
      const auto read = [tree, column](uint32_t row) { return column->number(row, tree->reached(row)); };
      extra[column->name()] = ColumnView{tree, read, column->whole()};
    }
  }
  return extra;
}

// The columns of a tree, made once: a rule in Python reads several numbers of every child.
struct TreeView {
  explicit TreeView(const Tree* its_tree)
      : tree(its_tree),
        value(column<&Row::value>(tree, false)),
        visits(column<&Row::visits>(tree, true)),
        first_child(column<&Row::first_child>(tree, true)),
        num_children(column<&Row::num_children>(tree, true)),
        action(column<&Row::action>(tree, true)),
        player(column<&Row::player>(tree, true)),
        seat(column<&Row::seat>(tree, true)) {}

  const Tree* tree;
  nb::object value, visits, first_child, num_children, action, player, seat;
};

// The view of a tree for a part in Python, kept from one call to the next.
class KeptView {
 public:
  const nb::object& of(const Tree& tree) const {
    if (!view_.is_valid() || tree_ != &tree)
      view_ = nb::cast(new TreeView(tree_ = &tree), nb::rv_policy::take_ownership);
    return view_;
  }

 private:
  mutable const Tree* tree_ = nullptr;
  mutable nb::object view_;
};

class PythonRule final : public SelectRule {
 public:
  explicit PythonRule(nb::handle part) : part_(part) {}

  uint32_t choose(const Tree& tree, const Path& path, uint32_t first, int count, Rng& rng) const override {
    nb::list rows;
    for (uint32_t row : path) rows.append(row);
    nb::list children;
    for (uint32_t child = first; child < first + count; ++child) {
      if (is_open(tree, child)) children.append(child);
    }
    const nb::object chosen =
        part_.attr("choose")(view_.of(tree), rows, children, nb::cast(&rng, nb::rv_policy::reference));
    const int64_t child = nb::cast<int64_t>(chosen);
    if (child < first || child >= first + count) throw nb::value_error("the selection rule chose no child of the row");
    return static_cast<uint32_t>(child);
  }

 private:
  nb::handle part_;  // PySearch owns it
  KeptView view_;
};

// An expansion rule that is written in Python.
class PythonExpand final : public ExpandRule {
 public:
  explicit PythonExpand(nb::handle part)
      : ExpandRule(nb::cast<uint32_t>(part.attr("after"))),
        part_(part),
        all_at_once_(nb::cast<bool>(part.attr("all_at_once"))),
        picks_(nb::cast<bool>(part.attr("picks"))) {}

  bool all_at_once() const override { return all_at_once_; }
  bool picks() const override { return picks_; }

  int limit(uint32_t visits, int count) const override { return nb::cast<int>(part_.attr("limit")(visits, count)); }

  uint32_t pick(const Tree& tree, const Path& path, uint32_t first, int left, Rng& rng) const override {
    nb::list rows, untried;
    for (uint32_t row : path) rows.append(row);
    for (uint32_t child = first; child < first + left; ++child) untried.append(child);
    const nb::object picked =
        part_.attr("pick")(view_.of(tree), rows, untried, nb::cast(&rng, nb::rv_policy::reference));
    const int64_t child = nb::cast<int64_t>(picked);
    if (child < first || child >= first + left) throw nb::value_error("the expansion rule picked no untried child");
    return static_cast<uint32_t>(child);
  }

 private:
  nb::handle part_;  // PySearch owns it
  KeptView view_;
  bool all_at_once_, picks_;
};

std::vector<int> read_statistics(const std::vector<std::string>& names) {
  std::vector<int> slots;
  for (const std::string& name : names) {
    const int slot = statistic_twins().slot(name);
    if (slot < 0) throw nb::value_error(("the statistic " + name + " has no C++ twin").c_str());
    slots.push_back(slot);
  }
  return slots;
}

struct PySearch {
  GamePtr game;
  std::unique_ptr<AnySearch> search;
  nb::object select, expand, evaluate;  // parts written in Python, or None

  TranspositionsPtr transpositions;  // nullptr if states are not merged
  Turns own_turns;
  bool fused;  // whether the engine of fused.hpp runs it

  bool calls_python() const { return !select.is_none() || !expand.is_none() || !evaluate.is_none(); }
  // Searches that share transpositions take turns too.
  Turns& turns() { return transpositions ? transpositions->turns : own_turns; }

  // Call `question` with the search between two runs.
  template <class Question>
  auto ask(Question question) {
    const Turn turn(turns(), Use::kReads);
    return question(*search);
  }

  // A copy of the tree or of a part of it, so that a running search can go on while the copy is read.
  template <class Copy>
  Tree snapshot(Copy copy) {
    return ask([&](AnySearch& it) {
      it.refresh();
      return copy(it.tree());
    });
  }
};

const char* run_search(PySearch& self, uint64_t count, double converged, int threads, Limits* limits, uint64_t more) {
  if (threads < 1 || threads > 1024) throw nb::value_error("threads must be from 1 to 1024");
  const Turn turn(self.turns(), Use::kChanges);
  if (self.calls_python()) return name_of(self.search->run(count, more, converged, 1, limits, check_signals));
  nb::gil_scoped_release release;
  return name_of(self.search->run(count, more, converged, threads, limits, check_signals));
}

// A user's part may, through its module, refer to the search that holds it: Python's collector must see the cycle.
int traverse_search(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  const PySearch* search = nb::inst_ptr<PySearch>(self);
  Py_VISIT(search->select.ptr());
  Py_VISIT(search->expand.ptr());
  Py_VISIT(search->evaluate.ptr());
  return 0;
}

int clear_search(PyObject* self) {
  PySearch* search = nb::inst_ptr<PySearch>(self);
  search->select.reset();
  search->expand.reset();
  search->evaluate.reset();
  return 0;
}

PyType_Slot search_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(traverse_search)},
                              {Py_tp_clear, reinterpret_cast<void*>(clear_search)},
                              {0, nullptr}};

// The entries of transpositions for pickle, in the order in which they were added.
nb::tuple entries_of(Transpositions& states) {
  const Turn turn(states.turns, Use::kReads);
  nb::list entries;
  for (uint32_t place = 0; place < states.size(); ++place) {
    const Transpositions::Entry& entry = states[place];
    const std::string_view key = states.key_at(place);
    nb::object proof = nb::none();
    if (entry.proof != Transpositions::kNone) {
      const Values& values = states.proof(entry);
      proof = nb::cast(std::vector<double>(values.begin(), values.end()));
    }
    entries.append(
        nb::make_tuple(nb::bytes(key.data(), key.size()), states.seat_at(place), entry.visits, entry.value, proof));
  }
  return nb::make_tuple(states.symmetric(), entries);
}

void restore_entries(Transpositions& states, const nb::tuple& pickled) {
  new (&states) Transpositions(nb::cast<bool>(pickled[0]));
  for (const nb::handle item : nb::cast<nb::list>(pickled[1])) {
    const nb::tuple entry = nb::cast<nb::tuple>(item);
    const nb::bytes key = nb::cast<nb::bytes>(entry[0]);
    const uint32_t place = states.place(std::string_view(key.c_str(), key.size()), nb::cast<int>(entry[1]));
    states.store(place, nb::cast<double>(entry[3]), nb::cast<uint32_t>(entry[2]));
    if (entry[4].is_none()) continue;
    const auto known = nb::cast<std::vector<double>>(entry[4]);
    Values values{};
    std::copy_n(known.begin(), std::min<size_t>(known.size(), kMaxPlayers), values.begin());
    states.prove(place, values);
  }
}

// One of the (outcome, probability) pairs of a chance state.
int outcome_of(Rng& rng, const std::vector<std::pair<int, double>>& pairs) {
  if (pairs.empty()) throw nb::value_error("there must be an outcome to draw");
  std::vector<Outcome> outcomes;
  for (const auto& [outcome, probability] : pairs) outcomes.push_back({outcome, probability});
  return draw_outcome(outcomes.data(), static_cast<int>(outcomes.size()), rng);
}

// An evaluation that is written in Python.
EvaluateCall python_call(nb::handle evaluate, int players) {
  return [evaluate, players](const std::string& key, Rng& rng, std::vector<Move>& moves) {
    using Answer = std::pair<std::vector<double>, std::vector<std::pair<int8_t, uint32_t>>>;
    const auto [values, played] =
        nb::cast<Answer>(evaluate(nb::bytes(key.data(), key.size()), nb::cast(&rng, nb::rv_policy::reference)));
    for (const auto& [seat, action] : played) moves.push_back({seat, action});
    if (static_cast<int>(values.size()) != players)
      throw nb::value_error("the evaluation returned a wrong number of values");
    Values out{};
    std::copy_n(values.begin(), players, out.begin());
    return out;
  };
}

// A network in Python: it gets the keys of some states and their generators, and returns one list for each state, its
// values followed by its logits.
JudgeCall python_judge(nb::handle evaluate, int players) {
  return [evaluate, players](const std::vector<std::string>& keys, std::vector<Rng>& rngs) {
    nb::list asked, generators;
    for (const std::string& key : keys) asked.append(nb::bytes(key.data(), key.size()));
    for (Rng& rng : rngs) generators.append(nb::cast(&rng, nb::rv_policy::reference));
    const auto answers = nb::cast<std::vector<std::vector<double>>>(evaluate(asked, generators));
    if (answers.size() != keys.size()) throw nb::value_error("the network returned a wrong number of answers");
    std::vector<Judgement> judgements(answers.size());
    for (size_t i = 0; i < answers.size(); ++i) {
      const std::vector<double>& answer = answers[i];
      if (static_cast<int>(answer.size()) <= players)
        throw nb::value_error("the evaluation returned a wrong number of values");
      std::copy_n(answer.begin(), players, judgements[i].values.begin());
      judgements[i].logits.assign(answer.begin() + players, answer.end());
    }
    return judgements;
  };
}

nb::dict prune_search(PySearch& self, uint32_t depth, uint32_t top, uint32_t min_visits, uint32_t limit,
                      uint32_t start) {
  return self.ask([&](AnySearch& search) {
    search.refresh();
    if (start >= search.tree().rows.size()) throw nb::index_error("the tree has no such row");
    return pruned_to_lists(search.tree(), prune(search.tree(), depth, top, min_visits, limit, start));
  });
}

}  // namespace

void bind_search(nb::module_& module) {
  nb::class_<Rng>(module, "Rng", "The generator of one simulation, for parts that are written in Python.")
      .def("next", &Rng::next)
      .def("below", &Rng::below, nb::arg("n"))
      .def("uniform", &Rng::uniform)
      .def("outcome", &outcome_of, nb::arg("outcomes"));

  nb::class_<ColumnView>(module, "Column").def("__getitem__", &ColumnView::get, nb::arg("row"));

  nb::class_<TreeView>(module, "TreeView", "The columns of a tree, for a selection rule that is written in Python.")
      .def_ro("value", &TreeView::value)
      .def_ro("visits", &TreeView::visits)
      .def_ro("first_child", &TreeView::first_child)
      .def_ro("num_children", &TreeView::num_children)
      .def_ro("action", &TreeView::action)
      .def_ro("player", &TreeView::player)
      .def_ro("seat", &TreeView::seat)
      .def_prop_ro("extra", [](const TreeView& v) { return extra_columns(v.tree); })
      .def(
          "find", [](const TreeView& v, const nb::str& name) { return extra_columns(v.tree).attr("get")(name); },
          nb::arg("name"), "A column that parts added; None if there is none of this name.")
      .def(
          "begun",
          [](const TreeView& v, uint32_t row) {
            if (row >= v.tree->rows.size()) throw nb::index_error("no such row");
            return v.tree->rows[row].begun();
          },
          nb::arg("row"), "Visits that are done or under way.");

  nb::class_<PySearch>(module, "Search", nb::type_slots(search_slots),
                       "A search tree in C++, with the methods of plyground.search.engine.PythonEngine.")
      .def("run", &run_search, nb::arg("count"), nb::arg("converged") = 0.0, nb::arg("threads") = 1,
           nb::arg("limits").none() = nb::none(), nb::arg("more") = 0,
           "Run `count` simulations or one slice; a batch of leaves goes on for up to `more` simulations. Returns the "
           "limit that ended the run, or an empty string.")
      .def_prop_ro("simulations",
                   [](PySearch& self) { return self.ask([](const AnySearch& s) { return s.simulations(); }); })
      .def_prop_ro("rows",
                   [](PySearch& self) { return self.ask([](const AnySearch& s) { return s.tree().rows.size(); }); })
      .def_prop_ro("size_in_bytes",
                   [](PySearch& self) { return self.ask([](const AnySearch& s) { return s.bytes(); }); })
      .def_ro("fused", &PySearch::fused, "Whether the fused engine runs this search.")
      .def_prop_ro("solved", [](PySearch& self) { return self.ask([](const AnySearch& s) { return s.solved(); }); })
      .def(
          "summary",
          [](PySearch& self, std::optional<uint32_t> first) {
            return self.ask([first](AnySearch& search) {
              search.refresh();
              const TreeSummary summary = search.summary(first);
              return std::make_tuple(summary.nodes, summary.depth, summary.width, summary.line);
            });
          },
          nb::arg("first").none(), "Visited nodes, depth, width, most visited line (which begins with `first`).")
      .def(
          "columns",
          [](PySearch& self, int levels) {
            return tree_to_lists(self.snapshot([levels](const Tree& tree) { return tree.subtree(kRoot, levels); }));
          },
          nb::arg("levels"), "The tree as lists, down to this many levels below the root.")
      .def(
          "arrays",
          [](PySearch& self) { return tree_to_arrays(self.snapshot([](const Tree& tree) { return tree.copy(); })); },
          "The whole tree as NumPy arrays, row for row.")
      .def(
          "charge",
          [](PySearch& self, Limits& limits) {
            const Turn turn(self.turns(), Use::kChanges);
            if (self.search->bytes_held() > limits.memory.left()) self.search->shrink();
            limits.memory.take(self.search->bytes_held());
          },
          nb::arg("limits"), "Count the memory that the search already holds against the limits.")
      .def("pruned", &prune_search, nb::arg("depth"), nb::arg("top"), nb::arg("min_visits"), nb::arg("limit"),
           nb::arg("start"), "The part of the tree that is worth drawing, as lists.")
      .def(
          "restore",
          [](PySearch& self, const nb::dict& columns, uint64_t simulations) {
            const Turn turn(self.turns(), Use::kChanges);
            self.search->restore(tree_from_lists(columns, self.search->tree()), simulations);
          },
          nb::arg("columns"), nb::arg("simulations"), "Replace the tree with one from an engine with the same parts.")
      .def(
          "plan",
          [](PySearch& self, uint64_t simulations) {
            const Turn turn(self.turns(), Use::kChanges);
            self.search->plan(simulations);
          },
          nb::arg("simulations"), "Announce the number of simulations to come in this tree; 0 if it is unknown.")
      .def(
          "advance",
          [](PySearch& self, uint32_t action, const nb::bytes& key) {
            const Turn turn(self.turns(), Use::kChanges);
            return self.search->advance(action, std::string_view(key.c_str(), key.size()));
          },
          nb::arg("action"), nb::arg("key"));

  nb::class_<Limits>(module, "Limits", "Limits that end the runs of a search: seconds from now, bytes, `stop`.")
      .def(nb::init<double, uint64_t, double>(), nb::arg("seconds"), nb::arg("bytes"), nb::arg("slice_seconds"))
      .def("stop", [](Limits& self) { self.stopped = true; }, "End the run; callable from any thread.");

  nb::class_<Transpositions>(module, "Transpositions",
                             "Statistics by state, with the methods of plyground.search.transpositions.Transpositions.")
      .def(nb::init<bool>(), nb::arg("symmetric"))
      .def("__len__",
           [](Transpositions& self) {
             const Turn turn(self.turns, Use::kReads);
             return self.size();
           })
      .def("__getstate__", &entries_of)
      .def("__setstate__", &restore_entries)
      .def(
          "lookup",
          [](Transpositions& self, const nb::object& key, int seat) -> nb::object {
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
         const nb::tuple& evaluate, const nb::tuple& backup, const std::vector<std::string>& statistics, uint64_t seed,
         uint64_t stream, nb::object python_select, nb::object python_expand, nb::object python_evaluate,
         uint64_t leaves, TranspositionsPtr transpositions, bool general) {
        SearchSpec spec;
        const TranspositionsPtr shared = spec.transpositions = std::move(transpositions);
        std::optional<Turn> turn;  // the constructor looks the root up
        if (shared) turn.emplace(shared->turns, Use::kChanges);
        spec.statistics = read_statistics(statistics);
        if (python_select.is_none()) {
          spec.select_spec = read_spec(select);
          spec.select = select_twins().make(spec.select_spec);
        } else {
          spec.select = std::make_unique<PythonRule>(python_select);
        }
        spec.backup_spec = read_spec(backup);
        spec.backup = backup_twins().make(spec.backup_spec);
        if (python_expand.is_none()) {
          spec.expand = expand_twins().make(read_spec(expand));
        } else {
          spec.expand = std::make_unique<PythonExpand>(python_expand);
        }
        if (python_evaluate.is_none()) {
          spec.evaluate.twin = evaluate_twins().make(*game, read_spec(evaluate));
        } else if (leaves == 0) {
          spec.evaluate.call = python_call(python_evaluate, game->num_players());
        } else {
          spec.evaluate.judge = python_judge(python_evaluate, game->num_players());
          spec.evaluate.leaves = std::min<uint64_t>(leaves, UINT16_MAX);
        }
        const bool fused = !general && !fusable(spec).empty();
        auto search =
            make_search(*game, std::string_view(key.c_str(), key.size()), std::move(spec), seed, stream, general);
        return new PySearch{game,
                            std::move(search),
                            std::move(python_select),
                            std::move(python_expand),
                            std::move(python_evaluate),
                            shared,
                            {},
                            fused};
      },
      nb::rv_policy::take_ownership, nb::arg("game"), nb::arg("key"), nb::arg("select"), nb::arg("expand"),
      nb::arg("evaluate"), nb::arg("backup"), nb::arg("statistics"), nb::arg("seed"), nb::arg("stream"),
      nb::arg("python_select").none(), nb::arg("python_expand").none(), nb::arg("python_evaluate").none(),
      nb::arg("leaves"), nb::arg("transpositions").none(), nb::arg("general") = false,
      "A search of the position with this key. `leaves`: how many a network judges together, 0 without a network. "
      "`general`: use the engine that runs any parts, even if a faster one could run these.");

  module.def("select_twins", [] { return select_twins().names(); }, "The selection rules that exist in C++.");
  module.def("expand_twins", [] { return expand_twins().names(); }, "The expansion rules that exist in C++.");
  module.def("evaluate_twins", [] { return evaluate_twins().names(); }, "The evaluations that exist in C++.");
  module.def("network_twins", [] { return network_twins().names(); }, "The selection rules that pools run in C++.");
  module.def("backup_twins", [] { return backup_twins().names(); }, "The backups that exist in C++.");
  module.def("statistic_twins", [] { return statistic_twins().names(); }, "The statistics that exist in C++.");
}

}  // namespace ply
