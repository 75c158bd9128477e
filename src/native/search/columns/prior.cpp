#include "search/columns/prior.hpp"

namespace ply {

const StatisticTwin<Prior> Prior::twin{"prior"};

}  // namespace ply
