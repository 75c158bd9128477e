// Twin of src/plyground/search/expand/children.py.
#include "search/expand/progressive_widening.hpp"

namespace ply {
namespace {

class OneChild final : public ExpandRule {
 public:
  using ExpandRule::ExpandRule;

  int limit(uint32_t, int count) const override { return count; }
  bool classic() const override { return after == 1; }
};

class AllChildren final : public ExpandRule {
 public:
  using ExpandRule::ExpandRule;

  bool all_at_once() const override { return true; }
  int limit(uint32_t, int) const override { return 0; }
};

const ExpandTwin<OneChild> one_child{"one_child"};
const ExpandTwin<AllChildren> all_children{"all_children"};
const ExpandTwin<ProgressiveWidening> progressive_widening{"progressive_widening"};

}  // namespace
}  // namespace ply
