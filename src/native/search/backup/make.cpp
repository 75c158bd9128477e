#include "search/backup/bayes.hpp"
#include "search/backup/max_mean_mix.hpp"
#include "search/backup/mean.hpp"
#include "search/backup/solver.hpp"

namespace ply {

BackupPtr make_backup(const PartSpec& spec) {
  if (spec.name == "mean") return std::make_unique<Mean>(spec);
  if (spec.name == "solver") return std::make_unique<Solver>(spec);
  if (spec.name == "max_mean_mix") return std::make_unique<MaxMeanMix>(spec);
  if (spec.name == "bayes") return std::make_unique<Bayes>(spec);
  return nullptr;
}

}  // namespace ply
