#include "search/fusable.hpp"

#include "search/columns/posterior.hpp"
#include "search/part.hpp"
#include "search/select/tree_shape.hpp"

namespace ply {

std::string fusable(const SearchSpec& spec) {
  const PartSpec& rule = spec.select_spec;
  const ExpandSpec& expand = spec.expand;
  const bool classic = !expand.all_at_once && !expand.widening && expand.after == 1 && spec.evaluate.plain() &&
                       spec.backup->usual_worth() && !spec.transpositions;
  if (!classic) return "";
  const auto keeps = [&](const std::vector<int>& statistics) { return spec.statistics == statistics; };
  const bool mean = spec.backup_spec.name == "mean", bayes = spec.backup_spec.name == "bayes";
  if (rule.name == "ucb1" && mean && keeps({}) && !rule.optional("fpu")) return "ucb1";
  if (rule.name == "tree_shape" && mean && keeps({Shape::twin.slot}) && TreeShapeFormula::fits(rule))
    return "tree_shape";
  const bool bayes_uct = rule.name == "bayes_uct1" || rule.name == "bayes_uct2";
  if (bayes_uct && bayes && keeps({Posterior::twin.slot})) return "bayes_uct";
  return "";
}

}  // namespace ply
