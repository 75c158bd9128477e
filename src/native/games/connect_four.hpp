// Connect Four: the twin of src/plyground/games/connect_four.py. Boards of up to 64 bits (cols x (rows + 1),
// one sentinel bit above each column) live in two words; larger ones in cell sets.
#pragma once

#include "bits.hpp"
#include "games/contract.hpp"
#include "games/lines.hpp"
#include "games/position_hash.hpp"

namespace ply {

// Column-major bits, bottom first:   5 12 19 …      A sentinel row on top keeps lines from wrapping;
//                                    …              "possible" has one bit per open column, in column order.
//                                    0  7 14 …
class ConnectFour {
 public:
  static constexpr int kMaxActions = 64;
  static constexpr bool kDuel = true;
  class State;

  static bool fits(int rows, int cols) { return (rows + 1) * cols <= 64; }

  ConnectFour(int rows, int cols, int k) : grid_(rows, cols, k), stride_(rows + 1) {
    for (int col = 0; col < cols; ++col) {
      bottom_ |= uint64_t{1} << (col * stride_);
      board_ |= ((uint64_t{1} << rows) - 1) << (col * stride_);
    }
    for (const auto& line : grid_.lines) {
      uint64_t mask = 0;
      for (int cell : line) mask |= uint64_t{1} << bit(cell);
      masks_.push_back(mask);
    }
  }

  int num_players() const { return 2; }
  int packed_words() const { return 2; }
  State initial() const { return State(this); }

  State from_key(std::string_view key) const {
    grid_.check_cells(key);
    State state(this);
    for (int cell = 0; cell < grid_.cells(); ++cell) {
      if (key[cell] != 2) state.stones_[static_cast<int>(key[cell])] |= uint64_t{1} << bit(cell);
    }
    if ((state.occupied() & (state.occupied() + bottom_)) != 0) throw std::invalid_argument("a stone floats");
    const int last = std::popcount(state.stones_[0]) > std::popcount(state.stones_[1]) ? 0 : 1;
    state.player_ = 1 - last;
    if (wins(state.stones_[1 - last])) throw std::invalid_argument("a stone after the end");
    if (wins(state.stones_[last])) {
      state.winner_ = last;
      state.player_ = kTerminal;
    } else if (state.occupied() == board_) {
      state.player_ = kTerminal;
    }
    return state;
  }

  class State : public StateDefaults<State, kMaxActions> {
   public:
    explicit State(const ConnectFour* game) : game_(game) {}

    int player() const { return player_; }

    int actions(uint16_t* out) const {
      int n = 0;
      for (uint64_t moves = possible(); moves; moves &= moves - 1) {
        out[n++] = static_cast<uint16_t>(std::countr_zero(moves) / game_->stride_);
      }
      return n;
    }

    void apply(int column) {
      const uint64_t low = game_->bottom_column(column);
      stones_[player_] |= (occupied() + low) & (game_->column_mask(column));
      finish_move();
    }

    Values returns() const { return line_returns(winner_); }

    Values heuristic() const {
      return game_->grid_.heuristic(
          [&](int seat, size_t line) { return std::popcount(stones_[seat] & game_->masks_[line]); });
    }

    std::string key() const {
      std::string key(game_->grid_.cells(), '\2');
      for (size_t cell = 0; cell < key.size(); ++cell) key[cell] = static_cast<char>(seat_at(cell));
      return key;
    }

    std::string canonical_key() const { return game_->grid_.least_mirror(key()); }

    void pack(uint64_t* words) const {
      words[0] = stones_[player_];
      words[1] = stones_[1 - player_];
    }

    // Each column holds the first seat's stones and a one on top of all its stones: unique up to mirroring.
    uint64_t hash() const {
      const uint64_t here = stones_[0] + occupied() + game_->bottom_;
      uint64_t mirrored = 0;
      const int stride = game_->stride_;
      for (int low = 0; low < game_->grid_.cols * stride; low += stride) {
        mirrored = mirrored << stride | (here >> low & ((uint64_t{1} << stride) - 1));
      }
      return mix_bits(std::min(here, mirrored));
    }

    Values rollout(Rng& rng) { return game_->grid_.k == 4 ? rollout<4>(rng) : rollout<0>(rng); }

   private:
    friend class ConnectFour;

    // All changing data stays in registers. K is k, or 0 if k is known only at run time.
    template <int K>
    Values rollout(Rng& shared_rng) const {
      if (player_ == kTerminal) return returns();
      Rng rng = shared_rng;
      const uint64_t bottom = game_->bottom_, board = game_->board_;
      uint64_t mine = stones_[player_], all = occupied();
      int winner = kNobody;
      int quiet = 2 * game_->grid_.k - 2 - std::popcount(all);  // this many more stones cannot complete a line
      for (int mover = player_;; mover ^= 1) {
        const uint64_t moves = (all + bottom) & board;
        const int n = std::popcount(moves);
        if (n == 0) break;
        const uint64_t stone = nth_bit(moves, rng.below(n));
        mine |= stone;
        all |= stone;
        if (--quiet < 0 && game_->wins<K>(mine)) {
          winner = mover;
          break;
        }
        mine ^= all;
      }
      shared_rng = rng;
      return line_returns(winner);
    }

    uint64_t occupied() const { return stones_[0] | stones_[1]; }
    uint64_t possible() const { return (occupied() + game_->bottom_) & game_->board_; }
    int seat_at(int cell) const {
      const int bit = game_->bit(cell);
      return stones_[0] >> bit & 1 ? 0 : stones_[1] >> bit & 1 ? 1 : 2;
    }
    void finish_move() {
      if (game_->wins(stones_[player_])) {
        winner_ = player_;
        player_ = kTerminal;
      } else {
        player_ = occupied() == game_->board_ ? kTerminal : 1 - player_;
      }
    }

    const ConnectFour* game_;
    uint64_t stones_[2] = {0, 0};
    int8_t player_ = 0;
    int8_t winner_ = kNobody;
  };

 private:
  int bit(int cell) const { return cell % grid_.cols * stride_ + cell / grid_.cols; }
  uint64_t bottom_column(int column) const { return uint64_t{1} << (column * stride_); }
  uint64_t column_mask(int column) const { return ((uint64_t{1} << grid_.rows) - 1) << (column * stride_); }

  bool wins(uint64_t stones) const { return grid_.k == 4 ? wins<4>(stones) : wins<0>(stones); }

  template <int K>
  bool wins(uint64_t stones) const {
    uint64_t found = 0;
    for (int shift : {1, stride_ - 1, stride_, stride_ + 1}) {
      if constexpr (K == 4) {
        const uint64_t pairs = stones & (stones >> shift);
        found |= pairs & (pairs >> (2 * shift));
      } else {
        uint64_t run = stones;
        for (int i = 1; i < grid_.k; ++i) run &= run >> shift;
        found |= run;
      }
    }
    return found != 0;
  }

  Grid grid_;
  int stride_;
  uint64_t bottom_ = 0, board_ = 0;
  std::vector<uint64_t> masks_;  // the cells of each line
};

// Boards that do not fit into one word.
class WideConnectFour {
 public:
  static constexpr int kMaxActions = 19;
  static constexpr bool kDuel = true;
  class State;

  WideConnectFour(int rows, int cols, int k) : grid_(rows, cols, k) {}

  int num_players() const { return 2; }
  int packed_words() const { return 2 * words_for(grid_.cells()); }
  State initial() const { return State(this); }

  State from_key(std::string_view key) const {
    grid_.check_cells(key);
    State state(this);
    for (int cell = 0; cell < grid_.cells(); ++cell) {
      if (key[cell] == 2) continue;
      if (cell >= grid_.cols && key[cell - grid_.cols] == 2) throw std::invalid_argument("a stone floats");
      state.stones_[static_cast<int>(key[cell])].set(cell);
      ++state.heights_[cell % grid_.cols];
      --state.left_;
    }
    const int last = state.stones_[0].count() > state.stones_[1].count() ? 0 : 1;
    state.player_ = state.left_ == 0 ? kTerminal : 1 - last;
    for (int cell = 0; cell < grid_.cells(); ++cell) {
      const int seat = key[cell];
      if (seat == kNobody || !grid_.wins_through(state.stones_[seat], cell)) continue;
      if (seat != last) throw std::invalid_argument("a stone after the end");
      state.winner_ = seat;
      state.player_ = kTerminal;
    }
    return state;
  }

  class State : public StateDefaults<State, kMaxActions> {
   public:
    explicit State(const WideConnectFour* game) : game_(game), left_(static_cast<int16_t>(game->grid_.cells())) {}

    int player() const { return player_; }

    int actions(uint16_t* out) const {
      int n = 0;
      for (int col = 0; col < game_->grid_.cols; ++col) {
        if (heights_[col] < game_->grid_.rows) out[n++] = static_cast<uint16_t>(col);
      }
      return n;
    }

    void apply(int column) {
      const int cell = heights_[column]++ * game_->grid_.cols + column;
      stones_[player_].set(cell);
      --left_;
      if (game_->grid_.wins_through(stones_[player_], cell)) {
        winner_ = player_;
        player_ = kTerminal;
      } else {
        player_ = left_ == 0 ? kTerminal : 1 - player_;
      }
    }

    Values returns() const { return line_returns(winner_); }

    Values heuristic() const {
      return game_->grid_.heuristic([&](int seat, size_t line) {
        const auto& cells = game_->grid_.lines[line];
        return static_cast<int>(std::count_if(cells.begin(), cells.end(), [&](int c) { return seat_at(c) == seat; }));
      });
    }

    std::string key() const {
      std::string key(game_->grid_.cells(), '\2');
      for (size_t cell = 0; cell < key.size(); ++cell) key[cell] = static_cast<char>(seat_at(cell));
      return key;
    }

    std::string canonical_key() const { return game_->grid_.least_mirror(key()); }

    void pack(uint64_t* words) const {
      const int n = words_for(game_->grid_.cells());
      std::copy_n(stones_[player_].words.begin(), n, words);
      std::copy_n(stones_[1 - player_].words.begin(), n, words + n);
    }

    Values rollout(Rng& rng) {
      uint16_t columns[kMaxActions];
      while (player_ != kTerminal) apply(columns[rng.below(actions(columns))]);
      return returns();
    }

   private:
    friend class WideConnectFour;
    int seat_at(int cell) const { return stones_[0].test(cell) ? 0 : stones_[1].test(cell) ? 1 : 2; }

    const WideConnectFour* game_;
    Bits<6> stones_[2];
    std::array<uint8_t, 19> heights_{};
    int16_t left_;
    int8_t player_ = 0;
    int8_t winner_ = kNobody;
  };

 private:
  Grid grid_;
};

}  // namespace ply
