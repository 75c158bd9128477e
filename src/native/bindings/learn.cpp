#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
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

  nb::class_<AnyLearner>(module, "Learner", "A table that learns from episodes; one thread at a time.")
      .def(
          "run",
          [](AnyLearner& self, uint64_t first, uint64_t episodes) {
            std::vector<uint8_t> results(episodes);
            {
              nb::gil_scoped_release release;
              self.run(first, results);
            }
            return to_bytes(results);
          },
          nb::arg("first"), nb::arg("episodes"), "Play episodes; one byte each: 0 lost, 1 drawn, 2 won.")
      .def(
          "cells",
          [](const AnyLearner& self) {
            nb::list out;
            for (const LearntCell& learnt : self.cells()) {
              const nb::bytes cell(learnt.cell.data(), learnt.cell.size());
              out.append(nb::make_tuple(cell, learnt.value, learnt.visits));
            }
            return out;
          },
          nb::sig("def cells(self) -> list[tuple[bytes, float, int]]"), "Every cell with its value and visits.")
      .def(
          "put",
          [](AnyLearner& self, const nb::bytes& cell, double value, uint64_t visits) {
            self.put({std::string(static_cast<const char*>(cell.data()), cell.size()), value, visits});
          },
          nb::arg("cell"), nb::arg("value"), nb::arg("visits"));

  module.def(
      "learner", [](const AnyGame& game, const LearnSpec& spec) { return learner_makers().make(game, spec); },
      nb::keep_alive<0, 1>(), nb::arg("game"), nb::arg("spec"), "An empty table that learns this game.");
}

}  // namespace ply
