#include "search/columns/average.hpp"

namespace ply {

const StatisticTwin<Average> Average::twin{"average"};

}  // namespace ply
