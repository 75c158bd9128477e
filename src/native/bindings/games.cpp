#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "games/contract.hpp"
#include "search/make_search.hpp"

namespace nb = nanobind;

namespace ply {
namespace {

// A state as Python holds it, together with the game that the state points to.
struct PyState {
  GamePtr game;
  std::unique_ptr<AnyState> state;
};

std::vector<double> seats(const Values& values, int players) {
  return std::vector<double>(values.begin(), values.begin() + players);
}

std::string_view view(const nb::bytes& bytes) {
  return std::string_view(static_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace

void bind_games(nb::module_& module) {
  nb::class_<PyState>(module, "State", "A position in C++, with the methods of plyground.games.State.")
      .def_prop_ro("player", [](const PyState& self) { return self.state->player(); })
      .def("actions", [](const PyState& self) { return self.state->actions(); })
      .def("chance",
           [](const PyState& self) {
             std::vector<std::pair<int, double>> out;
             for (const Outcome& o : self.state->chance()) out.emplace_back(o.outcome, o.probability);
             return out;
           })
      .def(
          "legal", [](const PyState& self, int action) { return self.state->legal(action); }, nb::arg("action"))
      .def(
          "apply",
          [](PyState& self, int action) {
            if (!self.state->legal(action)) throw nb::value_error("illegal action");
            self.state->apply(action);
          },
          nb::arg("action"), "Play a legal action or outcome; ValueError for any other.")
      .def("returns", [](const PyState& self) { return seats(self.state->returns(), self.game->num_players()); })
      .def(
          "settled",
          [](const PyState& self) -> nb::object {
            Values values{};
            if (!self.state->settled(values)) return nb::none();
            return nb::cast(seats(values, self.game->num_players()));
          },
          nb::sig("def settled(self) -> list[float] | None"))
      .def("heuristic", [](const PyState& self) { return seats(self.state->heuristic(), self.game->num_players()); })
      .def("key",
           [](const PyState& self) {
             const std::string key = self.state->key();
             return nb::bytes(key.data(), key.size());
           })
      .def("canonical_key",
           [](const PyState& self) {
             const std::string key = self.state->canonical_key();
             return nb::bytes(key.data(), key.size());
           })
      .def("pack", [](const PyState& self) { return self.state->pack(); })
      .def(
          "clone", [](const PyState& self) { return new PyState{self.game, self.state->clone()}; },
          nb::rv_policy::take_ownership);

  nb::class_<AnyGame>(module, "Game", "The C++ twin of a game.")
      .def_prop_ro("num_players", &AnyGame::num_players)
      .def_prop_ro(
          "has_engines", [](const AnyGame& self) { return search_makers("").has(self); },
          "Whether CMakeLists.txt lists the game's type, so that searches and learners are compiled for it.")
      .def(
          "random_playouts",
          [](const AnyGame& self, uint64_t games, uint64_t seed) {
            Playouts tally;
            {
              nb::gil_scoped_release release;
              tally = self.random_playouts(games, seed);
            }
            std::vector<uint64_t> wins(tally.wins.begin(), tally.wins.begin() + self.num_players());
            return std::make_pair(wins, tally.draws);
          },
          nb::arg("games"), nb::arg("seed"), "Wins per seat and draws of that many random games.")
      .def(
          "perft",
          [](const AnyGame& self, const nb::bytes& key, int depth) {
            if (depth < 0 || depth > 1000) throw nb::value_error("depth must be from 0 to 1000");
            const std::string_view bytes = view(key);
            nb::gil_scoped_release release;
            return self.perft(bytes, depth);
          },
          nb::arg("key"), nb::arg("depth"), "Number of move sequences by length, from the position with this key.");

  module.def(
      "game",
      [](const std::string& name, const std::vector<int>& parameters) -> GamePtr {
        GamePtr game = make_game(name, parameters);
        if (!game) throw nb::value_error(("no twin of " + name).c_str());
        return game;
      },
      nb::arg("name"), nb::arg("parameters"), "The twin of a game by the name and parameters in Game.twin.");
  module.def(
      "initial_state", [](GamePtr game) { return new PyState{game, game->initial()}; }, nb::rv_policy::take_ownership,
      nb::arg("game"));
  module.def(
      "state_from_key", [](GamePtr game, const nb::bytes& key) { return new PyState{game, game->from_key(view(key))}; },
      nb::rv_policy::take_ownership, nb::arg("game"), nb::arg("key"));
}

}  // namespace ply
