// Reads the parts that Python passes to C++.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "search/part_spec.hpp"

namespace ply {

// A part as plyground.search.native describes it: (name, {field: number | word | numbers | part}).
inline PartSpec read_spec(const nanobind::tuple& described) {
  PartSpec spec;
  spec.name = nanobind::cast<std::string>(described[0]);
  for (auto [key, value] : nanobind::cast<nanobind::dict>(described[1])) {
    const std::string field = nanobind::cast<std::string>(key);
    if (value.is_none()) continue;
    if (nanobind::isinstance<nanobind::str>(value)) {
      spec.set(field, nanobind::cast<std::string>(value));
    } else if (nanobind::isinstance<nanobind::list>(value)) {
      spec.set(field, nanobind::cast<std::vector<double>>(value));
    } else if (nanobind::isinstance<nanobind::tuple>(value)) {
      spec.set(field, read_spec(nanobind::cast<nanobind::tuple>(value)));
    } else {
      spec.set(field, std::vector<double>{nanobind::cast<double>(value)});
    }
  }
  return spec;
}

}  // namespace ply
