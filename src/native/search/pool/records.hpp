// What a network learns from: the decisions of finished games.
#pragma once

#include <cstdint>
#include <vector>

namespace ply {

// One row per decision, in every vector.
struct Records {
  std::vector<uint64_t> positions;  // packed words
  std::vector<float> policies;      // by action
  std::vector<float> values;        // of the root, to the seat that moves
  std::vector<float> outcomes;      // one per seat, from the seat that moves on
  std::vector<int8_t> seats;
  std::vector<uint16_t> actions;                 // that were played
  std::vector<uint32_t> searches, games, moves;  // which search of the pool, its which game, the which decision of it

  void append(const Records& other) {
    const auto add = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    add(positions, other.positions);
    add(policies, other.policies);
    add(values, other.values);
    add(outcomes, other.outcomes);
    add(seats, other.seats);
    add(actions, other.actions);
    add(searches, other.searches);
    add(games, other.games);
    add(moves, other.moves);
  }

  // Forget the rows, keep the memory.
  void clear() {
    positions.clear();
    policies.clear();
    values.clear();
    outcomes.clear();
    seats.clear();
    actions.clear();
    searches.clear();
    games.clear();
    moves.clear();
  }
};

}  // namespace ply
