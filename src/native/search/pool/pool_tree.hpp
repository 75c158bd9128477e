// Operations of a pool on a whole tree.
#pragma once

#include "search/pool/network_tree.hpp"

namespace ply {

// A copy in the form of any other search's tree; with `judged` it has the columns of the rule gumbel.
Tree whole_tree(const NetworkTree& tree, int players, int most_actions, bool judged, uint32_t planned);

// The child of the root with the most visits, then with the higher value, then the lower action: most_visits in Python.
uint32_t most_visited(const NetworkTree& tree);

// A random child of the root, with a probability proportional to visits^(1/temperature): sampled in Python.
uint32_t sample_child(const NetworkTree& tree, double temperature, Rng rng);

}  // namespace ply
