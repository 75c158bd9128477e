#include "search/pool/pool_tree.hpp"

#include <cmath>

#include "search/columns/gumbel.hpp"
#include "search/columns/prior.hpp"

namespace ply {

Tree whole_tree(const NetworkTree& from, int players, int most_actions, bool judged, uint32_t planned) {
  Tree tree;
  tree.players = players;
  tree.most_actions = most_actions;
  tree.compares_unvisited = true;
  tree.keep(judged ? std::vector<int>{Gumbel::twin.slot, Prior::twin.slot} : std::vector<int>{Prior::twin.slot});
  const uint32_t rows = from.rows.size();
  tree.rows.grow(rows);
  for (uint32_t at = 0; at < rows; ++at) tree.rows[at] = from.rows[at];
  for (Statistic* statistic : tree.statistics()) statistic->grow_to(rows);
  for (uint32_t at = 0; at < rows; ++at) tree.get<Prior>().prior[at] = from.rows[at].prior;
  if (judged) {
    std::copy_n(from.judged.data(), from.judged.size(), &tree.get<Gumbel>().judged[kRoot]);
    std::copy_n(from.noise.data(), from.noise.size(), &tree.get<Gumbel>().noise[kRoot]);
    tree.get<Gumbel>().noise[kRoot] = planned;
  }
  return tree;
}

uint32_t most_visited(const NetworkTree& tree) {
  const Row& root = tree.rows[kRoot];
  uint32_t best = root.first_child;
  for (uint32_t child = best + 1; child < root.first_child + root.num_children; ++child) {
    const Row &a = tree.rows[child], &b = tree.rows[best];
    if (a.visits > b.visits || (a.visits == b.visits && a.visits && a.value > b.value)) best = child;
  }
  return best;
}

uint32_t sample_child(const NetworkTree& tree, double temperature, Rng rng) {
  const Row& root = tree.rows[kRoot];
  const uint32_t end = root.first_child + root.num_children;
  const double most = tree.rows[most_visited(tree)].visits;
  const auto weight = [&](uint32_t child) { return std::pow(tree.rows[child].visits / most, 1.0 / temperature); };
  double total = 0.0;
  for (uint32_t child = root.first_child; child < end; ++child) {
    if (tree.rows[child].visits) total += weight(child);
  }
  double point = rng.uniform() * total;
  uint32_t last = root.first_child;
  for (uint32_t child = root.first_child; child < end; ++child) {
    if (!tree.rows[child].visits) continue;
    last = child;
    point -= weight(child);
    if (point < 0.0) break;
  }
  return last;
}

}  // namespace ply
