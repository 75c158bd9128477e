// The face of a search that the bindings see.
#pragma once

#include <functional>
#include <optional>

#include "search/limits.hpp"
#include "search/memory.hpp"
#include "search/part.hpp"

namespace ply {

struct ExpandSpec {
  bool all_at_once = false;
  bool widening = false;
  bool hides_chance = false;  // open loop
  uint32_t after = 1;
  double k = 1.0, a = 0.5;

  // How many children are to be tried, one a visit, before select compares them.
  int limit(uint32_t visits, int count) const {
    if (!widening) return count;
    const double wanted = std::ceil(k * std::pow(static_cast<double>(visits), a));
    return std::max(1, wanted < count ? static_cast<int>(wanted) : count);
  }
};

enum class Policy { kUniform, kDecisive, kHeuristic };

// An evaluation written in Python: the key of a state, the generator -> values.
using EvaluateCall = std::function<Values(const std::string& key, Rng& rng)>;

struct EvaluateSpec {
  bool heuristic = false;  // the game's guess instead of a rollout
  int n = 1;
  Policy policy = Policy::kUniform;
  int depth_limit = -1;  // none
  EvaluateCall call;

  bool plain() const { return !heuristic && n == 1 && policy == Policy::kUniform && depth_limit < 0 && !call; }
};

struct PriorSpec {
  bool heuristic = false;
  double temperature = 1.0;
};

struct SearchSpec {
  PartSpec select_spec, backup_spec;  // what the plain engine reads
  SelectPtr select;
  BackupPtr backup;
  bool usual_worth = false;  // does the backup take values as they are?
  ExpandSpec expand;
  EvaluateSpec evaluate;
  PriorSpec prior;
  unsigned needs = 0;
  ShapeWeight shape_weight;
  MemoryPtr memory;  // nullptr where states are not merged

  // This rule and backup in an otherwise classic search, for which the loop has parts that the compiler sees through.
  bool plain(const char* rule, const char* its_backup, unsigned its_needs) const {
    return select_spec.name == rule && !select_spec.has("fpu") && !select_spec.has("stop") &&
           backup_spec.name == its_backup && usual_worth && !expand.all_at_once && !expand.widening &&
           expand.after == 1 && evaluate.plain() && needs == its_needs;
  }
};

struct TreeShapeInfo {
  uint32_t nodes = 0, depth = 0, width = 0;
  std::vector<uint32_t> line;
};

class AnySearch {
 public:
  virtual ~AnySearch() = default;
  // So many simulations, fewer where something ends the run. Whatever does, the tree holds whole simulations.
  virtual Ended run(uint64_t count, double converged, int threads, Limits* limits, Watch::LookUp look_up) = 0;
  virtual uint64_t simulations() const = 0;
  virtual const Tree& tree() const = 0;
  virtual std::vector<uint32_t> levels() const = 0;
  virtual uint64_t bytes() const = 0;  // of the tree and the memory
  virtual uint64_t bytes_held() const = 0;
  virtual void shrink() = 0;
  virtual int most_actions() const = 0;  // every action is a smaller number
  virtual void restore(Tree tree, uint64_t simulations) = 0;
  virtual bool advance(uint32_t action, std::string_view key) = 0;
  // Bring every row up to date: with merged states only those that a simulation needs are.
  virtual void refresh() {}

  bool solved() const { return tree().is_proven(kRoot); }
  // `first`: the action that the line begins with.
  TreeShapeInfo shape(std::optional<uint32_t> first) const;
};

using SearchPtr = std::unique_ptr<AnySearch>;

}  // namespace ply
