// A transposition table of score bounds: one 64-bit word per position, two positions per place.
//
// The key is mixed by a bijection of 64-bit words. The high bits of the result are the place, the rest is kept in
// the word, so that a hit is never wrong: no two positions agree in both.
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

#include "prefetch.hpp"

namespace ply {

struct Bounds {
  int low, high;
};

class BoundTable {
 public:
  // The largest table of at most this many bytes, but not less than kLeastBytes. `prepare` allocates it.
  static constexpr size_t kLeastBytes = size_t{2} << 20;
  explicit BoundTable(size_t bytes) : place_bits_(std::bit_width(std::max(bytes, kLeastBytes)) - 1 - 4) {}

  void prepare() {
    if (places_) return;
    const size_t bytes = size_t{16} << place_bits_;
    memory_.reset(std::calloc(bytes + 64, 1));
    if (!memory_) throw std::bad_alloc();
    void* start = memory_.get();
    size_t room = bytes + 64;
    places_ = static_cast<uint64_t*>(std::align(64, bytes, start, room));
#ifdef __linux__
    // Huge pages save most address translations; systems without them ignore the advice.
    const auto address = reinterpret_cast<uintptr_t>(places_);
    const uintptr_t page = (address + 4095) & ~uintptr_t{4095};
    madvise(reinterpret_cast<void*>(page), bytes - (page - address), MADV_HUGEPAGE);
#endif
  }

  void prefetch(uint64_t key) const { ply::prefetch(place(mix(key))); }

  // The bounds of the position; for an unknown position, bounds that hold for every position.
  Bounds get(uint64_t key) const {
    const uint64_t mixed = mix(key);
    const uint64_t* words = place(mixed);
    for (int i = 0; i < kWays; ++i) {
      if (words[i] >> kDataBits == tag(mixed))
        return {static_cast<int>(words[i] & 127) - 64, 63 - static_cast<int>(words[i] >> 7 & 127)};
    }
    return {-64, 63};
  }

  // Store the bounds; `work` (0 to 7) is the effort of finding them. They replace the entry of the same position, or
  // else the cheaper of the two entries.
  void put(uint64_t key, Bounds bounds, int work) {
    const uint64_t mixed = mix(key);
    uint64_t* words = place(mixed);
    int chosen = 0;
    for (int i = 0; i < kWays; ++i) {
      if (words[i] >> kDataBits == tag(mixed)) {
        chosen = i;
        break;
      }
      if (work_of(words[i]) < work_of(words[chosen])) chosen = i;
    }
    words[chosen] = tag(mixed) << kDataBits | static_cast<uint64_t>(work) << 14 |
                    static_cast<uint64_t>(63 - bounds.high) << 7 | static_cast<uint64_t>(bounds.low + 64);
  }

 private:
  static constexpr int kWays = 2;
  static constexpr int kDataBits = 17;  // low 7, high 7, work 3; all zero in an unused word

  static uint64_t mix(uint64_t key) {
    key *= 0x9E3779B97F4A7C15;
    key ^= key >> 32;
    return key * 0xD6E8FEB86659FD93;
  }
  static uint64_t work_of(uint64_t word) { return word >> 14 & 7; }
  uint64_t* place(uint64_t mixed) const { return places_ + (mixed >> (64 - place_bits_)) * kWays; }
  uint64_t tag(uint64_t mixed) const { return mixed << place_bits_ >> place_bits_; }

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  int place_bits_;
  std::unique_ptr<void, Free> memory_;
  uint64_t* places_ = nullptr;
};

}  // namespace ply
