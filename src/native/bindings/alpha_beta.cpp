#include <nanobind/stl/shared_ptr.h>

#include "bindings/bindings.hpp"
#include "bindings/turn.hpp"
#include "games/contract.hpp"
#include "solve/make_alpha_beta.hpp"

namespace nb = nanobind;

namespace ply {
namespace {

struct PyAlphaBeta {
  GamePtr game;
  std::unique_ptr<AnyAlphaBeta> searcher;
  Turns turns;
};

}  // namespace

void bind_alpha_beta(nb::module_& module) {
  nb::class_<AlphaBetaResult>(module, "AlphaBetaResult")
      .def_ro("value", &AlphaBetaResult::value, "The value to the first seat.")
      .def_ro("action", &AlphaBetaResult::action)
      .def_ro("depth", &AlphaBetaResult::depth)
      .def_ro("exact", &AlphaBetaResult::exact)
      .def_ro("nodes", &AlphaBetaResult::nodes);

  nb::class_<PyAlphaBeta>(module, "AlphaBeta", "An alpha-beta search of one game, with its table.")
      .def(
          "search",
          [](PyAlphaBeta& self, const nb::bytes& key, int depth, double seconds) {
            if (depth < 1 || depth > 1000) throw nb::value_error("depth must be from 1 to 1000");
            const std::string_view bytes(key.c_str(), key.size());
            const Turn turn(self.turns, Use::kChanges);
            nb::gil_scoped_release release;
            return self.searcher->search(bytes, depth, seconds, check_signals);
          },
          nb::arg("key"), nb::arg("depth"), nb::arg("seconds"),
          "Search to `depth`, or until `seconds` have passed (0: no limit).");

  module.def(
      "alpha_beta", [](GamePtr game) { return new PyAlphaBeta{game, alpha_beta_makers().make(*game), {}}; },
      nb::rv_policy::take_ownership, nb::arg("game"));
}

}  // namespace ply
