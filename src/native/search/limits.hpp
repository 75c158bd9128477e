// Limits that end a run early: the clock, an interrupt, memory, the visits of a row.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "allowance.hpp"

namespace ply {

enum class Ended { kDone, kConverged, kSeconds, kStopped, kMegabytes, kMemory, kVisits };

inline const char* name_of(Ended ended) {
  switch (ended) {
    case Ended::kDone:
      return "";
    case Ended::kConverged:
      return "converged";
    case Ended::kSeconds:
      return "seconds";
    case Ended::kStopped:
      return "interrupted";
    case Ended::kMegabytes:
      return "megabytes";
    case Ended::kMemory:
      return "memory";
    case Ended::kVisits:
      return "visits";
  }
  return "";
}

// Visits are counted in 32 bits, and some parts compute with them as signed numbers: MOST_VISITS in Python.
inline constexpr uint32_t kMostVisits = 2'000'000'000;

// Thrown inside a simulation when its time is up; the simulation is undone.
struct CutOff {};

// The limits of one search, which may take many runs, some of them on several threads.
struct Limits {
  using Clock = std::chrono::steady_clock;

  Limits(double seconds, uint64_t bytes, double slice_seconds)
      : deadline(after(seconds)), slice_seconds(slice_seconds), memory(bytes) {}

  static Clock::time_point after(double seconds) {
    if (!(seconds < 1e9)) return Clock::time_point::max();  // 30 years: no limit
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  Clock::time_point deadline;
  double slice_seconds;  // the length of one run; other threads can read the tree between runs
  Allowance memory;
  std::atomic<bool> stopped{false};
};

// Checks the limits for one thread during a run.
class Watch {
 public:
  using LookUp = void (*)();  // called about 20 times a second inside long simulations; may throw

  Watch(Limits* limits, LookUp look_up) : limits_(limits), look_up_(look_up) {
    if (limits) pause_ = Limits::after(limits->slice_seconds);
  }

  // A copy for another thread of the same run, which ends when another thread has `failed`.
  Watch with(const std::atomic<bool>* failed, bool looks_up) const {
    Watch other = *this;
    other.failed_ = failed;
    if (!looks_up) other.look_up_ = nullptr;
    return other;
  }

  Allowance* allowance() const { return limits_ ? &limits_->memory : nullptr; }

  // The number of simulations to run before the next call, about a millisecond's worth; 0 when time is up.
  uint64_t next_batch() {
    if (!limits_) return UINT64_MAX;
    const Limits::Clock::time_point now = Limits::Clock::now();
    if (now >= limits_->deadline || limits_->stopped || (batch_ && now >= pause_)) return 0;
    const auto took = now - last_;
    last_ = now;
    if (batch_ == 0) return batch_ = 1;
    if (took < std::chrono::microseconds(250)) {
      batch_ *= 4;
    } else if (took > std::chrono::milliseconds(1) && batch_ > 1) {
      batch_ /= 4;
    }
    return batch_;
  }

  // The limit that ended the run.
  Ended ended() const {
    if (!limits_) return Ended::kDone;
    if (limits_->stopped) return Ended::kStopped;
    return Limits::Clock::now() >= limits_->deadline ? Ended::kSeconds : Ended::kDone;
  }

  // Called at every move of a simulation that may be long.
  void look() {
    if (++looks_ % 64 == 0) [[unlikely]]
      look_at_clock();
  }

 private:
  void look_at_clock() {
    if (failed_ && *failed_) throw CutOff();
    if (!limits_) return;
    const Limits::Clock::time_point now = Limits::Clock::now();
    if (now >= limits_->deadline || limits_->stopped) throw CutOff();
    if (!look_up_ || now < next_look_up_) return;
    next_look_up_ = now + std::chrono::milliseconds(50);
    look_up_();
  }

  Limits* limits_;
  LookUp look_up_;
  const std::atomic<bool>* failed_ = nullptr;
  Limits::Clock::time_point pause_{}, last_{}, next_look_up_{};
  uint64_t batch_ = 0;
  uint32_t looks_ = 0;
};

}  // namespace ply
