// Which searches the fused engine (fused.hpp) can run.
#pragma once

#include <string>

#include "search/search.hpp"

namespace ply {

// The rule that is fused into the loop of such a search; "" where the engine that runs any parts must take it.
std::string fusable(const SearchSpec& spec);

}  // namespace ply
