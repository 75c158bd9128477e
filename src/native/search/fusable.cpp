#include "search/fusable.hpp"

#include "fused_rules.hpp"

namespace ply {

std::string_view fusable(const SearchSpec& spec) {
  const bool classic =
      spec.expand->classic() && spec.evaluate.plain() && spec.backup->usual_worth() && !spec.transpositions;
  if (!classic) return "";
  std::string_view found;
  const auto look_at = [&](const auto& twin) {
    if (twin.runs(spec)) found = twin.rule;
  };
  std::apply([&](const auto&... twins) { (look_at(twins), ...); }, fused_rules);
  return found;
}

}  // namespace ply
