// A lock for sections shorter than a system call.
#pragma once

#include <atomic>
#include <thread>

namespace ply {

class SpinLock {
 public:
  void lock() {
    for (int spins = 0; taken_.exchange(true, std::memory_order_acquire); ++spins) {
      while (taken_.load(std::memory_order_relaxed)) {
        if (++spins > 1000) std::this_thread::yield();  // more threads than cores: let the owner run
      }
    }
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> taken_{false};
};

}  // namespace ply
