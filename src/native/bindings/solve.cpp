#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "bindings/turn.hpp"
#include "solve/connect_four_solver.hpp"

namespace nb = nanobind;

namespace ply {
namespace {

// Searches run without the interpreter lock, one at a time, and Ctrl-C stops them.
class PySolver {
 public:
  PySolver(int rows, int cols, size_t table_mb) : solver_(make_connect_four_solver(rows, cols, table_mb << 20)) {
    solver_->poll = check_signals;
  }

  template <class Question>
  auto ask(Question question) {
    const Turn turn(turns_, Use::kChanges);
    nb::gil_scoped_release unlocked;
    return question(*solver_);
  }

 private:
  std::unique_ptr<ConnectFourSolver> solver_;
  Turns turns_;
};

std::string_view view(const nb::bytes& bytes) {
  return std::string_view(static_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace

void bind_solve(nb::module_& module) {
  nb::class_<PySolver>(module, "ConnectFourSolver", "Exact scores of Connect Four positions: plyground.solve.")
      .def(nb::init<int, int, size_t>(), nb::arg("rows"), nb::arg("cols"), nb::arg("table_mb"))
      .def(
          "score",
          [](PySolver& self, const nb::bytes& key) {
            return self.ask([key = view(key)](ConnectFourSolver& solver) { return solver.score(key); });
          },
          nb::arg("key"), "The score of the position with this key, for the seat to move.")
      .def(
          "analyse",
          [](PySolver& self, const nb::bytes& key) {
            return self.ask([key = view(key)](ConnectFourSolver& solver) { return solver.analyse(key); });
          },
          nb::arg("key"), "The score of every legal move: (column, score).")
      .def(
          "openings",
          [](PySolver& self, int stones) {
            return self.ask([=](ConnectFourSolver& solver) { return solver.openings(stones); });
          },
          nb::arg("stones"), "The keys of all unfinished positions with this many stones, up to mirror images.")
      .def(
          "opening_score",
          [](PySolver& self, uint64_t key) {
            return self.ask([=](ConnectFourSolver& solver) { return solver.opening_score(key); });
          },
          nb::arg("key"), "The score of a position by its opening key.")
      .def(
          "set_openings",
          [](PySolver& self, int stones, const nb::bytes& scores) {
            const auto* start = static_cast<const int8_t*>(scores.data());
            const std::vector<int8_t> known(start, start + scores.size());
            self.ask([&](ConnectFourSolver& solver) { solver.set_openings(stones, known); });
          },
          nb::arg("stones"), nb::arg("scores"),
          "Set the scores of all openings with this many stones, in the order of their keys; fewer stones follow.")
      .def_prop_ro(
          "nodes", [](PySolver& self) { return self.ask([](ConnectFourSolver& solver) { return solver.nodes(); }); },
          "Positions searched so far.");
}

}  // namespace ply
