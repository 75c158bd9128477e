// Twin of `ProgressiveWidening` in src/plyground/search/expand/children.py.
#pragma once

#include "search/part.hpp"

namespace ply {

class ProgressiveWidening : public ExpandRule {
 public:
  explicit ProgressiveWidening(const PartSpec& spec) : ExpandRule(spec), k_(spec.number("k")), a_(spec.number("a")) {}

  int limit(uint32_t visits, int count) const override {
    const double wanted = std::ceil(k_ * std::pow(static_cast<double>(visits), a_));
    return std::max(1, wanted < count ? static_cast<int>(wanted) : count);
  }

 private:
  double k_, a_;
};

}  // namespace ply
