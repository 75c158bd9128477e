#include "search/columns/proofs.hpp"

namespace ply {

const StatisticTwin<Proofs> Proofs::twin{"proven"};

void Proofs::write(const Tree& tree, ColumnWriter& writer) const {
  Lists<double> exact, least;
  std::vector<uint8_t> cut;
  for (uint32_t row = 0; row < tree.rows.size(); ++row) {
    const std::span<const double> known{values[row].data(), static_cast<size_t>(tree.players)};
    exact.add(proof[row].proven ? known : known.first(0));
    least.add(proof[row].sure ? known : known.first(0));
    cut.push_back(proof[row].cut);
  }
  writer.put("proven", std::move(exact));
  writer.put("sure", std::move(least));
  writer.put("cut", std::move(cut));
}

void Proofs::read(Tree& tree, const ColumnReader& reader) {
  Lists<double> exact, least;
  std::vector<uint8_t> cut;
  reader.get("proven", exact);
  reader.get("sure", least);
  reader.get("cut", cut);
  for (uint32_t row = 0; row < tree.rows.size(); ++row) {
    const bool proven = !exact[row].empty(), sure = !proven && !least[row].empty();
    proof[row] = {proven, sure, cut[row] != 0};
    const std::span<const double> known = proven ? exact[row] : least[row];
    values[row] = Values{};
    std::copy_n(known.begin(), std::min<size_t>(known.size(), kMaxPlayers), values[row].begin());
  }
}

std::vector<uint32_t> contenders(const Tree& tree, uint32_t at) {
  const Row& row = tree.rows[at];
  const Proofs* proofs = tree.find<Proofs>();
  std::vector<uint32_t> visited, out;
  const Values* best = nullptr;
  for (uint32_t child = row.first_child; child < row.first_child + row.num_children; ++child) {
    if (tree.rows[child].visits == 0) continue;
    visited.push_back(child);
    if (row.player < 0 || !is_proven(tree, child)) continue;
    if (!best || proofs->values[child][row.player] > (*best)[row.player]) best = &proofs->values[child];
  }
  if (!best) return visited;
  const double top = (*best)[row.player];
  for (uint32_t child : visited) {
    const Proof& proof = proofs->proof[child];
    const bool equal = proof.proven ? proofs->values[child][row.player] == top
                                    : !proofs->proof[at].proven && !proof.cut && tree.rows[child].value >= top;
    if (equal) out.push_back(child);
  }
  return out;
}

}  // namespace ply
