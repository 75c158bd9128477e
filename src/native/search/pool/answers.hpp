// A network's answers for a batch of positions, in the precision in which they came: 32 or 16 bits per number.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

namespace ply {

// A half-precision number: 1 bit sign, 5 bits exponent, 10 bits fraction.
inline float half_to_float(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
  const uint32_t exponent = half >> 10 & 31, fraction = half & 0x3FFu;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7F800000u | fraction << 13);
  if (exponent == 0) {  // subnormal: without a leading one
    const float value = static_cast<float>(fraction) * 0x1.0p-24f;
    return sign ? -value : value;
  }
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

// A table of numbers, row by row.
class Numbers {
 public:
  // Rows of `columns` numbers of `bytes` bytes each; a row begins `stride` bytes after the one before.
  void copy(const void* data, size_t rows, size_t columns, size_t bytes, ptrdiff_t stride) {
    columns_ = columns;
    half_ = bytes == 2;
    const size_t row = columns * bytes;
    bytes_.resize(rows * row);
    const char* from = static_cast<const char*>(data);
    if (stride == static_cast<ptrdiff_t>(row)) {
      std::memcpy(bytes_.data(), from, bytes_.size());
      return;
    }
    for (size_t i = 0; i < rows; ++i) std::memcpy(bytes_.data() + i * row, from + i * stride, row);
  }

  size_t columns() const { return columns_; }

  float at(size_t row, size_t column) const {
    const size_t i = row * columns_ + column;
    if (half_) {
      uint16_t half;
      std::memcpy(&half, bytes_.data() + 2 * i, 2);
      return half_to_float(half);
    }
    float number;
    std::memcpy(&number, bytes_.data() + 4 * i, 4);
    return number;
  }

 private:
  std::vector<char> bytes_;
  size_t columns_ = 0;
  bool half_ = false;
};

struct Answers {
  Numbers values;  // one per seat, the seat that moves first; or one column, for two seats whose values add up to 0
  Numbers logits;  // by action
};

}  // namespace ply
