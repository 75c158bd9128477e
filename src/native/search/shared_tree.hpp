// What threads that share a tree need: a path on its way counts as lost, so that others look elsewhere.
//
// Chaslot, Winands, van den Herik: Parallel Monte-Carlo tree search (2008).
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

#include "search/tree.hpp"
#include "search/worker.hpp"

namespace ply {

inline constexpr double kVirtualLoss = -1.0;

inline void add_virtual_loss(Tree& tree, const Path& path) {
  for (uint32_t at : path) {
    Row& row = tree.rows[at];
    ++row.visits;
    row.value += (kVirtualLoss - row.value) / row.visits;
  }
}

inline void undo_virtual_loss(Tree& tree, const Path& path) {
  for (uint32_t at : path) {
    Row& row = tree.rows[at];
    const double total = row.value * row.visits - kVirtualLoss;
    row.value = --row.visits ? total / row.visits : 0.0;
  }
}

// Let the workers, this thread the first of them, call `simulate` until the count is spent or time is up; true where it
// is spent. What one of them throws ends the others.
template <class Simulate>
bool run_workers(std::vector<Worker>& workers, uint64_t count, const Watch& watch, Simulate simulate) {
  std::atomic<uint64_t> left{count};
  std::atomic<bool> failed{false};
  std::exception_ptr failure;
  std::mutex failing;
  const auto fail = [&] {
    const std::lock_guard<std::mutex> guard(failing);
    if (!failed) failure = std::current_exception();
    failed = true;
  };
  const auto work = [&](Worker& worker, Watch its_watch) {
    const AllowanceScope scope(its_watch.allowance());
    worker.watch = &its_watch;
    try {
      while (!failed && its_watch.next_batch() > 0) {
        uint64_t now = left.load();
        while (now > 0 && !left.compare_exchange_weak(now, now - 1)) {
        }
        if (now == 0) return;
        simulate(worker);
      }
    } catch (...) {
      fail();
    }
  };
  std::vector<std::thread> others;
  try {
    others.reserve(workers.size() - 1);
    for (size_t i = 1; i < workers.size(); ++i) {
      others.emplace_back(work, std::ref(workers[i]), watch.with(&failed, false));
    }
  } catch (...) {
    fail();
  }
  work(workers[0], watch.with(&failed, true));
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
  return left == 0;
}

// Simulations that were cut off left rows without a visit, while other threads tried rows behind them. Where children
// are tried in order, the tried ones come first again: the deepest first, since a swap changes the places that paths
// lead through.
inline void close_gaps(Tree& tree, const std::vector<Worker>& workers, bool in_order) {
  struct Gap {
    size_t depth;
    uint32_t parent, row;
  };
  std::vector<Gap> gaps;
  for (const Worker& worker : workers) {
    for (size_t depth = 1; worker.cut && depth < worker.path.size(); ++depth) {
      const uint32_t row = worker.path[depth];
      if (tree.rows[row].visits == 0) gaps.push_back({depth, worker.path[depth - 1], row});
    }
  }
  std::sort(gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) { return a.depth > b.depth; });
  for (const Gap& gap : gaps) {
    tree.rows[gap.row].player = kUnknown;
    if (!in_order) continue;
    const Row& parent = tree.rows[gap.parent];
    uint32_t last = parent.first_child + parent.num_children - 1;
    while (last > gap.row && tree.rows[last].visits == 0) --last;
    tree.swap_rows(gap.row, last);
  }
}

}  // namespace ply
