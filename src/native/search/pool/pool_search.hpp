// The part of a pool's searches that does not depend on the game, compiled once for all games.
#pragma once

#include "search/pool/pool.hpp"

namespace ply {

// One search, without the states of its game: its tree, and the path of the walk that waits at a leaf.
struct PoolSearch {
  PoolSearch(uint32_t its_number, Rng generator);
  PoolSearch(PoolSearch&&) noexcept;
  ~PoolSearch();

  uint32_t done() const { return tree.rows[kRoot].visits; }

  NetworkTree tree;
  Path path;
  uint32_t number;
  uint64_t seed = 0;  // of the present tree
  Rng rng;            // for the games: seeds of trees, dice
  uint64_t simulations_before = 0;
  uint32_t games = 0, moves = 0;
  bool ended = false;
};

class PoolSearches : public AnySearches {
 public:
  static constexpr uint32_t kForced = 2;

  int packed_words() const final { return words_; }
  uint64_t simulations(uint32_t search) const final;
  Tree tree(uint32_t search) const final;
  uint64_t seed(uint32_t search) const final;

 protected:
  PoolSearches(const PoolSpec& spec, const NetworkRule& rule, Evaluations* evaluations, int words, int players,
               int most_actions);

  virtual const PoolSearch& search(uint32_t number) const = 0;

  uint32_t planned() const { return spec_.simulations - 1; }  // the first one evaluates the root

  // The number of simulations of the present search. A forced move of a game takes two, enough for a value to train on.
  uint32_t wanted(const PoolSearch& search) const {
    return spec_.plays && search.tree.rows[kRoot].num_children == 1 ? kForced : spec_.simulations;
  }

  // Read a row of answers: one value per seat from the mover on, then one logit per action.
  void read(const Answers& answers, size_t row, float* numbers) const;

  // Add the leaf's children with their priors, and back the values up along the path. `numbers` come from `read`;
  // `priors` is scratch space for one number per action.
  void absorb(PoolSearch& search, const uint16_t* actions, double* priors, int count, int mover,
              const float* numbers) const;

  // The child of the root to play.
  uint32_t decide(const PoolSearch& search) const;

  // Add a row for a decision of this seat to the records; returns the place for its packed position.
  uint64_t* record(const PoolSearch& search, Records& records, uint32_t chosen, int seat) const;

  // Called at the end of a game: completes its records and hands them over.
  void end_game(const PoolSearch& search, size_t number, const Values& returns, Records& records,
                FinishedGames& ended) const;

  const PoolSpec& spec_;
  const NetworkRule& rule_;
  Evaluations* evaluations_;
  int words_, players_, most_actions_;
};

}  // namespace ply
