// The child with the best score, found in the fastest ways known: docs/performance.md.
#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <bit>
#include <cmath>
#include <cstdint>

#include "rng.hpp"

namespace ply {

inline constexpr int kFewChildren = 16;

// The number of the child with the largest score(i); one draw breaks ties. Without branches.
template <class Score>
int best_of_few(int count, Rng& rng, Score score) {
  double scores[kFewChildren];
  double top = scores[0] = score(0);
  for (int i = 1; i < count; ++i) {
    scores[i] = score(i);
    top = scores[i] > top ? scores[i] : top;
  }
  unsigned best = 0;
  for (int i = 0; i < count; ++i) best |= static_cast<unsigned>(!(scores[i] < top)) << i;
  if (best & (best - 1)) [[unlikely]] {
    for (int skip = rng.below(std::popcount(best)); skip > 0; --skip) best &= best - 1;
  }
  return std::countr_zero(best);
}

// As best_of_few, for any count. With `guess` it branches on purpose (`unlikely` keeps the compiler from using
// conditional moves): if the processor predicts the branches right, it loads the next rows before the comparison is
// finished.
template <class Score>
int best_child(int count, bool guess, Rng& rng, Score score) {
  if (!guess && count <= kFewChildren) return best_of_few(count, rng, score);
  int best = 0, ties = 1;
  double top = score(0);
  for (int i = 1; i < count; ++i) {
    const double s = score(i);
    if (s >= top) [[unlikely]] {
      if (s == top) {
        ++ties;
      } else {
        top = s;
        best = i;
        ties = 1;
      }
    }
  }
  for (int skip = rng.below(ties); skip > 0; --skip) {
    do ++best;
    while (score(best) != top);
  }
  return best;
}

// The numbers of the best two children; `sure` if the first is clearly better than all others.
struct BestTwo {
  int first, second;
  bool sure;
};

// One pass without branches. The last four bits of each score are replaced by the child's number: scores that differ in
// higher bits keep their order. SSE2 intrinsics keep the scores out of the integer registers.
template <class Score>
BestTwo best_two(int count, Score score) {
  static_assert(kFewChildren == 16);
#ifdef __SSE2__
  alignas(16) static constexpr uint64_t kNumbers[16][2] = {{0}, {1}, {2},  {3},  {4},  {5},  {6},  {7},
                                                           {8}, {9}, {10}, {11}, {12}, {13}, {14}, {15}};
  const __m128d rest = _mm_castsi128_pd(_mm_set1_epi64x(~15LL));
  __m128d top = _mm_set_sd(-HUGE_VAL), second = top;
  for (int i = 0; i < count; ++i) {
    const __m128d number = _mm_load_pd(reinterpret_cast<const double*>(kNumbers[i]));
    const __m128d s = _mm_or_pd(_mm_and_pd(_mm_set_sd(score(i)), rest), number);
    second = _mm_max_sd(second, _mm_min_sd(s, top));
    top = _mm_max_sd(s, top);
  }
  const uint64_t a = std::bit_cast<uint64_t>(_mm_cvtsd_f64(top)), b = std::bit_cast<uint64_t>(_mm_cvtsd_f64(second));
#else
  double top = -HUGE_VAL, second = -HUGE_VAL;
  for (int i = 0; i < count; ++i) {
    const uint64_t bits = (std::bit_cast<uint64_t>(score(i)) & ~uint64_t{15}) | static_cast<uint64_t>(i);
    const double s = std::bit_cast<double>(bits), low = s < top ? s : top;
    second = second > low ? second : low;
    top = s > top ? s : top;
  }
  const uint64_t a = std::bit_cast<uint64_t>(top), b = std::bit_cast<uint64_t>(second);
#endif
  return {static_cast<int>(a & 15), static_cast<int>(b & 15), (a ^ b) > 15};
}

// Returns `right`. If the guess is right, the returned value depends on the guess alone, which is available at once, so
// that the processor can go on before the comparison is finished. The asm hides the equality from the compiler.
inline int speculate([[maybe_unused]] int guess, int right) {
#ifdef __GNUC__
  int unseen = guess;
  asm("" : "+r"(unseen));
  if (guess != right) [[unlikely]] {
    asm volatile("");
    return right;
  }
  return unseen;
#else
  return right;
#endif
}

}  // namespace ply
