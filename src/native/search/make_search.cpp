#include "search/make_search.hpp"

#include <algorithm>

#include "search/columns/posterior.hpp"
#include "search/select/tree_shape.hpp"

namespace ply {
namespace {

// The rule that can be fused into the loop, "" for none: fused.hpp says what it assumes.
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

}  // namespace

SearchMakers& search_makers(const std::string& fused) {
  static std::map<std::string, SearchMakers> makers;
  return makers[fused];
}

SearchPtr make_search(const AnyGame& game, std::string_view key, SearchSpec spec, uint64_t seed, uint64_t stream,
                      bool general) {
  const std::string fused = general ? "" : fusable(spec);
  const SearchMakers& makers = search_makers(search_makers(fused).has(game) ? fused : "");
  return makers.make(game, key, std::move(spec), seed, stream);
}

}  // namespace ply
