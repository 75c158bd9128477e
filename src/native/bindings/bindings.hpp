#pragma once

#include <nanobind/nanobind.h>

namespace ply {

void bind_games(nanobind::module_& module);
void bind_search(nanobind::module_& module);
void bind_solve(nanobind::module_& module);

}  // namespace ply
