// Open loop: what src/plyground/search/expand/open_loop.py does. Rows stand for sequences of decisions.
#pragma once

#include "search/tree.hpp"

namespace ply {

// Dice are thrown anew in every simulation.
template <class State>
void throw_dice(State& state, Rng& rng) {
  while (state.player() == kChance) state.apply(draw_outcome(state, rng));
}

// The children that are legal now, moved to the front of their places; new ones are added, and counted below the path.
// Returns how many are legal.
int bring_forward(Tree& tree, const Path& path, const uint16_t* legal, int n, int player);

}  // namespace ply
