// Which searches the fused engine (fused.hpp) can run.
#pragma once

#include <string>

#include "search/search.hpp"

namespace ply {

// The name of the fused rule for this search; "" if it needs the engine for any parts.
std::string fusable(const SearchSpec& spec);

}  // namespace ply
