#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "bindings/bindings.hpp"
#include "bindings/turn.hpp"
#include "solve/connect_four_solver.hpp"

namespace nb = nanobind;

namespace ply {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

// Ends a question by an exception: after its time, or after Ctrl-C.
class Patience {
 public:
  using Seconds = std::chrono::duration<double>;

  explicit Patience(double seconds) : end_(now() + seconds), next_look_(now()) {}

  void look() {
    const double here = now();
    if (here >= next_look_) {
      next_look_ = here + kLookSeconds;
      check_signals();
    }
    if (here < end_) return;
    nb::gil_scoped_acquire acquire;
    PyErr_SetString(PyExc_TimeoutError, "not solved in time");
    throw nb::python_error();
  }

  Seconds until_next_look() const { return Seconds(std::max(0.0, std::min(end_, next_look_) - now())); }

 private:
  static constexpr double kLookSeconds = 0.05;

  static double now() { return Seconds(std::chrono::steady_clock::now().time_since_epoch()).count(); }

  double end_, next_look_;
};

// Searches run without the interpreter lock, one at a time.
class PySolver {
 public:
  PySolver(int rows, int cols, size_t table_mb) : solver_(make_connect_four_solver(rows, cols, table_mb << 20)) {}

  // The answer. Raises TimeoutError after `seconds`, also while another thread is asking.
  template <class Question>
  auto ask(Question question, double seconds = kForever) {
    nb::gil_scoped_release unlocked;
    Patience patience(seconds);
    while (!turns_.try_begin_within(patience.until_next_look())) patience.look();
    const EndOfTurn turn{turns_};
    solver_->poll = [&] { patience.look(); };
    return question(*solver_);
  }

 private:
  struct EndOfTurn {
    Turns& turns;
    ~EndOfTurn() { turns.end(); }
  };

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
          [](PySolver& self, const nb::bytes& key, double seconds) {
            return self.ask([key = view(key)](ConnectFourSolver& solver) { return solver.score(key); }, seconds);
          },
          nb::arg("key"), nb::arg("seconds") = kForever,
          "The score of the position with this key, for the seat to move. TimeoutError if that takes longer.")
      .def(
          "analyse",
          [](PySolver& self, const nb::bytes& key, double seconds) {
            return self.ask([key = view(key)](ConnectFourSolver& solver) { return solver.analyse(key); }, seconds);
          },
          nb::arg("key"), nb::arg("seconds") = kForever,
          "The score of every legal move: (column, score). TimeoutError if that takes longer.")
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
