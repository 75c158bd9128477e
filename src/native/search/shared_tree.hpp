// Several threads grow one tree. Each holds the lock while it walks the tree and lets go while it evaluates; until it
// is back its path counts as lost, so that the others look elsewhere.
//
// Chaslot, Winands, van den Herik: Parallel Monte-Carlo tree search (2008).
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "search/search.hpp"
#include "spin_lock.hpp"

namespace ply {

template <class Engine>
class SharedRun {
 public:
  SharedRun(Engine& engine, uint64_t count) : engine_(engine), left_(count) {}

  void work() {
    try {
      decltype(engine_.track_) track;
      while (simulate(track)) {
      }
    } catch (...) {
      const std::lock_guard guard(lock_);
      failure_ = std::current_exception();
      left_ = 0;
    }
  }

  void finish() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  template <class Track>
  bool simulate(Track& track) {
    std::unique_lock guard(lock_);
    if (left_ == 0 || engine_.solved()) return false;
    --left_;
    auto walk = engine_.next_walk(track);
    engine_.descend(walk);
    add_virtual_loss(walk.path);
    guard.unlock();
    engine_.evaluate(walk);
    guard.lock();
    undo_virtual_loss(walk.path);
    engine_.absorb(walk);
    return true;
  }

  static constexpr double kVirtualLoss = -1.0;

  void add_virtual_loss(const Path& path) {
    for (uint32_t at : path) {
      Row& row = engine_.growing_tree().rows[at];
      ++row.visits;
      row.value += (kVirtualLoss - row.value) / row.visits;
    }
  }

  void undo_virtual_loss(const Path& path) {
    for (uint32_t at : path) {
      Row& row = engine_.growing_tree().rows[at];
      const double total = row.value * row.visits - kVirtualLoss;
      row.value = --row.visits ? total / row.visits : 0.0;
    }
  }

  Engine& engine_;
  SpinLock lock_;
  uint64_t left_;
  std::exception_ptr failure_;
};

template <class Engine>
void run_shared(Engine& engine, uint64_t count, int threads) {
  engine.set_shared(true);
  SharedRun<Engine> run(engine, count);
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back([&] { run.work(); });
  run.work();
  for (std::thread& other : others) other.join();
  engine.set_shared(false);
  run.finish();
}

}  // namespace ply
