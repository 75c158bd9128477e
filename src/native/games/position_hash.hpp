// 64-bit hashes of positions, for tables.
#pragma once

#include <cstdint>
#include <string>

namespace ply {

// A bijection of 64-bit words: the last step of SplitMix64.
inline uint64_t mix_bits(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

// The State's own hash() if it has one, which is faster; else a hash of the bytes of its key.
template <class State>
uint64_t position_hash(const State& state) {
  if constexpr (requires { state.hash(); }) {
    return state.hash();
  } else {
    uint64_t hash = 0;
    for (const char byte : state.key()) hash = mix_bits(hash + static_cast<uint8_t>(byte) + 1);
    return hash;
  }
}

}  // namespace ply
