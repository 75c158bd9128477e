#include "search/part.hpp"
#include "search/select/bayes_uct.hpp"
#include "search/select/puct.hpp"
#include "search/select/rave.hpp"
#include "search/select/thompson.hpp"
#include "search/select/tree_shape.hpp"
#include "search/select/ucb1.hpp"
#include "search/select/ucb1_tuned.hpp"
#include "search/select/wrappers.hpp"

namespace ply {

SelectPtr make_select(const PartSpec& spec) {
  if (spec.name == "ucb1") return std::make_unique<Ucb1>(spec);
  if (spec.name == "ucb1_tuned") return std::make_unique<Ucb1Tuned>(spec);
  if (spec.name == "puct") return std::make_unique<Puct>(spec);
  if (spec.name == "bayes_uct1") return std::make_unique<BayesUct<false>>(spec);
  if (spec.name == "bayes_uct2") return std::make_unique<BayesUct<true>>(spec);
  if (spec.name == "thompson") return std::make_unique<Thompson>();
  if (spec.name == "rave") return std::make_unique<Rave>(spec, -1.0);
  if (spec.name == "grave") return std::make_unique<Rave>(spec, spec.number("ref"));
  if (spec.name == "tree_shape") return std::make_unique<TreeShape>(spec);
  if (spec.name == "epsilon_greedy" || spec.name == "random_opponent") {
    SelectPtr inner = make_select(spec.parts.at("inner"));
    if (!inner) return nullptr;
    if (spec.name == "random_opponent") return std::make_unique<RandomOpponent>(std::move(inner));
    return std::make_unique<EpsilonGreedy>(spec, std::move(inner));
  }
  return nullptr;
}

}  // namespace ply
