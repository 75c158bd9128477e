// What a network learns from: the decisions of finished games.
#pragma once

#include <cstdint>
#include <utility>
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

  // Compiled once, not in every file that has records.
  Records();
  Records(const Records&);
  Records(Records&&) noexcept;
  Records& operator=(const Records&);
  Records& operator=(Records&&) noexcept;
  ~Records();

  void append(const Records& other);
  // Forget the rows, keep the memory.
  void clear();
};

// The records of games that have ended while a batch was walked.
class FinishedGames {
 public:
  FinishedGames();
  ~FinishedGames();

  // `number`: of the search in the batch. The records are empty afterwards.
  void add(size_t number, Records& records);
  // In the order of the searches.
  void append_to(Records& finished);

 private:
  std::vector<std::pair<size_t, Records>> games_;
};

}  // namespace ply
