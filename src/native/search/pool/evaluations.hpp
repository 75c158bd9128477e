// A cache of evaluations, shared by the threads of a pool: openings come up again thousands of times.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>

#include "games/position_hash.hpp"

namespace ply {

// A table in which every position has one place, given by its hash; a new evaluation replaces the old one. No thread
// waits: a reader that a writer disturbs finds nothing, and a writer that meets another one gives up.
class Evaluations {
 public:
  // The number of `words` in a packed position and of `numbers` in an evaluation.
  Evaluations(uint64_t places, int words, int numbers)
      : words_(words), numbers_(numbers), size_(words + (numbers + 1) / 2 + 1) {
    while (places_ < places) places_ *= 2;
    cells_ = std::make_unique<std::atomic<uint64_t>[]>(places_ * size_);
  }

  bool find(const uint64_t* position, float* numbers) {
    std::atomic<uint64_t>* place = place_of(position);
    const uint64_t before = place[0].load(std::memory_order_acquire);
    if (before == 0 || before & 1) return false;
    for (int i = 0; i < words_; ++i) {
      if (place[1 + i].load(std::memory_order_acquire) != position[i]) return false;
    }
    for (int i = 0; i < numbers_; i += 2) {
      const uint64_t two = place[1 + words_ + i / 2].load(std::memory_order_acquire);
      numbers[i] = std::bit_cast<float>(static_cast<uint32_t>(two));
      if (i + 1 < numbers_) numbers[i + 1] = std::bit_cast<float>(static_cast<uint32_t>(two >> 32));
    }
    // A reader that has seen a cell of a later writer also sees that writer's counter.
    return place[0].load(std::memory_order_relaxed) == before;
  }

  void keep(const uint64_t* position, const float* numbers) {
    std::atomic<uint64_t>* place = place_of(position);
    uint64_t before = place[0].load(std::memory_order_relaxed);
    if (before & 1 || !place[0].compare_exchange_strong(before, before + 1, std::memory_order_acq_rel)) return;
    for (int i = 0; i < words_; ++i) place[1 + i].store(position[i], std::memory_order_release);
    for (int i = 0; i < numbers_; i += 2) {
      const uint64_t low = std::bit_cast<uint32_t>(numbers[i]);
      const uint64_t high = i + 1 < numbers_ ? std::bit_cast<uint32_t>(numbers[i + 1]) : 0;
      place[1 + words_ + i / 2].store(high << 32 | low, std::memory_order_release);
    }
    place[0].store(before + 2, std::memory_order_release);
  }

  // Call only while no thread uses the table.
  void clear() {
    for (uint64_t i = 0; i < places_; ++i) cells_[i * size_].store(0, std::memory_order_relaxed);
  }

  void count_found(uint64_t count) { found_.fetch_add(count, std::memory_order_relaxed); }
  uint64_t found() const { return found_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t>* place_of(const uint64_t* position) {
    uint64_t hash = 0;
    for (int i = 0; i < words_; ++i) hash = mix_bits(hash + position[i] + 1);
    return &cells_[(hash & (places_ - 1)) * size_];
  }

  int words_, numbers_, size_;
  uint64_t places_ = 1;
  std::unique_ptr<std::atomic<uint64_t>[]> cells_;  // per place: a counter, odd during a write; position; numbers
  std::atomic<uint64_t> found_{0};
};

}  // namespace ply
