#include "search/tree_search.hpp"

#include <algorithm>
#include <cmath>

#include "search/columns/proofs.hpp"
#include "search/spare_trees.hpp"

namespace ply {
namespace {

constexpr uint64_t kChunk = 64;  // simulations for which memory is reserved at once

}  // namespace

TreeSearch::TreeSearch(SearchSpec&& spec, uint64_t seed, uint64_t stream, int players, int most_actions, int player)
    : spec_(std::move(spec)), seed_(seed), stream_(stream) {
  tree_ = take_spare_tree();
  tree_.players = players;
  tree_.most_actions = most_actions;
  tree_.compares_unvisited = spec_.expand->all_at_once();
  tree_.keep(spec_.statistics);
  spec_.select->prepare(tree_);
  const uint16_t no_action = 0;
  tree_.add_rows(&no_action, 1, std::max(player, 0));
  tree_.rows[kRoot].player = static_cast<int8_t>(player);
  tree_.start_row(kRoot);
}

TreeSearch::~TreeSearch() {
  keep_spare_tree(std::move(tree_));
}

Ended TreeSearch::run(uint64_t count, uint64_t more, double converged, int threads, Limits* limits,
                      Watch::LookUp look_up) {
  // Virtual loss can be undone only if rows keep nothing but visits and means.
  if (threads > 1 && !shares_tree()) {
    throw std::invalid_argument("a part of this search is not safe in a tree that threads share");
  }
  const uint64_t room = kMostVisits - std::min<uint64_t>(most_visits(), kMostVisits);
  Watch watch(limits, look_up);
  const AllowanceScope scope(watch.allowance());
  try {
    const uint64_t most = std::min(count, room);
    const Ended ended = threads > 1                 ? run_shared(*this, most, threads, watch)
                        : spec_.evaluate.leaves > 1 ? run_together(most, std::min(more, room - most), converged, watch)
                                                    : run_alone(most, converged, watch);
    trim_levels();
    return ended == Ended::kDone && room < count && most_visits() >= kMostVisits ? Ended::kVisits : ended;
  } catch (const CutOff&) {
    return watch.ended();
  } catch (const OverAllowance&) {
    return Ended::kMegabytes;
  } catch (const std::bad_alloc&) {
    return Ended::kMemory;
  } catch (const std::length_error&) {
    return Ended::kMemory;
  }
}

void TreeSearch::plan(uint64_t simulations) {
  const bool judged = spec_.evaluate.gives_logits() && tree_.rows[kRoot].num_children == 0;  // by the first simulation
  const uint64_t choices = simulations - std::min<uint64_t>(simulations, judged);
  spec_.select->plan(tree_, static_cast<uint32_t>(std::min<uint64_t>(choices, kMostVisits)));
}

Ended TreeSearch::run_alone(uint64_t count, double converged, Watch& watch) {
  const bool may_end_early = converged > 0.0 || tree_.find<Proofs>();
  while (count > 0) {
    uint64_t batch = std::min(count, watch.next_batch());
    if (batch == 0) return watch.ended();
    count -= batch;
    while (batch > 0) {
      uint64_t chunk = reserve_for(std::min(batch, kChunk));
      batch -= chunk;
      if (!may_end_early) {
        simulate(chunk, watch);
        continue;
      }
      for (; chunk > 0; --chunk) {
        if (solved()) return Ended::kDone;
        const double before = tree_.rows[kRoot].value;
        simulate(1, watch);
        const double change = std::abs(tree_.rows[kRoot].value - before);
        if (0.0 < change && change < converged) return Ended::kConverged;
      }
    }
  }
  return Ended::kDone;
}

// The clock never decides which simulations wait together: the same budget always grows the same tree.
Ended TreeSearch::run_together(uint64_t count, uint64_t more, double converged, Watch& watch) {
  for (uint64_t done = 0; done < count && !solved();) {
    if (watch.next_batch() == 0) return watch.ended();
    const double before = tree_.rows[kRoot].value;
    done += simulate_together(std::min(count + more - done, spec_.evaluate.leaves), watch);
    const double change = std::abs(tree_.rows[kRoot].value - before);
    if (0.0 < change && change < converged) return Ended::kConverged;
  }
  return Ended::kDone;
}

// Allocate memory for this many simulations, or for one if there is not enough; returns the number.
uint64_t TreeSearch::reserve_for(uint64_t simulations) {
  try {
    reserve(simulations);
    return simulations;
  } catch (const std::bad_alloc&) {
    reserve(1);
    return 1;
  }
}

bool TreeSearch::shares_tree() const {
  const auto stays_right = [](const Statistic* statistic) { return statistic->shares_tree(); };
  return std::ranges::all_of(tree_.statistics(), stays_right) && !spec_.expand->hides_chance() && !spec_.transpositions;
}

uint64_t TreeSearch::simulate_together(uint64_t, Watch&) {
  throw std::invalid_argument("this engine does not take a network: make the search with general=True");
}

std::unique_ptr<Walker> TreeSearch::make_walker() {
  throw std::invalid_argument("this engine is for one thread: make the search with general=True");
}

uint32_t TreeSearch::visited_child(uint32_t action) const {
  const Row& root = tree_.rows[kRoot];
  for (uint32_t child = root.first_child; child < root.first_child + root.num_children; ++child) {
    if (tree_.rows[child].action == action && tree_.rows[child].visits) return child;
  }
  return kRoot;
}

}  // namespace ply
