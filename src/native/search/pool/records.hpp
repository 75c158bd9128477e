// Training data for a network: the decisions of finished games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ply {

// One row per decision, in every vector.
struct Records {
  std::vector<uint64_t> positions;  // packed words
  std::vector<float> policies;      // by action
  std::vector<float> values;        // of the root, to the seat that moves
  std::vector<float> outcomes;      // one per seat, the seat that moves first
  std::vector<int8_t> seats;
  std::vector<uint16_t> actions;                 // the actions played
  std::vector<uint32_t> searches, games, moves;  // numbers of the search, of its game, and of the decision in it

  // Compiled once, instead of in every file that uses records.
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

// The records of games that ended during the walks of a batch.
class FinishedGames {
 public:
  FinishedGames();
  ~FinishedGames();

  // `number` is that of the search in the batch. The records are empty afterwards.
  void add(size_t number, Records& records);
  // Append all records, in the order of the searches.
  void append_to(Records& finished);

 private:
  std::vector<std::pair<size_t, Records>> games_;
};

}  // namespace ply
