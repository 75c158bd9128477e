// Alpha-beta search of a two-player game without chance: the twin of src/plyground/agents/alpha_beta.py.
//
// Iterative deepening; at a given depth the value and the move are those of plain minimax, whatever the table holds
// and however moves are ordered. That is why a table entry counts only where plain minimax would say the same:
// searched to the same depth, or to no greater depth without ever touching the horizon.
//
// Knuth, Moore: An analysis of alpha-beta pruning (1975); Schaeffer: The history heuristic (1989).
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>

#include "games/contract.hpp"
#include "games/position_hash.hpp"
#include "solve/any_alpha_beta.hpp"

namespace ply {

// Bounds on the values of positions to the first seat. A new entry replaces an old one.
class AlphaBetaTable {
 public:
  struct Entry {
    uint64_t hash = 0;
    double low = 0.0, high = 0.0;
    int16_t depth = -1;  // -1: empty
    uint16_t action = 0;
    bool horizon = false;  // does the bound depend on the heuristic at the horizon?
  };

  AlphaBetaTable() : entries_(size_t{1} << 12) {}

  const Entry& at(uint64_t hash) const { return entries_[hash & (entries_.size() - 1)]; }

  // Replaces the old entry; the table grows while it is small.
  void store(const Entry& entry) {
    if (++stored_ >= entries_.size() && entries_.size() < kMostEntries) grow();
    entries_[entry.hash & (entries_.size() - 1)] = entry;
  }

 private:
  static constexpr size_t kMostEntries = size_t{1} << 22;  // 134 megabytes

  void grow() {
    std::vector<Entry> old(entries_.size() * 4);
    old.swap(entries_);
    stored_ = 0;
    for (const Entry& entry : old) {
      if (entry.depth >= 0) store(entry);
    }
  }

  std::vector<Entry> entries_;
  size_t stored_ = 0;
};

template <class Game>
class AlphaBeta final : public AnyAlphaBeta {
 public:
  using State = typename Game::State;

  explicit AlphaBeta(const Game& game) : game_(game) {
    if (game.num_players() != 2) throw std::invalid_argument("not a game for two players");
  }

  AlphaBetaResult search(std::string_view key, int depth, double seconds,
                         const std::function<void()>& look_up) override {
    const State root = game_.from_key(key);
    if (root.player() == kTerminal) throw std::invalid_argument("the game is over");
    begin_ = next_look_ = Clock::now();
    seconds_ = seconds;
    look_up_ = &look_up;
    nodes_ = 0;
    history_[0].fill(0);
    history_[1].fill(0);
    AlphaBetaResult result;
    try {
      for (depth_ = 1; depth_ <= depth && !result.exact; ++depth_) deepen(root, depth, result);
    } catch (const OutOfTime&) {
    }
    result.nodes = nodes_;
    return result;
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct OutOfTime {};
  struct Found {
    double value;
    bool horizon;
  };

  // The values of a lost and a won game. No heuristic reaches them: these values are proofs.
  static constexpr double kLow = -1.0, kHigh = 1.0;
  static constexpr int kDeepest = 1024;

  // One iteration. A win found at this depth is the fastest. In a lost position the move of an earlier depth, which did
  // not see the loss, stays.
  void deepen(const State& root, int last, AlphaBetaResult& result) {
    const Found best = value(root, depth_, 0, kLow, kHigh);
    const bool lost = best.value == (root.player() == 0 ? kLow : kHigh);
    const bool decided = best.value == kLow || best.value == kHigh;
    if (!lost || depth_ == 1) result.action = first_best(root, depth_, best.value);
    result.value = best.value;
    result.depth = depth_;
    result.exact = decided || !best.horizon;
    if (result.exact && !decided) result.action = first_best(root, last, best.value);
  }

  // The first move, in the game's order, with the best value.
  int first_best(const State& root, int depth, double best) {
    uint16_t actions[Game::kMaxActions];
    const int n = root.actions(actions);
    const bool first_seat = root.player() == 0;
    const double worse = std::nextafter(best, first_seat ? -2.0 : 2.0);
    for (int i = 0; i < n - 1; ++i) {
      State child = root;
      child.apply(actions[i]);
      const double v = value(child, depth - 1, 1, std::min(worse, best), std::max(worse, best)).value;
      if (first_seat ? v >= best : v <= best) return actions[i];
    }
    return actions[n - 1];
  }

  // The value to the first seat, exact within (alpha, beta), a bound outside.
  Found value(const State& state, int depth, int ply, double alpha, double beta) {
    count_node();
    const int player = state.player();
    if (player == kTerminal) return {state.returns()[0], false};
    if (player == kChance) throw std::invalid_argument("a game with chance");
    Values certain;
    if (state.settled(certain)) return {certain[0], false};
    if (depth == 0) return {state.heuristic()[0], true};

    const uint64_t hash = position_hash(state);
    double low = kLow, high = kHigh;
    bool horizon = false;
    int table_move = -1;
    if (const AlphaBetaTable::Entry& entry = table_.at(hash); entry.depth >= 0 && entry.hash == hash) {
      table_move = entry.action;
      if (entry.depth == depth || (!entry.horizon && entry.depth < depth)) {
        low = entry.low;
        high = entry.high;
        horizon = entry.horizon;
      }
    }
    if (low >= beta || low == high) return {low, horizon};
    if (high <= alpha) return {high, horizon};

    uint16_t actions[Game::kMaxActions];
    const int n = state.actions(actions);
    const double sign = player == 0 ? 1.0 : -1.0;  // the first seat maximises, the second minimises
    for (int i = 0; i < n; ++i) {                  // after a move that wins at once no other needs a search
      State child = state;
      child.apply(actions[i]);
      if (child.player() == kTerminal && child.returns()[player] == kHigh) return {sign * kHigh, false};
    }
    order(actions, n, player, ply, table_move);
    double best = -2.0 * sign, a = alpha, b = beta;
    uint16_t best_action = actions[0];
    bool leans = horizon;
    for (int i = 0; i < n; ++i) {
      State child = state;
      child.apply(actions[i]);
      const Found found = value(child, depth - 1, ply + 1, a, b);
      leans |= found.horizon;
      if (sign * found.value > sign * best) {
        best = found.value;
        best_action = actions[i];
        (player == 0 ? a : b) = player == 0 ? std::max(a, best) : std::min(b, best);
      }
      if (a >= b) {  // cut-off
        remember_cut(actions[i], player, ply, depth);
        leans = horizon || found.horizon;
        break;
      }
    }
    if (best > alpha) low = std::max(low, best);
    if (best < beta) high = std::min(high, best);
    table_.store({hash, low, high, static_cast<int16_t>(depth), best_action, leans});
    return {best, leans};
  }

  // The table's move, moves that cut at this ply, moves that cut often, then the game's order.
  void order(uint16_t* actions, int n, int player, int ply, int table_move) const {
    const auto& killers = killers_[std::min(ply, kDeepest - 1)];
    const auto rank = [&](uint16_t action) -> uint64_t {
      if (action == table_move) return UINT64_MAX;
      if (action == killers[0]) return UINT64_MAX - 1;
      if (action == killers[1]) return UINT64_MAX - 2;
      return history_[player][action];
    };
    uint64_t ranks[Game::kMaxActions];
    for (int i = 0; i < n; ++i) {
      const uint16_t action = actions[i];
      const uint64_t mine = rank(action);
      int place = i;
      for (; place > 0 && ranks[place - 1] < mine; --place) {
        ranks[place] = ranks[place - 1];
        actions[place] = actions[place - 1];
      }
      ranks[place] = mine;
      actions[place] = action;
    }
  }

  void remember_cut(uint16_t action, int player, int ply, int depth) {
    auto& killers = killers_[std::min(ply, kDeepest - 1)];
    if (killers[0] != action) {
      killers[1] = killers[0];
      killers[0] = action;
    }
    history_[player][action] += static_cast<uint64_t>(depth) * static_cast<uint64_t>(depth);
  }

  void count_node() {
    if ((++nodes_ & 1023) != 0) return;
    const auto now = Clock::now();
    if (depth_ > 1 && seconds_ > 0.0 && std::chrono::duration<double>(now - begin_).count() >= seconds_) {
      throw OutOfTime();
    }
    if (now >= next_look_) {
      (*look_up_)();
      next_look_ = now + std::chrono::milliseconds(50);
    }
  }

  const Game& game_;
  AlphaBetaTable table_;
  std::array<std::array<uint16_t, 2>, kDeepest> killers_{};
  std::array<std::array<uint64_t, Game::kMaxActions>, 2> history_{};
  Clock::time_point begin_, next_look_;
  double seconds_ = 0.0;
  const std::function<void()>* look_up_ = nullptr;
  uint64_t nodes_ = 0;
  int depth_ = 0;
};

}  // namespace ply
