// Limits that end a run early: the clock, an interrupt, memory, the visits of a row.
#pragma once

#include <atomic>
#include <cstdint>

#include "allowance.hpp"

namespace ply {

// Nanoseconds of the steady clock. Only limits.cpp includes <chrono>, so that the engines need not parse it.
using Instant = int64_t;

enum class Ended { kDone, kConverged, kSeconds, kStopped, kMegabytes, kMemory, kVisits };

const char* name_of(Ended ended);

// Visits are counted in 32 bits, and some parts compute with them as signed numbers: MOST_VISITS in Python.
inline constexpr uint32_t kMostVisits = 2'000'000'000;

// Thrown inside a simulation when the run must end at once; the simulation is undone.
struct CutOff {};

// The limits of one search, which may take many runs, some of them on several threads.
struct Limits {
  Limits(double seconds, uint64_t bytes, double slice_seconds);

  Instant deadline;
  double slice_seconds;  // the length of one run; other threads can read the tree between runs
  Allowance memory;
  std::atomic<bool> stopped{false};
};

// Checks the limits for one thread during a run.
class Watch {
 public:
  using LookUp = void (*)();  // called about 20 times a second inside long simulations; may throw

  Watch(Limits* limits, LookUp look_up);

  // A copy for one thread of the same run. Its simulations end when any thread has set `failed`.
  Watch with(const std::atomic<bool>* failed, bool looks_up) const {
    Watch other = *this;
    other.failed_ = failed;
    if (!looks_up) other.look_up_ = nullptr;
    return other;
  }

  Allowance* allowance() const { return limits_ ? &limits_->memory : nullptr; }

  // The number of simulations to run before the next call, about a millisecond's worth; 0 when the run must end.
  uint64_t next_batch();

  // The limit that ended the run.
  Ended ended() const;

  // Called at every move of a simulation that may be long.
  void look() {
    if (++looks_ % 64 == 0) [[unlikely]]
      look_at_clock();
  }

 private:
  void look_at_clock();

  Limits* limits_;
  LookUp look_up_;
  const std::atomic<bool>* failed_ = nullptr;
  Instant pause_ = 0, last_ = 0, next_look_up_ = 0;
  uint64_t batch_ = 0;
  uint32_t looks_ = 0;
};

}  // namespace ply
