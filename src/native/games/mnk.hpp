// m,n,k games on bit boards: the twin of src/plyground/games/mnk.py. W words hold the cells.
#pragma once

#include "bits.hpp"
#include "games/contract.hpp"
#include "games/lines.hpp"

namespace ply {

template <int W>
class Mnk {
 public:
  static constexpr int kMaxActions = W * 64;
  class State;

  Mnk(int rows, int cols, int k) : grid_(rows, cols, k) {
    few_ = grid_.lines.size() <= 64;
    masks_.resize(grid_.lines.size());
    through_.resize(grid_.cells(), 0);
    for (size_t line = 0; line < grid_.lines.size(); ++line) {
      for (int cell : grid_.lines[line]) {
        masks_[line].set(cell);
        if (few_) through_[cell] |= uint64_t{1} << line;
      }
    }
    all_lines_ = masks_.size() == 64 ? ~uint64_t{0} : (uint64_t{1} << (masks_.size() & 63)) - 1;
    for (int cell = 0; cell < grid_.cells(); ++cell) board_.set(cell);
  }

  int num_players() const { return 2; }
  State initial() const { return State(this); }

  State from_key(std::string_view key) const {
    grid_.check_cells(key);
    State state(this);
    for (int cell = 0; cell < grid_.cells(); ++cell) {
      const int seat = key[cell];
      if (seat == 2) continue;
      state.stones_[seat].set(cell);
      state.empty_.reset(cell);
      --state.left_;
      if (few_) state.touched_[seat] |= through_[cell];
    }
    const int last = state.stones_[0].count() > state.stones_[1].count() ? 0 : 1;
    state.player_ = 1 - last;
    for (const Bits<W>& mask : masks_) {
      if (state.stones_[last].contains(mask)) state.winner_ = last;
    }
    if (state.winner_ >= 0 || state.left_ == 0) state.player_ = kTerminal;
    return state;
  }

  class State {
   public:
    explicit State(const Mnk* game)
        : game_(game), empty_(game->board_), left_(static_cast<int16_t>(game->grid_.cells())) {}

    int player() const { return player_; }
    int actions(uint16_t* out) const { return empty_.list(out); }
    int chance(Outcome*) const { return 0; }

    void apply(int cell) {
      if (place(cell)) {
        winner_ = player_;
        player_ = kTerminal;
      } else {
        player_ = left_ == 0 ? kTerminal : 1 - player_;
      }
    }

    Values returns() const {
      if (winner_ < 0) return {0.0, 0.0};
      return winner_ == 0 ? Values{1.0, -1.0} : Values{-1.0, 1.0};
    }

    bool settled(Values& out) const {
      if (!dead()) return false;
      out = {0.0, 0.0};
      return true;
    }

    Values heuristic() const {
      return game_->grid_.heuristic([&](int cell) { return seat_at(cell); });
    }

    std::string key() const {
      std::string key(game_->grid_.cells(), '\2');
      for (size_t cell = 0; cell < key.size(); ++cell) key[cell] = static_cast<char>(seat_at(cell));
      return key;
    }

    Values rollout(Rng& rng) {
      if (player_ == kTerminal) return returns();
      while (!dead()) {
        const int cell = empty_.nth(rng.below(left_));
        if (place(cell)) return player_ == 0 ? Values{1.0, -1.0} : Values{-1.0, 1.0};
        if (left_ == 0) break;
        player_ = 1 - player_;
      }
      return {0.0, 0.0};
    }

   private:
    friend class Mnk;

    int seat_at(int cell) const { return empty_.test(cell) ? 2 : stones_[1].test(cell); }
    bool dead() const { return game_->few_ && (touched_[0] & touched_[1]) == game_->all_lines_; }

    // Put the mover's stone there; does it complete a line?
    bool place(int cell) {
      stones_[player_].set(cell);
      empty_.reset(cell);
      --left_;
      if (!game_->few_) return game_->grid_.wins_through(stones_[player_], cell);
      const uint64_t through = game_->through_[cell];
      touched_[player_] |= through;
      // A line can be complete only where the other seat has no stone.
      for (uint64_t alive = through & ~touched_[1 - player_]; alive; alive &= alive - 1) {
        if (stones_[player_].contains(game_->masks_[std::countr_zero(alive)])) return true;
      }
      return false;
    }

    const Mnk* game_;
    Bits<W> stones_[2];
    Bits<W> empty_;
    uint64_t touched_[2] = {0, 0};  // lines on which a seat has a stone, where there are at most 64 lines
    int16_t left_;
    int8_t player_ = 0;
    int8_t winner_ = -1;
  };

 private:
  Grid grid_;
  bool few_;
  uint64_t all_lines_;
  Bits<W> board_;
  std::vector<Bits<W>> masks_;     // the cells of each line
  std::vector<uint64_t> through_;  // the lines through each cell
};

}  // namespace ply
