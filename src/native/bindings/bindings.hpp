#pragma once

#include <nanobind/nanobind.h>

namespace ply {

// A digest of the native sources and of the flags; its file is generated (build_id.cmake).
extern const char* const build_id;

void bind_alpha_beta(nanobind::module_& module);
void bind_games(nanobind::module_& module);
void bind_learn(nanobind::module_& module);
void bind_pool(nanobind::module_& module);
void bind_search(nanobind::module_& module);
void bind_solve(nanobind::module_& module);

}  // namespace ply
