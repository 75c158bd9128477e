#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "bindings/turn.hpp"
#include "games/contract.hpp"
#include "learn/make_learner.hpp"

namespace nb = nanobind;

namespace ply {
namespace {

LearnSpec::Rule rule_of(const std::string& name) {
  if (name == "q_learning") return LearnSpec::Rule::kQLearning;
  if (name == "sarsa") return LearnSpec::Rule::kSarsa;
  if (name == "monte_carlo") return LearnSpec::Rule::kMonteCarlo;
  throw nb::value_error(("no twin of " + name).c_str());
}

struct PyLearner {
  GamePtr game;
  std::unique_ptr<AnyLearner> learner;
  Turns turns;
};

nb::bytes to_bytes(const std::vector<uint8_t>& bytes) {
  return nb::bytes(bytes.data(), bytes.size());
}

}  // namespace

void bind_learn(nb::module_& module) {
  nb::class_<LearnSpec>(module, "LearnSpec", "The parameters of a tabular learner.")
      .def(
          "__init__",
          [](LearnSpec* self, const std::string& rule) {
            new (self) LearnSpec();
            self->rule = rule_of(rule);
          },
          nb::arg("rule"))
      .def_rw("afterstates", &LearnSpec::afterstates)
      .def_rw("first_of_ties", &LearnSpec::first_of_ties)
      .def_rw("average", &LearnSpec::average)
      .def_rw("alpha", &LearnSpec::alpha)
      .def_rw("alpha_end", &LearnSpec::alpha_end)
      .def_rw("epsilon", &LearnSpec::epsilon)
      .def_rw("epsilon_end", &LearnSpec::epsilon_end)
      .def_rw("anneal", &LearnSpec::anneal)
      .def_rw("gamma", &LearnSpec::gamma)
      .def_rw("initial", &LearnSpec::initial)
      .def_rw("win", &LearnSpec::win)
      .def_rw("loss", &LearnSpec::loss)
      .def_rw("draw", &LearnSpec::draw)
      .def_rw("step", &LearnSpec::step)
      .def_rw("seat", &LearnSpec::seat)
      .def_rw("self_play", &LearnSpec::self_play)
      .def_rw("seed", &LearnSpec::seed);

  nb::class_<PyLearner>(module, "Learner", "A table that learns from episodes; threads take turns.")
      .def(
          "run",
          [](PyLearner& self, uint64_t first, uint64_t episodes) {
            std::vector<uint8_t> results(episodes);
            {
              const Turn turn(self.turns, Use::kChanges);
              nb::gil_scoped_release release;
              self.learner->run(first, results);
            }
            return to_bytes(results);
          },
          nb::arg("first"), nb::arg("episodes"), "Play episodes; returns one byte for each: 0 lost, 1 drawn, 2 won.")
      .def(
          "cells",
          [](PyLearner& self) {
            Turn turn(self.turns, Use::kReads);
            const std::vector<LearntCell> cells = self.learner->cells();
            turn.end();
            nb::list out;
            for (const LearntCell& learnt : cells) {
              const nb::bytes cell(learnt.cell.data(), learnt.cell.size());
              out.append(nb::make_tuple(cell, learnt.value, learnt.visits));
            }
            return out;
          },
          nb::sig("def cells(self) -> list[tuple[bytes, float, int]]"), "Every cell with its value and visits.")
      .def(
          "put",
          [](PyLearner& self, const nb::bytes& cell, double value, uint64_t visits) {
            const Turn turn(self.turns, Use::kChanges);
            self.learner->put({std::string(static_cast<const char*>(cell.data()), cell.size()), value, visits});
          },
          nb::arg("cell"), nb::arg("value"), nb::arg("visits"));

  module.def(
      "learner",
      [](GamePtr game, const LearnSpec& spec) { return new PyLearner{game, learner_makers().make(*game, spec), {}}; },
      nb::rv_policy::take_ownership, nb::arg("game"), nb::arg("spec"), "An empty table that learns this game.");
}

}  // namespace ply
