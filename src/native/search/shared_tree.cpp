#include "search/shared_tree.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "search/tree_search.hpp"
#include "spin_lock.hpp"

namespace ply {
namespace {

constexpr double kVirtualLoss = -1.0;

void add_virtual_loss(Tree& tree, const Path& path) {
  for (uint32_t at : path) {
    Row& row = tree.rows[at];
    ++row.visits;
    row.value += (kVirtualLoss - row.value) / row.visits;
  }
}

void undo_virtual_loss(Tree& tree, const Path& path) {
  for (uint32_t at : path) {
    Row& row = tree.rows[at];
    const double total = row.value * row.visits - kVirtualLoss;
    row.value = --row.visits ? total / row.visits : 0.0;
  }
}

// Simulations that were cut off leave rows without a visit, while other threads tried later siblings. If children are
// tried in order, swap rows so that the tried ones come first again; the deepest gaps first, because a swap moves the
// rows that paths lead through.
void close_gaps(Tree& tree, const std::vector<std::unique_ptr<Walker>>& walkers, bool in_order) {
  struct Gap {
    size_t depth;
    uint32_t parent, row;
  };
  std::vector<Gap> gaps;
  for (const auto& walker : walkers) {
    const Track& track = walker->track;
    for (size_t depth = 1; track.cut && depth < track.path.size(); ++depth) {
      const uint32_t row = track.path[depth];
      if (tree.rows[row].visits == 0) gaps.push_back({depth, track.path[depth - 1], row});
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

}  // namespace

class SharedRun {
 public:
  SharedRun(TreeSearch& search, uint64_t count, int threads) : search_(search), left_(count) {
    for (int i = 0; i < threads; ++i) walkers_.push_back(search.make_walker());
  }
  ~SharedRun() {
    close_gaps(search_.tree_, walkers_, !search_.spec_.expand->all_at_once());
    search_.trim_levels();
  }

  // The calling thread is the first. An exception in one thread ends the others.
  Ended run(const Watch& watch) {
    std::vector<std::thread> others;
    try {
      others.reserve(walkers_.size() - 1);
      for (size_t i = 1; i < walkers_.size(); ++i) {
        others.emplace_back([this, i, its = watch.with(&failed_, false)]() mutable { work(*walkers_[i], its); });
      }
    } catch (...) {
      fail();
    }
    Watch own = watch.with(&failed_, true);
    work(*walkers_[0], own);
    for (std::thread& other : others) other.join();
    if (failure_) std::rethrow_exception(failure_);
    return left_ == 0 ? Ended::kDone : watch.ended();
  }

 private:
  void work(Walker& walker, Watch& watch) {
    const AllowanceScope scope(watch.allowance());
    walker.track.watch = &watch;
    try {
      while (simulate(walker, watch.next_batch())) {
      }
    } catch (...) {
      fail();
    }
  }

  // Run up to `count` simulations; false if the run has ended. A look at the clock before each one would halve the
  // speed on short games; one lock for absorbing a simulation and beginning the next gains 5 %.
  bool simulate(Walker& walker, uint64_t count) {
    if (count == 0) return false;
    const Path& path = walker.track.path;
    std::unique_lock guard(lock_);
    for (; count > 0; --count) {
      if (failed_ || left_ == 0) return false;
      walker.begin();
      --left_;
      ++search_.simulations_;  // at once, so that the next thread draws from the next stream
      add_virtual_loss(search_.tree_, path);
      guard.unlock();
      try {
        walker.evaluate();
      } catch (...) {
        guard.lock();
        undo_virtual_loss(search_.tree_, path);
        --search_.simulations_;
        ++search_.stream_;  // give up its stream: other threads have already drawn from the later streams
        walker.track.cut = true;
        throw;
      }
      guard.lock();
      undo_virtual_loss(search_.tree_, path);
      walker.absorb();
    }
    return true;
  }

  void fail() {
    const std::lock_guard guard(failing_);
    if (!failed_) failure_ = std::current_exception();
    failed_ = true;
  }

  TreeSearch& search_;
  SpinLock lock_;
  uint64_t left_;
  std::vector<std::unique_ptr<Walker>> walkers_;
  std::atomic<bool> failed_{false};
  std::mutex failing_;
  std::exception_ptr failure_;
};

Ended run_shared(TreeSearch& search, uint64_t count, int threads, const Watch& watch) {
  return SharedRun(search, count, threads).run(watch);
}

}  // namespace ply
