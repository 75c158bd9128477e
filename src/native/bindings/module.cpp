// The Python module plyground._native. Only the files in this folder and the launcher use Python.
#include "bindings/bindings.hpp"

NB_MODULE(_native, module) {
  module.doc() = "The C++ core of plyground: the twins of its games, learners and searches.";
  module.attr("COMPILER") = PLYGROUND_COMPILER;
  module.attr("FLAGS") = PLYGROUND_FLAGS;
  module.attr("BUILD_ID") = ply::build_id;
  ply::bind_games(module);
  ply::bind_learn(module);
  ply::bind_search(module);
  ply::bind_pool(module);
  ply::bind_solve(module);
  ply::bind_alpha_beta(module);
}
