// Pig: the twin of src/plyground/games/pig.py.
#pragma once

#include "games/contract.hpp"

namespace ply {

class Pig {
 public:
  static constexpr int kMaxActions = 2, kMaxOutcomes = 6;
  static constexpr bool kDuel = false;
  static constexpr int kHold = 0, kRoll = 1;
  class State;

  Pig(int players, int target) : players_(players), target_(target) {
    if (players < 2 || players > kMaxPlayers || target < 1 || target > 1000) {
      throw std::invalid_argument("pig takes 2 to 8 players and a target from 1 to 1000");
    }
  }

  int num_players() const { return players_; }
  int packed_words() const { return (1 + players_) * words_for(target_); }
  State initial() const { return State(this); }

  State from_key(std::string_view key) const {
    if (static_cast<int>(key.size()) != 4 + 2 * players_) {
      throw std::invalid_argument("a position is 4 bytes and 2 per seat");
    }
    const auto number = [&](int at) {
      return static_cast<int16_t>(static_cast<uint8_t>(key[at]) << 8 | static_cast<uint8_t>(key[at + 1]));
    };
    State state(this);
    state.turn_ = key[0];
    const int rolling = key[1];
    state.pot_ = number(2);
    bool good = state.turn_ >= 0 && state.turn_ < players_ && (rolling == 0 || rolling == 1);
    good = good && state.pot_ >= 0 && state.pot_ != 1;
    for (int seat = 0; seat < players_; ++seat) {
      state.scores_[seat] = number(4 + 2 * seat);
      good = good && state.scores_[seat] >= 0 && state.scores_[seat] != 1;
      good = good && (seat == state.turn_ || state.scores_[seat] < target_);
    }
    if (!good) throw std::invalid_argument("no game has these bytes");
    const int mine = state.scores_[state.turn_];
    const bool won = mine >= target_;
    const int most = won && state.pot_ == 0 && rolling == 0 ? target_ + 5 : target_ - 1;
    if (mine + state.pot_ > most) throw std::invalid_argument("the game was over before these scores");
    state.player_ = won ? kTerminal : rolling ? kChance : state.turn_;
    return state;
  }

  class State : public StateDefaults<State, kMaxActions> {
   public:
    explicit State(const Pig* game) : game_(game) {}

    int player() const { return player_; }

    int actions(uint16_t* out) const {
      int n = 0;
      if (pot_ > 0) out[n++] = kHold;
      out[n++] = kRoll;
      return n;
    }

    int chance(Outcome* out) const {
      for (int face = 1; face <= 6; ++face) out[face - 1] = {face, 1.0 / 6.0};
      return 6;
    }

    void apply(int action) {
      if (player_ != kChance) {
        if (action == kRoll) {
          player_ = kChance;
        } else {
          end_turn(pot_);
        }
        return;
      }
      if (action == 1) return end_turn(0);
      pot_ = static_cast<int16_t>(pot_ + action);
      if (scores_[turn_] + pot_ >= game_->target_) {
        scores_[turn_] = static_cast<int16_t>(scores_[turn_] + pot_);
        pot_ = 0;
        player_ = kTerminal;
      } else {
        player_ = turn_;
      }
    }

    Values returns() const {
      Values values{};
      if (player_ != kTerminal) return values;
      for (int seat = 0; seat < game_->players_; ++seat) {
        values[seat] = scores_[seat] >= game_->target_ ? 1.0 : -1.0;
      }
      return values;
    }

    std::string key() const {
      std::string key{static_cast<char>(turn_), static_cast<char>(player_ == kChance)};
      const auto append = [&](int number) {
        key += static_cast<char>(number >> 8);
        key += static_cast<char>(number & 255);
      };
      append(pot_);
      for (int seat = 0; seat < game_->players_; ++seat) append(scores_[seat]);
      return key;
    }

    void pack(uint64_t* words) const {
      const int n = words_for(game_->target_);
      pack_count(pot_, words, n);
      for (int i = 0; i < game_->players_; ++i) {
        pack_count(scores_[(turn_ + i) % game_->players_], words + (1 + i) * n, n);
      }
    }

   private:
    friend class Pig;

    void end_turn(int points) {
      scores_[turn_] = static_cast<int16_t>(scores_[turn_] + points);
      pot_ = 0;
      turn_ = static_cast<int8_t>(turn_ + 1 == game_->players_ ? 0 : turn_ + 1);
      player_ = turn_;
    }

    const Pig* game_;
    std::array<int16_t, kMaxPlayers> scores_{};
    int16_t pot_ = 0;  // the points of this turn, not yet safe
    int8_t turn_ = 0;
    int8_t player_ = 0;
  };

 private:
  int players_, target_;
};

}  // namespace ply
