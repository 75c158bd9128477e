// The one random generator, SplitMix64, and its drawing rules: the twin of src/plyground/rng.py.
#pragma once

#include <cstdint>

namespace ply {

class Rng {
 public:
  explicit Rng(uint64_t seed, uint64_t stream = 0) : state_(mix(seed + (stream + 1) * kGamma)) {}

  uint64_t next() { return mix(state_ += kGamma); }

  // An integer from 0 to n - 1; no draw is spent when n is 1.
  int below(int n) { return n > 1 ? draw(n) : 0; }

  // As `below`, for callers that know n > 1.
  int draw(int n) { return static_cast<int>(high_product(next(), static_cast<uint64_t>(n))); }

  // A double in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  static constexpr uint64_t kGamma = 0x9E3779B97F4A7C15ULL;

  static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }

  static uint64_t high_product(uint64_t a, uint64_t b) {
#ifdef __SIZEOF_INT128__
    __extension__ using Wide = unsigned __int128;
    return static_cast<uint64_t>((static_cast<Wide>(a) * b) >> 64);
#else
    const uint64_t low = (a & 0xFFFFFFFFULL) * b;  // b is a small count and fits in 32 bits
    return ((a >> 32) * b + (low >> 32)) >> 32;
#endif
  }

  uint64_t state_;
};

}  // namespace ply
