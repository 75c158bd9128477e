#include "search/evaluation.hpp"

namespace ply {

std::unique_ptr<AnyEvaluation> EvaluateTwins::make(const AnyGame& game, const PartSpec& spec) const {
  const auto found = makers_.find(spec.name);
  if (found == makers_.end()) throw std::invalid_argument(spec.name + " has no C++ twin");
  return found->second.make(game, spec);
}

std::vector<std::string> EvaluateTwins::names() const {
  std::vector<std::string> names;
  for (const auto& [name, makers] : makers_) names.push_back(name);
  return names;
}

EvaluateTwins& evaluate_twins() {
  static EvaluateTwins twins;
  return twins;
}

}  // namespace ply
