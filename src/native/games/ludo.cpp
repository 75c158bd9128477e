#include "games/ludo.hpp"

#include "games/adapter.hpp"

namespace ply {

LudoRules::LudoRules(const std::vector<int>& p) {
  if (p.size() != 16) throw std::invalid_argument("ludo: the rules must be 16 numbers");
  players = p[0], track = p[1], home = p[2], tokens = p[3];
  full_lap = p[4], slots = p[5], enter_on_one = p[6], entry_by_roll = p[7], must_enter = p[8];
  clear_start = p[9], six_again = p[10], three_sixes = p[11], safe = p[12], capture = p[13], exact = p[14];
  if (players < 2 || players > 4 || track < 24 || track > 52 || track % 4 != 0 || tokens < 1 || tokens > 4 ||
      home < 1 || home > (track / 4 - 1) / 2 || (slots && tokens > home) || p[15] < 0 || p[15] > 2) {
    throw std::invalid_argument("ludo: these rules do not fit together");
  }
  stack = static_cast<Stack>(p[15]);

  lap = full_lap ? track : track - 1;
  last = lap + home + (slots ? 0 : 1);
  goal = slots ? lap + 1 : last;
  const int quarter = track / 4;
  for (int seat = 0; seat < kMostSeats; ++seat) starts[seat] = (players == 2 ? 2 * seat : seat) % 4 * quarter;
  if (safe) {
    constexpr int kStar = 8;
    for (int i = 0; i < 4; ++i) {
      safe_squares |= uint64_t{1} << (i * quarter);
      if (quarter > kStar) safe_squares |= uint64_t{1} << (i * quarter + kStar);
    }
  }
  on_track = (uint64_t{2} << lap) - 2;
  for (int step = 1; step <= last; ++step) {
    if ((slots && step > lap) || (stack == Stack::kForbidden && step < goal)) alone |= uint64_t{1} << step;
  }
}

Ludo::State::State(const LudoRules* rules) : rules_(rules) {
  uint32_t yard = 0;
  for (int i = rules->tokens; i < 4; ++i) yard |= static_cast<uint32_t>(kNoToken) << (8 * i);
  tokens_.fill(yard);
}

Ludo::State Ludo::initial() const {
  return State(&rules_);
}

Ludo::State Ludo::from_key(std::string_view key) const {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(key[i]); };
  const size_t board = static_cast<size_t>(rules_.players) * rules_.tokens;
  if (key.size() != board + 3) throw std::invalid_argument("ludo: the position has a wrong length");
  State state(&rules_);
  for (size_t i = 0; i < board; ++i) {
    if (byte(i) > rules_.last || (i % rules_.tokens != 0 && byte(i) < byte(i - 1))) {
      throw std::invalid_argument("ludo: a seat's tokens are sorted steps");
    }
    state.tokens_[i / rules_.tokens] |= static_cast<uint32_t>(byte(i)) << (8 * (i % rules_.tokens));
  }
  state.seat_ = byte(board);
  state.roll_ = byte(board + 1);
  state.sixes_ = byte(board + 2);
  state.check();
  state.over_ = State::token(state.tokens_[state.seat_], 0) >= rules_.goal;
  return state;
}

void Ludo::State::check() const {
  const LudoRules& rules = *rules_;
  if (seat_ >= rules.players || roll_ > 6) throw std::invalid_argument("ludo: no such seat or roll");
  const bool counted = roll_ == 0 ? sixes_ <= 2 : roll_ == 6 ? sixes_ >= 1 && sixes_ <= 3 : sixes_ == 0;
  if (rules.three_sixes ? !counted : sixes_ != 0) throw std::invalid_argument("ludo: impossible sixes in a row");

  uint64_t owned = 0;  // the squares that seats cannot share
  for (int seat = 0; seat < rules.players; ++seat) {
    const uint64_t pairs = pairs_of(tokens_[seat]);
    if (pairs & rules.alone) throw std::invalid_argument("ludo: two tokens of one seat cannot share this step");
    for (uint64_t steps = steps_of(tokens_[seat]) & rules.on_track; steps; steps &= steps - 1) {
      const int step = std::countr_zero(steps);
      const uint64_t square = bit(rules.square(seat, step));
      const bool capturable = rules.capture && !(rules.safe_squares & square);
      if (!capturable && !(rules.stack == Stack::kBlock && (pairs & bit(step)))) continue;
      if (owned & square) throw std::invalid_argument("ludo: two seats cannot share this square");
      owned |= square;
    }
    const bool won = token(tokens_[seat], 0) >= rules.goal;  // its tokens are sorted
    if (won && (seat != seat_ || roll_ != 0 || sixes_ != 0)) {
      throw std::invalid_argument("ludo: a game ends with the move that brings the last token home");
    }
  }
}

Values Ludo::State::heuristic() const {
  const int players = rules_->players;
  int walked[LudoRules::kMostSeats] = {}, total = 0;
  for (int seat = 0; seat < players; ++seat) {
    for (int i = 0; i < rules_->tokens; ++i) walked[seat] += token(tokens_[seat], i);
    total += walked[seat];
  }
  const double whole = (players - 1) * rules_->tokens * rules_->last;
  Values values{};
  for (int seat = 0; seat < players; ++seat) values[seat] = (players * walked[seat] - total) / whole;
  return values;
}

std::string Ludo::State::key() const {
  std::string key;
  for (int seat = 0; seat < rules_->players; ++seat) {
    for (int i = 0; i < rules_->tokens; ++i) key += static_cast<char>(token(tokens_[seat], i));
    std::sort(key.end() - rules_->tokens, key.end());
  }
  key += static_cast<char>(seat_);
  key += static_cast<char>(roll_);
  key += static_cast<char>(sixes_);
  return key;
}

namespace {

GamePtr make_ludo(const std::vector<int>& p) {
  return std::make_shared<GameOf<Ludo>>(Ludo(p));
}

const GameTwin ludo{"ludo", make_ludo};

}  // namespace
}  // namespace ply
