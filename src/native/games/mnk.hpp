// m,n,k games on bit boards: the twin of src/plyground/games/mnk.py. W words hold the cells.
//
// If the lines are few and short enough, P words hold a counter of each seat's stones on every line: a stone is one
// addition, and the test for a complete line one mask. With P = 0 the lines are tested one by one.
#pragma once

#include "bits.hpp"
#include "games/contract.hpp"
#include "games/lines.hpp"
#include "games/position_hash.hpp"

namespace ply {

// Counters packed into P words. Each starts at a value such that its highest bit is set after k stones.
template <int P>
struct LineCounters {
  std::array<uint64_t, P> words{};

  static int width(int k) { return 1 + std::bit_width(static_cast<unsigned>(k - 1)); }
  static bool fit(int lines, int k) { return lines <= P * (64 / width(k)); }

  // Counters with this value for one line and 0 for all others.
  static LineCounters one(int line, int k, uint64_t value) {
    LineCounters counters;
    const int per_word = 64 / width(k);
    counters.words[line / per_word] = value << (line % per_word * width(k));
    return counters;
  }
  LineCounters& operator+=(const LineCounters& other) {
    for (int p = 0; p < P; ++p) words[p] += other.words[p];
    return *this;
  }
  bool meets(const LineCounters& mask) const {
    uint64_t common = 0;
    for (int p = 0; p < P; ++p) common |= words[p] & mask.words[p];
    return common != 0;
  }
};

template <int W, int P>
class Mnk {
 public:
  static constexpr int kMaxActions = W * 64;
  static constexpr bool kDuel = true;
  class State;

  explicit Mnk(const Grid& grid) : grid_(grid), few_(grid.lines.size() <= 64) {
    const int lines = static_cast<int>(grid_.lines.size());
    masks_.resize(lines);
    cells_.resize(grid_.cells());
    for (int line = 0; line < lines; ++line) {
      if (few_) all_lines_ |= uint64_t{1} << line;
      if constexpr (P > 0) {
        const int top = Counters::width(grid_.k) - 1;
        complete_ += Counters::one(line, grid_.k, uint64_t{1} << top);
        no_stones_ += Counters::one(line, grid_.k, (uint64_t{1} << top) - grid_.k);
      }
      for (int cell : grid_.lines[line]) {
        masks_[line].set(cell);
        if (few_) cells_[cell].through |= uint64_t{1} << line;
        if constexpr (P > 0) cells_[cell].stone += Counters::one(line, grid_.k, 1);
      }
    }
    for (int cell = 0; cell < grid_.cells(); ++cell) board_.set(cell);
    quiet_ = quiet_stones();
    symmetries_ = grid_.symmetries();
  }

  int num_players() const { return 2; }
  int packed_words() const { return 2 * words_for(grid_.cells()); }
  State initial() const { return State(this); }

  State from_key(std::string_view key) const {
    grid_.check_cells(key);
    State state(this);
    for (int cell = 0; cell < grid_.cells(); ++cell) {
      if (key[cell] == 2) continue;
      state.player_ = key[cell];
      state.put(cell);
    }
    const int last = state.stones_[0].count() > state.stones_[1].count() ? 0 : 1;
    state.player_ = 1 - last;
    for (const Bits<W>& mask : masks_) {
      if (state.stones_[1 - last].contains(mask)) throw std::invalid_argument("a stone after the end");
      if (state.stones_[last].contains(mask)) state.winner_ = last;
    }
    if (state.winner_ != kNobody || state.left_ == 0) state.player_ = kTerminal;
    return state;
  }

  class State : public StateDefaults<State, kMaxActions> {
   public:
    explicit State(const Mnk* game)
        : game_(game),
          empty_(game->board_),
          counts_{game->no_stones_, game->no_stones_},
          left_(static_cast<int16_t>(game->grid_.cells())) {}

    int player() const { return player_; }
    int actions(uint16_t* out) const { return empty_.list(out); }
    void apply(int cell) {
      put(cell);
      if (completes(cell)) {
        winner_ = player_;
        player_ = kTerminal;
      } else {
        player_ = left_ == 0 ? kTerminal : 1 - player_;
      }
    }

    Values returns() const { return line_returns(winner_); }

    bool settled(Values& out) const {
      if (!dead()) return false;
      out = {0.0, 0.0};
      return true;
    }

    Values heuristic() const {
      return game_->grid_.heuristic([&](int seat, size_t line) { return stones_[seat].common(game_->masks_[line]); });
    }

    std::string key() const {
      std::string key(game_->grid_.cells(), '\2');
      for (size_t cell = 0; cell < key.size(); ++cell) key[cell] = static_cast<char>(seat_at(cell));
      return key;
    }

    std::string canonical_key() const { return least_image(key(), game_->symmetries_); }

    void pack(uint64_t* words) const {
      const int n = words_for(game_->grid_.cells());
      std::copy_n(stones_[player_].words.begin(), n, words);
      std::copy_n(stones_[1 - player_].words.begin(), n, words + n);
    }

    uint64_t hash() const {
      uint64_t hash = 0;
      for (const Bits<W>& stones : stones_) {
        for (uint64_t word : stones.words) hash = mix_bits(hash + word + 1);
      }
      return hash;
    }

    Values rollout(Rng& rng) {
      if (player_ == kTerminal) return returns();
      if (dead()) return {0.0, 0.0};
      if constexpr (P > 0) return counted_rollout(rng);
      for (;;) {
        const int cell = empty_.nth(rng.below(left_));
        put(cell);
        if (game_->grid_.cells() - left_ > game_->quiet_) {
          if (completes(cell)) return line_returns(player_);
          if (left_ == 0 || dead()) return {0.0, 0.0};
        }
        player_ = 1 - player_;
      }
    }

   private:
    friend class Mnk;

    int seat_at(int cell) const { return empty_.test(cell) ? 2 : stones_[1].test(cell); }
    bool dead() const { return game_->few_ && (touched_[0] & touched_[1]) == game_->all_lines_; }

    // Put a stone of the mover on an empty cell.
    void put(int cell) {
      stones_[player_].set(cell);
      empty_.reset(cell);
      --left_;
      touched_[player_] |= game_->cells_[cell].through;
      counts_[player_] += game_->cells_[cell].stone;
    }

    // Does the mover's stone on this cell complete a line?
    bool completes(int cell) const {
      if constexpr (P > 0) return counts_[player_].meets(game_->complete_);
      if (!game_->few_) return game_->grid_.wins_through(stones_[player_], cell);
      // A line can be complete only where the other seat has no stone.
      uint64_t alive = game_->cells_[cell].through & ~touched_[1 - player_];
      for (; alive; alive &= alive - 1) {
        if (stones_[player_].contains(game_->masks_[std::countr_zero(alive)])) return true;
      }
      return false;
    }

    // All changing data stays in registers. A full board without a winner has no line alive.
    Values counted_rollout(Rng& shared_rng) {
      const Cell* const cells = game_->cells_.data();
      const Counters complete = game_->complete_;
      const uint64_t all_lines = game_->all_lines_;
      Rng rng = shared_rng;
      Bits<W> empty = empty_;
      int left = left_, mover = player_;
      Counters mine = counts_[mover], other = counts_[1 - mover];
      uint64_t my_lines = touched_[mover], other_lines = touched_[1 - mover];
      const auto put = [&](int n) {
        const Cell& cell = cells[empty.take_nth(n)];
        --left;
        mine += cell.stone;
        my_lines |= cell.through;
      };
      const auto pass = [&] {
        std::swap(mine, other);
        std::swap(my_lines, other_lines);
        mover ^= 1;
      };
      for (const int noisy = game_->grid_.cells() - game_->quiet_; left > noisy;) {  // at least 2 are left
        put(rng.draw(left));
        pass();
      }
      for (;;) {
        put(rng.below(left));
        const bool won = mine.meets(complete);
        if (won || (my_lines & other_lines) == all_lines) {
          shared_rng = rng;
          return line_returns(won ? mover : kNobody);
        }
        pass();
      }
    }

    const Mnk* game_;
    Bits<W> stones_[2];
    Bits<W> empty_;
    uint64_t touched_[2] = {0, 0};  // lines on which a seat has a stone, if there are at most 64 lines
    [[no_unique_address]] LineCounters<P> counts_[2];
    int16_t left_;
    int8_t player_ = 0;
    int8_t winner_ = kNobody;
  };

 private:
  using Counters = LineCounters<P>;

  struct Cell {
    uint64_t through = 0;                    // the lines through this cell
    [[no_unique_address]] Counters stone{};  // adds one to the counter of each
  };

  // With at most this many stones on the board, no seat has k stones, and some line has stones of at most one seat.
  int quiet_stones() const {
    const int no_win = 2 * grid_.k - 2;
    if (!few_) return no_win;
    int most = 1;
    for (const Cell& cell : cells_) most = std::max(most, std::popcount(cell.through));
    const int to_touch_all = (static_cast<int>(masks_.size()) + most - 1) / most;
    return std::min(no_win, 2 * to_touch_all - 1);
  }

  Grid grid_;
  bool few_;
  int quiet_ = 0;
  uint64_t all_lines_ = 0;
  Bits<W> board_;
  Counters no_stones_{}, complete_{};
  std::vector<Bits<W>> masks_;  // the cells of each line
  std::vector<Cell> cells_;
  std::vector<std::vector<uint16_t>> symmetries_;
};

}  // namespace ply
