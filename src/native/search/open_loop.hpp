// Open loop: the twin of src/plyground/search/expand/open_loop.py. Rows stand for sequences of decisions.
#pragma once

#include "search/tree.hpp"

namespace ply {

// Draw outcomes until a seat decides or the game is over.
template <class State>
void throw_dice(State& state, Rng& rng) {
  while (state.player() == kChance) state.apply(draw_outcome(state, rng));
}

// Move the children of the path's last row that are legal now to the front. Adds missing ones and reports them to the
// statistics. Returns the number of legal children.
int bring_forward(Tree& tree, const Path& path, const uint16_t* legal, int n, int player);

}  // namespace ply
