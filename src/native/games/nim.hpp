// Nim: the twin of src/plyground/games/nim.py.
#pragma once

#include <algorithm>
#include <numeric>

#include "games/contract.hpp"

namespace ply {

class Nim {
 public:
  static constexpr int kMostHeaps = 8, kLargestHeap = 99;
  static constexpr int kMaxActions = kMostHeaps * kLargestHeap;
  static constexpr bool kDuel = true;
  class State;

  explicit Nim(const std::vector<int>& heaps) : count_(heaps.size()) {
    const auto bad = [](int heap) { return heap < 1 || heap > kLargestHeap; };
    if (heaps.empty() || heaps.size() > kMostHeaps || std::any_of(heaps.begin(), heaps.end(), bad)) {
      throw std::invalid_argument("nim takes 1 to 8 heaps of 1 to 99");
    }
    for (size_t heap = 0; heap < count_; ++heap) {
      heaps_[heap] = static_cast<uint8_t>(heaps[heap]);
      largest_ = std::max(largest_, heaps[heap]);
    }
  }

  int num_players() const { return 2; }
  int packed_words() const { return static_cast<int>(count_) * words_for(largest_); }
  State initial() const { return State(this); }

  State from_key(std::string_view key) const {
    State state(this);
    if (key.size() != count_ + 1 || key[0] < 0 || key[0] > 1) {
      throw std::invalid_argument("a position is the seat to move, then the heaps");
    }
    state.turn_ = key[0];
    int taken = 0, fewest_moves = 0;
    for (size_t heap = 0; heap < count_; ++heap) {
      const int objects = static_cast<uint8_t>(key[heap + 1]);
      if (objects > heaps_[heap]) throw std::invalid_argument("a heap is larger than at the start");
      taken += heaps_[heap] - objects;
      fewest_moves += heaps_[heap] != objects;
      state.heaps_[heap] = static_cast<uint8_t>(objects);
    }
    if (fewest_moves == taken && state.turn_ != taken % 2) throw std::invalid_argument("not this seat's turn");
    state.left_ = static_cast<int16_t>(state.left_ - taken);
    return state;
  }

  class State : public StateDefaults<State, kMaxActions> {
   public:
    explicit State(const Nim* game)
        : game_(game),
          heaps_(game->heaps_),
          left_(static_cast<int16_t>(std::accumulate(heaps_.begin(), heaps_.end(), 0))) {}

    int player() const { return left_ == 0 ? kTerminal : turn_; }

    int actions(uint16_t* out) const {
      int n = 0;
      for (size_t heap = 0; heap < game_->count_; ++heap) {
        for (int take = 0; take < heaps_[heap]; ++take) {
          out[n++] = static_cast<uint16_t>(static_cast<int>(heap) * game_->largest_ + take);
        }
      }
      return n;
    }

    void apply(int action) {
      const int taken = action % game_->largest_ + 1;
      uint8_t& heap = heaps_[action / game_->largest_];
      heap = static_cast<uint8_t>(heap - taken);
      left_ = static_cast<int16_t>(left_ - taken);
      turn_ = 1 - turn_;
    }

    Values returns() const {
      if (left_ > 0) return {0.0, 0.0};
      return turn_ == 1 ? Values{1.0, -1.0} : Values{-1.0, 1.0};
    }

    std::string key() const {
      std::string key(1, static_cast<char>(turn_));
      return key.append(heaps_.begin(), heaps_.begin() + game_->count_);
    }

    void pack(uint64_t* words) const {
      const int n = words_for(game_->largest_);
      for (size_t heap = 0; heap < game_->count_; ++heap) pack_count(heaps_[heap], words + heap * n, n);
    }

   private:
    friend class Nim;

    const Nim* game_;
    std::array<uint8_t, kMostHeaps> heaps_;
    int16_t left_;
    int8_t turn_ = 0;  // at the end: the seat that finds no objects left, the loser
  };

 private:
  size_t count_;
  std::array<uint8_t, kMostHeaps> heaps_{};  // heaps beyond the count are empty
  int largest_ = 0;
};

}  // namespace ply
