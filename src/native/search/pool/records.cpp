#include "search/pool/records.hpp"

#include <algorithm>

namespace ply {

Records::Records() = default;
Records::Records(const Records&) = default;
Records::Records(Records&&) noexcept = default;
Records& Records::operator=(const Records&) = default;
Records& Records::operator=(Records&&) noexcept = default;
Records::~Records() = default;

void Records::append(const Records& other) {
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

void Records::clear() {
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

FinishedGames::FinishedGames() = default;
FinishedGames::~FinishedGames() = default;

void FinishedGames::add(size_t number, Records& records) {
  games_.emplace_back(number, records);
  records.clear();
}

void FinishedGames::append_to(Records& finished) {
  std::ranges::stable_sort(games_, {}, [](const auto& game) { return game.first; });
  for (const auto& [number, records] : games_) finished.append(records);
}

}  // namespace ply
