// A transposition table of score bounds: one 64-bit word a position, eight positions a cache line.
//
// The key is mixed by a bijection of 64-bit words. The high bits of the result say which line, the rest is kept
// in the word, so a hit is never a mistake: no two positions look alike.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace ply {

struct Bounds {
  int low, high;
};

class BoundTable {
 public:
  // The largest table of at most this many bytes, but not less than kLeastBytes. Memory is taken on first use.
  static constexpr size_t kLeastBytes = size_t{8} << 20;
  explicit BoundTable(size_t bytes) : line_bits_(std::bit_width(std::max(bytes, kLeastBytes)) - 1 - 6) {}

  void prepare() {
    if (lines_) return;
    const size_t bytes = size_t{64} << line_bits_;
    memory_.reset(std::calloc(bytes + 64, 1));
    if (!memory_) throw std::bad_alloc();
    void* start = memory_.get();
    size_t room = bytes + 64;
    lines_ = static_cast<uint64_t*>(std::align(64, bytes, start, room));
#ifdef __linux__
    // Huge pages spare most address look-ups; where the system has none, nothing changes.
    const auto address = reinterpret_cast<uintptr_t>(lines_);
    const uintptr_t page = (address + 4095) & ~uintptr_t{4095};
    madvise(reinterpret_cast<void*>(page), bytes - (page - address), MADV_HUGEPAGE);
#endif
  }

  void prefetch(uint64_t key) const { __builtin_prefetch(line(mix(key))); }

  // What is known about the position; of one that is not here, the bounds that hold for all.
  Bounds get(uint64_t key) const {
    const uint64_t mixed = mix(key);
    const uint64_t* words = line(mixed);
    for (int i = 0; i < kWays; ++i) {
      if (words[i] >> kDataBits == tag(mixed))
        return {static_cast<int>(words[i] & 127) - 64, 63 - static_cast<int>(words[i] >> 7 & 127)};
    }
    return {-64, 63};
  }

  // Keep the bounds; `work` (0 to 7) says how dear they were. They displace the cheapest of the line.
  void put(uint64_t key, Bounds bounds, int work) {
    const uint64_t mixed = mix(key);
    uint64_t* words = line(mixed);
    int place = 0;
    for (int i = 0; i < kWays; ++i) {
      if (words[i] >> kDataBits == tag(mixed)) {
        place = i;
        break;
      }
      if ((words[i] >> 14 & 7) < (words[place] >> 14 & 7)) place = i;
    }
    words[place] = tag(mixed) << kDataBits | static_cast<uint64_t>(work) << 14 |
                   static_cast<uint64_t>(63 - bounds.high) << 7 | static_cast<uint64_t>(bounds.low + 64);
  }

 private:
  static constexpr int kWays = 8;
  static constexpr int kDataBits = 17;  // low 7, high 7, work 3: all zero in an unused word, which says nothing

  static uint64_t mix(uint64_t key) {
    key *= 0x9E3779B97F4A7C15;
    key ^= key >> 32;
    return key * 0xD6E8FEB86659FD93;
  }
  uint64_t* line(uint64_t mixed) const { return lines_ + (mixed >> (64 - line_bits_)) * kWays; }
  uint64_t tag(uint64_t mixed) const { return mixed << line_bits_ >> line_bits_; }

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  int line_bits_;
  std::unique_ptr<void, Free> memory_;
  uint64_t* lines_ = nullptr;
};

}  // namespace ply
