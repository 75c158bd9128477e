// Several threads grow one tree. Each holds the lock while it walks the tree and releases it while it evaluates;
// meanwhile its path counts as lost (virtual loss), so that the others choose other paths.
//
// Chaslot, Winands, van den Herik: Parallel Monte-Carlo tree search (2008).
#pragma once

#include "search/walk.hpp"

namespace ply {

class TreeSearch;

// One thread's simulations.
class Walker {
 public:
  virtual ~Walker() = default;
  virtual void begin() = 0;     // walk from the root to a leaf, holding the lock
  virtual void evaluate() = 0;  // evaluate the leaf, without the lock
  virtual void absorb() = 0;    // back the values up, holding the lock

  Track track;
};

// One run of a search on several threads.
Ended run_shared(TreeSearch& search, uint64_t count, int threads, const Watch& watch);

}  // namespace ply
