// Which searches the fused engine (fused.hpp) can run.
#pragma once

#include <string>
#include <string_view>

#include "search/search.hpp"

namespace ply {

// A selection formula or a backup with a statistic: `using Kept = Shape;`.
template <class Part>
concept KeepsStatistic = requires { typename Part::Kept; };

// `inline constexpr FusedTwin<Ucb1Formula, PlainMean> fused_ucb1{"ucb1"};` says that the fused engine runs the rule of
// that name by this formula, together with this backup. CMake reads this line in search/select/*.hpp: it must not be
// broken. Formula::fits(spec) may refuse some parameters.
template <class Formula, class Backup>
struct FusedTwin {
  std::string_view rule;

  bool runs(const SearchSpec& spec) const {
    std::vector<int> slots;
    if constexpr (KeepsStatistic<Formula>) slots.push_back(Formula::Kept::twin.slot);
    if constexpr (KeepsStatistic<Backup>) slots.push_back(Backup::Kept::twin.slot);
    return spec.select_spec.name == rule && spec.backup_spec.name == Backup::kName && spec.statistics == slots &&
           Formula::fits(spec.select_spec);
  }
};

// The name of the fused rule for this search; "" if it needs the engine for any parts.
std::string_view fusable(const SearchSpec& spec);

}  // namespace ply
