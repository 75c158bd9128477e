// Open loop: the twin of src/plyground/search/expand/open_loop.py. Rows stand for sequences of decisions.
#pragma once

#include "search/tree.hpp"

namespace ply {

// Every simulation throws the dice anew.
template <class State>
void throw_dice(State& state, Rng& rng) {
  while (state.player() == kChance) state.apply(draw_outcome(state, rng));
}

// Move the children that are legal now to the front; missing ones are added and counted below the path. Returns the
// number of legal ones.
int bring_forward(Tree& tree, const Path& path, const uint16_t* legal, int n, int player);

}  // namespace ply
