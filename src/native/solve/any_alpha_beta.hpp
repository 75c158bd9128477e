// The interface of an alpha-beta search that the bindings use.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace ply {

struct AlphaBetaResult {
  double value = 0.0;  // to the first seat
  int action = -1;
  int depth = 0;       // of the last completed iteration
  bool exact = false;  // whether the value is proven: a win or a loss, or no line was cut off at the horizon
  uint64_t nodes = 0;
};

class AnyAlphaBeta {
 public:
  virtual ~AnyAlphaBeta() = default;
  // Search the position with this key to `depth`, or until `seconds` have passed (0: no limit); depth 1 is always
  // completed. `look_up` is called about 20 times a second, and may throw to end the search.
  virtual AlphaBetaResult search(std::string_view key, int depth, double seconds,
                                 const std::function<void()>& look_up) = 0;
};

}  // namespace ply
