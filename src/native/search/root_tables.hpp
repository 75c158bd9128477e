// Tables of 1/√n, √(ln n) and √(2 ln n), equal to the formulas bit for bit.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace ply {

class RootTables {
 public:
  static constexpr uint32_t kSize = 1 << 17;  // enough for the root of a search of 100,000 simulations
  RootTables() : inverse_root_(kSize), root_log_(kSize), root_two_log_(kSize) {
    inverse_root_[0] = HUGE_VAL;
    for (uint32_t n = 1; n < kSize; ++n) {
      inverse_root_[n] = 1.0 / std::sqrt(static_cast<double>(n));
      const double log = std::log(static_cast<double>(n));
      root_log_[n] = std::sqrt(log);
      root_two_log_[n] = std::sqrt(2.0 * log);
    }
  }
  // `InTable`: the caller knows that n < kSize.
  template <bool InTable = false>
  double inverse_root(uint32_t n) const {
    return InTable || n < kSize ? inverse_root_[n] : 1.0 / std::sqrt(static_cast<double>(n));
  }
  double root_log(uint32_t n) const { return n < kSize ? root_log_[n] : std::sqrt(std::log(static_cast<double>(n))); }
  double root_two_log(uint32_t n) const {
    return n < kSize ? root_two_log_[n] : std::sqrt(2.0 * std::log(static_cast<double>(n)));
  }

 private:
  std::vector<double> inverse_root_, root_log_, root_two_log_;
};

inline const RootTables& root_tables() {
  static const RootTables tables;
  return tables;
}

}  // namespace ply
