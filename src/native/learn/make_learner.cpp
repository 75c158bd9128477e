#include "learn/make_learner.hpp"

namespace ply {

template class ByGame<AnyLearner, const LearnSpec&>;

LearnerMakers& learner_makers() {
  static LearnerMakers makers;
  return makers;
}

}  // namespace ply
