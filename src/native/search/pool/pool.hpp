// Many searches that wait for one network: the twin of src/plyground/search/pool.py.
//
// The searches lie in batches. A batch goes round: threads walk its trees to their next leaves and write the packed
// positions (work), the caller takes them to the network (collect) and brings the answers (deliver). Several batches
// go round at once, so that trees and network are both busy. Row i of a batch belongs to the same search as long as
// that search lives, and no thread touches a search but the one that has its chunk: no locks, and the trees do not
// depend on the threads.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <thread>

#include "games/by_game.hpp"
#include "search/pool/answers.hpp"
#include "search/pool/evaluations.hpp"
#include "search/pool/network_rule.hpp"
#include "search/pool/records.hpp"

namespace ply {

struct PoolSpec {
  uint32_t searches = 1;
  uint32_t batches = 1;
  uint32_t simulations = 1;  // per decision
  int actions = 1;           // the length of the logits
  bool plays = true;         // play games; otherwise search each position once
  uint64_t games = 0;        // per search; 0 means no limit
  uint64_t seed = 0;
  uint32_t random_plies = 0;      // the most random moves before a game
  double low = -1.0, high = 1.0;  // of values
  double temperature = 0.0;       // of the choice among the root's moves, for the first moves of a game
  uint32_t sampled_moves = 0;
  uint64_t cached = 0;  // number of evaluations to keep
  PartSpec select;
  std::vector<std::string> keys;  // start positions, given to the searches in turn; empty: the game's start
};

// All searches of a pool, for one game type.
class AnySearches {
 public:
  virtual ~AnySearches() = default;

  // Pass the answers, if any, to the searches that wait for them; then walk to their next leaves and write the packed
  // positions. A search that has ended writes none, and sets waits[i] to 0.
  virtual void work(std::span<const uint32_t> searches, size_t first_row, const Answers* answers, uint64_t* positions,
                    uint8_t* waits, Records& finished) = 0;

  virtual int packed_words() const = 0;
  virtual uint64_t simulations(uint32_t search) const = 0;  // including those for earlier moves
  virtual Tree tree(uint32_t search) const = 0;
  virtual std::string key(uint32_t search) const = 0;  // of the position at the root
  virtual uint64_t seed(uint32_t search) const = 0;    // of the current tree
};

using SearchesMakers = ByGame<AnySearches, const PoolSpec&, const NetworkRule&, Evaluations*>;
SearchesMakers& searches_makers();

class Pool {
 public:
  using Wait = void (*)();  // called while a thread waits, about 20 times a second; may throw

  // Throws std::invalid_argument if the spec is invalid.
  Pool(const AnyGame& game, PoolSpec spec, int threads);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // The positions of the next batch, valid until its answers are delivered; empty when every search has ended. Throws
  // std::logic_error if all batches are out.
  std::span<const uint64_t> collect(Wait wait);

  // The number of answers to deliver next: the positions of the earliest batch that is out.
  size_t expected() const;
  void deliver(Answers answers);

  Records take_records();
  uint64_t simulations(Wait wait);
  Tree tree(uint32_t search, Wait wait);
  std::string key(uint32_t search, Wait wait);
  uint64_t seed(uint32_t search, Wait wait);

  // Empty the cache of evaluations, because the network has changed.
  void forget_evaluations(Wait wait);
  uint64_t evaluations_found() const { return evaluations_ ? evaluations_->found() : 0; }

  int packed_words() const { return searches_->packed_words(); }
  const PoolSpec& spec() const { return spec_; }

 private:
  static constexpr uint32_t kChunk = 128;  // searches that a thread takes at a time

  struct Batch {
    std::vector<uint32_t> searches;  // by row
    std::vector<uint64_t> positions;
    std::vector<uint8_t> waits;
    Answers answers;
    bool answered = false;
    uint32_t chunks = 0, taken = 0, done = 0;
    std::vector<Records> finished;  // by chunk
  };

  void work();
  void start_batch(Batch& batch);
  void drop_ended(Batch& batch);
  // Wait until the threads have finished a batch, or all; rethrows an exception of a thread.
  void wait_for(std::unique_lock<std::mutex>& guard, const Batch& batch, Wait wait);
  void wait_for_all(std::unique_lock<std::mutex>& guard, Wait wait);

  PoolSpec spec_;
  std::unique_ptr<NetworkRule> rule_;
  std::unique_ptr<Evaluations> evaluations_;
  std::unique_ptr<AnySearches> searches_;
  std::vector<Batch> batches_;

  mutable std::mutex mutex_;  // guards all members below
  std::condition_variable work_came_, work_done_;
  std::deque<Batch*> waiting_;      // for a thread
  std::deque<Batch*> turns_, out_;  // to be collected, in this order; out, to be answered in this order
  Records finished_;
  bool stopping_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

// Registers the searches of a game type.
template <class Game, class Searches>
struct PoolInstance {
  PoolInstance() {
    searches_makers().template add<Game>([](const AnyGame& game, const PoolSpec& spec, const NetworkRule& rule,
                                            Evaluations* evaluations) -> std::unique_ptr<AnySearches> {
      return std::make_unique<Searches>(typed_game<Game>(game), spec, rule, evaluations);
    });
  }
};

}  // namespace ply
