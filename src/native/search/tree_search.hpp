// The loop over simulations and its limits, for all games and engines.
#pragma once

#include "search/search.hpp"
#include "search/shared_tree.hpp"

namespace ply {

class alignas(64) TreeSearch : public AnySearch {
 public:
  ~TreeSearch() override;

  Ended run(uint64_t count, uint64_t more, double converged, int threads, Limits* limits, Watch::LookUp look_up) final;
  void plan(uint64_t simulations) final;

 protected:
  // A tree with only the root, at which `player` moves; `stream` is the random stream of the first simulation.
  TreeSearch(SearchSpec&& spec, uint64_t seed, uint64_t stream, int players, int most_actions, int player);

  // Allocate memory for this many simulations, in an engine that cannot undo a simulation.
  virtual void reserve(uint64_t /*simulations*/) {}
  // Run `count` simulations; one that fails or is cut off is undone.
  virtual void simulate(uint64_t count, Watch& watch) = 0;
  // Run up to `most` simulations whose leaves a network judges in one call; returns their number.
  virtual uint64_t simulate_together(uint64_t most, Watch& watch);
  // A walker for one of the threads that share the tree.
  virtual std::unique_ptr<Walker> make_walker();

  // Called when the root has children. A later root, after `advance`, draws other noise.
  void start_root() { spec_.select->start_root(tree_, Rng(seed_, kNoiseStream - simulations_)); }

  // The generator of the next simulation, or of the one `later` simulations after it.
  Rng next_rng(uint64_t later = 0) const { return Rng(seed_, stream_ + simulations_ + later); }
  // The child of the root with this action, if it was visited; else the root.
  uint32_t visited_child(uint32_t action) const;

  SearchSpec spec_;
  uint64_t seed_, stream_;

 private:
  friend class SharedRun;

  Ended run_alone(uint64_t count, double converged, Watch& watch);
  Ended run_together(uint64_t count, uint64_t more, double converged, Watch& watch);
  uint64_t reserve_for(uint64_t simulations);
  bool shares_tree() const;
};

}  // namespace ply
