// A fair lock: threads get their turns in the order in which they asked, so that a thread that comes back at once waits
// behind those already waiting.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace ply {

class Turns {
 public:
  // Whether it is this thread's turn.
  bool mine() const { return owner_.load(std::memory_order_relaxed) == std::this_thread::get_id(); }

  // Take the turn if no thread has it or waits for it.
  bool try_begin() {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (next_ != serving_) return false;
    ++next_;
    owner_ = std::this_thread::get_id();
    return true;
  }

  // Take the turn as soon as no thread has it or waits for it; false if that takes longer than `wait`.
  bool try_begin_within(std::chrono::duration<double> wait) {
    std::unique_lock<std::mutex> guard(mutex_);
    if (!changed_.wait_for(guard, wait, [&] { return next_ == serving_; })) return false;
    ++next_;
    owner_ = std::this_thread::get_id();
    return true;
  }

  void begin() {
    std::unique_lock<std::mutex> guard(mutex_);
    const uint64_t ticket = next_++;
    changed_.wait(guard, [&] { return serving_ == ticket; });
    owner_ = std::this_thread::get_id();
  }

  void end() {
    owner_ = std::thread::id();
    const std::lock_guard<std::mutex> guard(mutex_);
    ++serving_;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  uint64_t next_ = 0, serving_ = 0;  // tickets
  std::atomic<std::thread::id> owner_;
};

}  // namespace ply
