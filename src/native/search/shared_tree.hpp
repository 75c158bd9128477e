// Several threads grow one tree. Each holds the lock while it walks the tree and releases it while it evaluates;
// meanwhile its path counts as lost (virtual loss), so that the others choose other paths.
//
// Chaslot, Winands, van den Herik: Parallel Monte-Carlo tree search (2008).
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "search/search.hpp"
#include "spin_lock.hpp"

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

// Simulations that were cut off leave rows without a visit, while other threads tried later siblings. If children are
// tried in order, swap rows so that the tried ones come first again; the deepest gaps first, because a swap moves the
// rows that paths lead through.
template <class Track>
void close_gaps(Tree& tree, const std::vector<Track>& tracks, bool in_order) {
  struct Gap {
    size_t depth;
    uint32_t parent, row;
  };
  std::vector<Gap> gaps;
  for (const Track& track : tracks) {
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

// One run of an engine on several threads.
template <class Engine>
class SharedRun {
 public:
  using Track = decltype(Engine::track_);

  SharedRun(Engine& engine, uint64_t count, int threads) : engine_(engine), left_(count), tracks_(threads) {
    engine_.set_shared(true);
  }
  ~SharedRun() {
    close_gaps(engine_.growing_tree(), tracks_, engine_.tries_in_order());
    engine_.tidy();
    engine_.set_shared(false);
  }

  // The calling thread is the first. An exception in one thread ends the others.
  Ended run(const Watch& watch) {
    std::vector<std::thread> others;
    try {
      others.reserve(tracks_.size() - 1);
      for (size_t i = 1; i < tracks_.size(); ++i) {
        others.emplace_back([this, i, its = watch.with(&failed_, false)]() mutable { work(tracks_[i], its); });
      }
    } catch (...) {
      fail();
    }
    Watch own = watch.with(&failed_, true);
    work(tracks_[0], own);
    for (std::thread& other : others) other.join();
    if (failure_) std::rethrow_exception(failure_);
    return left_ == 0 ? Ended::kDone : watch.ended();
  }

 private:
  void work(Track& track, Watch& watch) {
    const AllowanceScope scope(watch.allowance());
    track.watch = &watch;
    try {
      while (!failed_ && watch.next_batch() > 0 && simulate(track)) {
      }
    } catch (...) {
      fail();
    }
  }

  bool simulate(Track& track) {
    std::unique_lock guard(lock_);
    if (left_ == 0) return false;
    auto walk = engine_.start_walk(track);
    engine_.begin(walk);
    --left_;
    engine_.count_simulation();  // at once, so that the next thread draws from the next stream
    add_virtual_loss(engine_.growing_tree(), walk.path);
    guard.unlock();
    try {
      engine_.evaluate(walk);
    } catch (...) {
      guard.lock();
      undo_virtual_loss(engine_.growing_tree(), walk.path);
      engine_.drop_simulation();
      track.cut = true;
      throw;
    }
    guard.lock();
    undo_virtual_loss(engine_.growing_tree(), walk.path);
    engine_.absorb(walk);
    return true;
  }

  void fail() {
    const std::lock_guard guard(failing_);
    if (!failed_) failure_ = std::current_exception();
    failed_ = true;
  }

  Engine& engine_;
  SpinLock lock_;
  uint64_t left_;
  std::vector<Track> tracks_;
  std::atomic<bool> failed_{false};
  std::mutex failing_;
  std::exception_ptr failure_;
};

template <class Engine>
Ended run_shared(Engine& engine, uint64_t count, int threads, const Watch& watch) {
  return SharedRun<Engine>(engine, count, threads).run(watch);
}

}  // namespace ply
