#include "search/columns/posterior.hpp"

namespace ply {

const StatisticTwin<Posterior> Posterior::twin{"posterior"};

void Posterior::copy_row(uint32_t to, const Statistic& from, uint32_t row, bool reached, bool) {
  if (!reached) return;
  const Posterior& other = static_cast<const Posterior&>(from);
  set_variance(to, other.variance[row]);
  own[to] = Own{other.own[row].sum, other.own[row].visits};
}

void Posterior::write(const Tree& tree, ColumnWriter& writer) const {
  Statistic::write(tree, writer);
  std::vector<double> sums;
  std::vector<uint32_t> visits;
  for (uint32_t row = 0; row < tree.rows.size(); ++row) {
    const Own& it = own.at(row, tree.reached(row));
    sums.push_back(it.sum);
    visits.push_back(it.visits);
  }
  writer.put("own_sum", std::move(sums));
  writer.put("own_visits", std::move(visits));
}

void Posterior::read(Tree& tree, const ColumnReader& reader) {
  std::vector<double> variances, sums;
  std::vector<uint32_t> visits;
  reader.get("variance", variances);
  reader.get("own_sum", sums);
  reader.get("own_visits", visits);
  for (uint32_t row = 0; row < tree.rows.size(); ++row) {
    set_variance(row, variances[row]);
    own[row] = Own{sums[row], visits[row]};
  }
}

}  // namespace ply
