// Ludo: the twin of src/plyground/games/ludo.py. A seat's tokens are the four bytes of one word, each a step;
// the movable tokens are a set of steps in one word, so that all tokens are tested at once.
#pragma once

#include <algorithm>
#include <bit>

#include "bits.hpp"
#include "games/contract.hpp"

namespace ply {

enum class Stack { kFree, kForbidden, kBlock };

// The fields of plyground.games.ludo_rules.LudoRules, in its order, and values derived from them.
struct LudoRules {
  int players, track, home, tokens;
  bool full_lap, slots, enter_on_one, entry_by_roll, must_enter, clear_start, six_again, three_sixes, safe, capture,
      exact;
  Stack stack;

  int lap, last, goal;
  static constexpr int kMostSeats = 4;
  int starts[kMostSeats];
  uint64_t safe_squares = 0;
  uint64_t alone = 0;  // the steps that can hold at most one token of a seat
  uint64_t on_track;   // the steps that lie on the common track

  explicit LudoRules(const std::vector<int>& parameters);

  // The square under a step on the track.
  int square(int seat, int step) const {
    const int at = starts[seat] + step - 1;
    return at < track ? at : at - track;
  }
};

class Ludo {
 public:
  static constexpr int kMaxActions = 64, kMaxOutcomes = 6;
  static constexpr bool kDuel = false;
  class State;

  explicit Ludo(const std::vector<int>& parameters) : rules_(parameters) {}

  int num_players() const { return rules_.players; }
  int packed_words() const { return rules_.players * (rules_.tokens + 1) + 5; }
  State initial() const;
  State from_key(std::string_view key) const;

  class State : public StateDefaults<State, kMaxActions> {
   public:
    explicit State(const LudoRules* rules);

    int player() const { return over_ ? kTerminal : roll_ == 0 ? kChance : seat_; }

    int actions(uint16_t* out) const {
      int n = 0;
      for (uint64_t steps = movable(); steps; steps &= steps - 1) {
        out[n++] = static_cast<uint16_t>(std::countr_zero(steps) + 1);
      }
      if (n == 0) out[n++] = kPass;
      return n;
    }

    int chance(Outcome* out) const {
      for (int i = 0; i < 6; ++i) out[i] = {i + 1, 1.0 / 6};
      return 6;
    }

    void apply(int action) {
      if (roll_ == 0) {
        rolled(action);
        return;
      }
      if (action != kPass && move(action - 1)) {
        over_ = true;
        roll_ = sixes_ = 0;
        return;
      }
      end_move();
    }

    Values returns() const {
      Values values;
      values.fill(-1.0);
      values[seat_] = 1.0;
      return values;
    }

    Values heuristic() const;
    std::string key() const;

    void pack(uint64_t* words) const {
      for (int i = 0; i < rules_->players; ++i, words += rules_->tokens) {
        const uint32_t tokens = tokens_[(seat_ + i) % rules_->players];
        std::fill_n(words, rules_->tokens, 0);
        for (int t = 0; t < rules_->tokens; ++t) {
          const uint64_t step = bit(token(tokens, t));
          for (int more = rules_->tokens - 1; more > 0; --more) words[more] |= words[more - 1] & step;
          words[0] |= step;
        }
      }
      for (int i = 0; i < rules_->players; ++i) *words++ = threatened((seat_ + i) % rules_->players);
      pack_moves(words);
      words[3] = bit(roll_);
      words[4] = bit(sixes_);
    }

    // A function of its own, with copies of the state and the generator: both stay in registers whatever calls it.
    [[gnu::noinline, gnu::flatten]] Values rollout(Rng& shared_rng) const {
      State state = *this;
      Rng rng = shared_rng;
      while (!state.over_) {
        if (state.roll_ == 0) state.rolled(rng.draw(6) + 1);
        const uint64_t steps = state.movable();
        if (steps != 0) {
          const int n = std::popcount(steps);
          if (state.move(n == 1 ? std::countr_zero(steps) : std::countr_zero(nth_bit(steps, rng.draw(n))))) break;
        }
        state.end_move();
      }
      shared_rng = rng;
      return state.returns();
    }

   private:
    friend class Ludo;
    static constexpr int kPass = 0;
    static constexpr int kNoToken = 63;  // fills the word of a seat with fewer than four tokens

    static constexpr uint64_t bit(int i) { return uint64_t{1} << i; }
    static int token(uint32_t tokens, int i) { return tokens >> (8 * i) & 0xFF; }

    // The high bit of every byte that equals step. Bytes are below 128, so that no carry crosses them.
    static uint32_t equal(uint32_t tokens, int step) {
      const uint32_t differs = tokens ^ (static_cast<uint32_t>(step) * 0x01010101u);
      return ~(differs + 0x7F7F7F7Fu) & 0x80808080u;
    }

    // The steps that hold a token.
    static uint64_t steps_of(uint32_t tokens) {
      return bit(token(tokens, 0)) | bit(token(tokens, 1)) | bit(token(tokens, 2)) | bit(token(tokens, 3));
    }

    // The steps that hold two or more tokens.
    static uint64_t pairs_of(uint32_t tokens) {
      const uint64_t a = bit(token(tokens, 0)), b = bit(token(tokens, 1)), c = bit(token(tokens, 2));
      return (a & b) | ((a | b) & c) | ((a | b | c) & bit(token(tokens, 3)));
    }

    // The track steps `of(tokens)` of all other seats, converted to steps of the viewer.
    template <class Of>
    uint64_t others(int viewer, Of of) const {
      const LudoRules& rules = *rules_;
      uint64_t found = 0;
      for (int seat = 0; seat < rules.players; ++seat) {
        const uint64_t steps = of(tokens_[seat]) & rules.on_track;
        if (seat == viewer || steps == 0) continue;
        int ahead = rules.starts[seat] - rules.starts[viewer];
        if (ahead < 0) ahead += rules.track;
        found |= (steps << ahead) | (steps >> (rules.track - ahead));
      }
      return found & rules.on_track;
    }

    // The other seats' blocks, as steps of the mover.
    uint64_t blocks() const { return others(seat_, pairs_of); }

    // The steps of the viewer on which another seat, from at most six squares behind, could capture a token.
    uint64_t threats(int viewer) const {
      const auto reach = [this](uint32_t tokens) {
        const uint64_t from = steps_of(tokens) & rules_->on_track;
        uint64_t found = 0;
        for (int roll = 1; roll <= 6; ++roll) found |= from << roll;
        return found;
      };
      return others(viewer, reach) & capturable();
    }

    // The steps on which tokens can be captured, the same for every seat.
    uint64_t capturable() const { return rules_->capture ? rules_->on_track & ~(rules_->safe_squares << 1) : 0; }

    // The steps of a seat's tokens that another seat threatens.
    uint64_t threatened(int seat) const {
      const uint32_t tokens = tokens_[seat];
      const uint64_t blocks = rules_->stack == Stack::kBlock ? pairs_of(tokens) : 0;
      return steps_of(tokens) & threats(seat) & ~blocks;
    }

    // Three words: the steps from which the mover's tokens can move, those from which they capture, and those from
    // which they move to a step that another seat threatens.
    void pack_moves(uint64_t* words) const {
      const uint64_t steps = movable();
      const auto leading_to = [&](uint64_t targets) {
        const int entry = rules_->entry_by_roll ? roll_ : 1;
        const uint64_t entering = targets >> entry & 1;
        return steps & ((targets >> roll_ & ~uint64_t{1}) | entering);
      };
      const uint64_t mine = rules_->stack == Stack::kBlock ? steps_of(tokens_[seat_]) : 0;
      words[0] = steps;
      words[1] = leading_to(others(seat_, steps_of) & capturable());
      words[2] = leading_to(threats(seat_) & ~mine);
    }

    // The steps from which the roll may move a token; none if the seat must pass.
    uint64_t movable() const {
      const LudoRules& rules = *rules_;
      if (sixes_ == 3) return 0;
      const uint64_t mine = steps_of(tokens_[seat_]);
      const uint64_t taken = mine & rules.alone;
      uint64_t steps = mine & (bit(rules.last) - 2) & ~(taken >> roll_);
      // A roll beyond the last step is not allowed, or ends on the last step.
      const uint64_t beyond = ~uint64_t{0} << (rules.last - roll_ + 1);
      if (rules.exact || (taken & bit(rules.last))) steps &= ~beyond;
      const bool enters = roll_ == 6 || (roll_ == 1 && rules.enter_on_one);
      const int entry = rules.entry_by_roll ? roll_ : 1;
      if (enters && (mine & 1) && !(taken & bit(entry))) steps |= 1;
      if (rules.stack == Stack::kBlock) {
        if (const uint64_t blocked = blocks()) {
          uint64_t stopped = 0;
          for (int i = 1; i <= roll_; ++i) stopped |= blocked >> i;
          steps &= ~(stopped & ~uint64_t{1});
          if (blocked & (bit(entry + 1) - 2)) steps &= ~uint64_t{1};
        }
      }
      if (mine & 1) {
        if (rules.clear_start && (steps & 2)) return 2;
        if (rules.must_enter && (steps & 1)) return 1;
      }
      return steps;
    }

    void rolled(int roll) {
      roll_ = static_cast<uint8_t>(roll);
      sixes_ = rules_->three_sixes && roll == 6 ? sixes_ + 1 : 0;
    }

    // Move a token from a step by the roll; true if the seat has won.
    bool move(int step) {
      const LudoRules& rules = *rules_;
      const int target = step == 0 ? (rules.entry_by_roll ? roll_ : 1) : std::min(step + roll_, rules.last);
      uint32_t& mine = tokens_[seat_];
      const int shift = std::countr_zero(equal(mine, step)) - 7;
      mine += static_cast<uint32_t>(target - step) << shift;
      if (target <= rules.lap) {
        if (rules.capture) capture(rules.square(seat_, target));
        return false;
      }
      const uint32_t goals = static_cast<uint32_t>(rules.goal) * 0x01010101u;
      return (((mine | 0x80808080u) - goals) & 0x80808080u) == 0x80808080u;
    }

    void capture(int square) {
      const LudoRules& rules = *rules_;
      if (rules.safe_squares >> square & 1) return;
      for (int seat = 0; seat < rules.players; ++seat) {
        if (seat == seat_) continue;
        int step = square - rules.starts[seat] + 1;
        if (step <= 0) step += rules.track;
        if (step > rules.lap) continue;
        const uint32_t hit = equal(tokens_[seat], step) >> 7;
        tokens_[seat] &= ~(hit * 0xFF);
      }
    }

    void end_move() {
      if (roll_ != 6 || !rules_->six_again || sixes_ == 3) {
        seat_ = seat_ + 1 == rules_->players ? 0 : seat_ + 1;
        sixes_ = 0;
      }
      roll_ = 0;
    }

    // Throws std::invalid_argument if no game can reach this position.
    void check() const;

    const LudoRules* rules_;
    std::array<uint32_t, LudoRules::kMostSeats> tokens_{};
    uint8_t seat_ = 0;
    uint8_t roll_ = 0;
    uint8_t sixes_ = 0;
    bool over_ = false;
  };

 private:
  LudoRules rules_;
};

}  // namespace ply
