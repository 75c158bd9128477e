// A set of board cells in W machine words.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace ply {

// The word with only its n-th set bit (from 0); the word must have more than n set bits.
inline uint64_t nth_bit(uint64_t word, int n) {
#ifdef __BMI2__
  return __builtin_ia32_pdep_di(uint64_t{1} << n, word);  // <immintrin.h> takes long to parse
#else
  for (; n > 0; --n) word &= word - 1;
  return word & -word;
#endif
}

template <int W>
struct Bits {
  std::array<uint64_t, W> words{};

  bool test(int i) const { return words[i >> 6] >> (i & 63) & 1; }
  void set(int i) { words[i >> 6] |= uint64_t{1} << (i & 63); }
  void reset(int i) { words[i >> 6] &= ~(uint64_t{1} << (i & 63)); }

  bool contains(const Bits& other) const {
    uint64_t missing = 0;
    for (int w = 0; w < W; ++w) missing |= other.words[w] & ~words[w];
    return missing == 0;
  }

  // The number of bits set in both.
  int common(const Bits& other) const {
    int n = 0;
    for (int w = 0; w < W; ++w) n += std::popcount(words[w] & other.words[w]);
    return n;
  }

  int count() const {
    int n = 0;
    for (uint64_t word : words) n += std::popcount(word);
    return n;
  }

  // The position of the n-th set bit (from 0); more than n bits must be set.
  int nth(int n) const {
    const Place place = find(n);
    return place.word * 64 + std::countr_zero(nth_bit(place.bits, place.n));
  }

  // Clear the n-th set bit and return its position.
  int take_nth(int n) {
    const Place place = find(n);
    const uint64_t bit = nth_bit(place.bits, place.n);
    for (int w = 0; w < W; ++w) words[w] ^= bit & -uint64_t{w == place.word};
    return place.word * 64 + std::countr_zero(bit);
  }

  // Write the positions of the set bits, ascending; returns their number.
  template <class T>
  int list(T* out) const {
    int n = 0;
    for (int w = 0; w < W; ++w) {
      for (uint64_t word = words[w]; word; word &= word - 1) {
        out[n++] = static_cast<T>(w * 64 + std::countr_zero(word));
      }
    }
    return n;
  }

 private:
  struct Place {
    int word, n;
    uint64_t bits;
  };

  // The word that holds the n-th set bit; without branches, because a random n cannot be predicted.
  Place find(int n) const {
    Place place{0, n, words[0]};
    for (int w = 1, sum = 0; w < W; ++w) {
      sum += std::popcount(words[w - 1]);
      const int beyond = -(n >= sum);
      place.word -= beyond;
      place.n -= std::popcount(words[w - 1]) & beyond;
      place.bits ^= (place.bits ^ words[w]) & static_cast<uint64_t>(int64_t{beyond});
    }
    return place;
  }
};

}  // namespace ply
