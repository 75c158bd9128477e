#include "search/columns/gumbel.hpp"

namespace ply {

const StatisticTwin<Gumbel> Gumbel::twin{"gumbel"};

}  // namespace ply
