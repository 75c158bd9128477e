#include "learn/make_learner.hpp"

namespace ply {

LearnerMakers& learner_makers() {
  static LearnerMakers makers;
  return makers;
}

}  // namespace ply
