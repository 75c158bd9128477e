#include "search/search.hpp"
#include "search/transpositions.hpp"

namespace ply {

SearchSpec::SearchSpec() = default;
SearchSpec::SearchSpec(SearchSpec&&) noexcept = default;
SearchSpec::~SearchSpec() = default;

ExpandSpec read_expand(const PartSpec& spec) {
  ExpandSpec expand;
  expand.hides_chance = spec.name == "open_loop";
  expand.all_at_once = spec.name == "all_children" || expand.hides_chance;
  expand.widening = spec.name == "progressive_widening";
  expand.after = spec.whole<uint32_t>("after");
  if (expand.widening) {
    expand.k = spec.number("k");
    expand.a = spec.number("a");
  }
  return expand;
}

EvaluateSpec read_evaluate(const PartSpec& spec) {
  EvaluateSpec evaluate;
  evaluate.heuristic = spec.name == "heuristic";
  if (evaluate.heuristic) return evaluate;
  evaluate.n = spec.whole<int>("n");
  if (spec.is("policy", "decisive")) evaluate.policy = Policy::kDecisive;
  if (spec.is("policy", "heuristic")) evaluate.policy = Policy::kHeuristic;
  if (spec.optional("depth_limit")) evaluate.depth_limit = spec.whole<int>("depth_limit");
  return evaluate;
}

}  // namespace ply
