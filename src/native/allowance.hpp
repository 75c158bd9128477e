// The memory limit of a search, shared by the buffers of all its threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <new>

namespace ply {

// Thrown at the limit. As after any failed allocation, the buffer is unchanged.
struct OverAllowance : std::bad_alloc {};

class Allowance {
 public:
  explicit Allowance(uint64_t bytes) : left_(static_cast<int64_t>(std::min<uint64_t>(bytes, INT64_MAX))) {}

  uint64_t left() const { return static_cast<uint64_t>(std::max<int64_t>(left_.load(), 0)); }
  void take(uint64_t bytes) { left_ -= static_cast<int64_t>(bytes); }
  void give_back(uint64_t bytes) { left_ += static_cast<int64_t>(bytes); }

  // The new capacity of a buffer with capacity `held` that needs at least `wanted` and would like `liked`. Near
  // the limit the steps get smaller, so that one buffer does not take the memory that the others need.
  uint64_t grow(uint64_t held, uint64_t wanted, uint64_t liked, uint64_t item_bytes) {
    const uint64_t near = std::max({left() / 8 / item_bytes, held / 64, wanted - held});
    const uint64_t step = std::min(liked - held, near), bytes = step * item_bytes;
    if (bytes > left()) throw OverAllowance();
    take(bytes);
    return held + step;
  }

 private:
  std::atomic<int64_t> left_;
};

// The allowance of the search that runs on this thread; nullptr means no limit.
inline thread_local Allowance* allowance_here = nullptr;

// Sets the allowance for a scope. Scopes nest: a part written in Python may run another search.
class AllowanceScope {
 public:
  explicit AllowanceScope(Allowance* allowance) : before_(allowance_here) { allowance_here = allowance; }
  ~AllowanceScope() { allowance_here = before_; }
  AllowanceScope(const AllowanceScope&) = delete;
  AllowanceScope& operator=(const AllowanceScope&) = delete;

 private:
  Allowance* before_;
};

}  // namespace ply
