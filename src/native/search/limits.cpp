#include "search/limits.hpp"

#include <chrono>
#include <limits>

namespace ply {
namespace {

constexpr Instant kMicrosecond = 1000, kMillisecond = 1000 * kMicrosecond;

Instant now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

Instant after(double seconds) {
  if (!(seconds < 1e9)) return std::numeric_limits<Instant>::max();  // 30 years: no limit
  return now() + static_cast<Instant>(seconds * 1e9);
}

}  // namespace

const char* name_of(Ended ended) {
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

Limits::Limits(double seconds, uint64_t bytes, double slice_seconds)
    : deadline(after(seconds)), slice_seconds(slice_seconds), memory(bytes) {}

Watch::Watch(Limits* limits, LookUp look_up) : limits_(limits), look_up_(look_up) {
  if (limits) pause_ = after(limits->slice_seconds);
}

uint64_t Watch::next_batch() {
  if (!limits_) return UINT64_MAX;
  const Instant here = now();
  if (here >= limits_->deadline || limits_->stopped || (batch_ && here >= pause_)) return 0;
  const Instant took = here - last_;
  last_ = here;
  if (batch_ == 0) return batch_ = 1;
  if (took < 250 * kMicrosecond) {
    batch_ *= 4;
  } else if (took > kMillisecond && batch_ > 1) {
    batch_ /= 4;
  }
  return batch_;
}

Ended Watch::ended() const {
  if (!limits_) return Ended::kDone;
  if (limits_->stopped) return Ended::kStopped;
  return now() >= limits_->deadline ? Ended::kSeconds : Ended::kDone;
}

void Watch::look_at_clock() {
  if (failed_ && *failed_) throw CutOff();
  if (!limits_) return;
  const Instant here = now();
  if (here >= limits_->deadline || limits_->stopped) throw CutOff();
  if (!look_up_ || here < next_look_up_) return;
  next_look_up_ = here + 50 * kMillisecond;
  look_up_();
}

}  // namespace ply
