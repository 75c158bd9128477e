// Alpha-beta search of a two-player game without chance: the twin of src/plyground/agents/alpha_beta.py.
//
// Iterative deepening; at a given depth the value and the move are those of plain minimax, whatever the table holds
// and however moves are ordered. That is why a table entry counts only where plain minimax would say the same:
// searched to the same depth, or to no greater depth without ever touching the horizon.
//
// Knuth, Moore: An analysis of alpha-beta pruning (1975); Schaeffer: The history heuristic (1989).
#pragma once

#include <algorithm>
#include <cmath>

#include "games/contract.hpp"
#include "games/position_hash.hpp"
#include "solve/alpha_beta_memory.hpp"

namespace ply {

template <class Game>
class AlphaBeta final : public AlphaBetaMemory {
 public:
  using State = typename Game::State;

  explicit AlphaBeta(const Game& game) : AlphaBetaMemory(Game::kMaxActions), game_(game) {
    if (game.num_players() != 2) throw std::invalid_argument("not a game for two players");
  }

  AlphaBetaResult search(std::string_view key, int depth, double seconds,
                         const std::function<void()>& look_up) override {
    const State root = game_.from_key(key);
    if (root.player() == kTerminal) throw std::invalid_argument("the game is over");
    start(seconds, look_up);
    AlphaBetaResult result;
    try {
      for (depth_ = 1; depth_ <= depth && !result.exact; ++depth_) deepen(root, depth, result);
    } catch (const OutOfTime&) {
    }
    result.nodes = nodes_;
    return result;
  }

 private:
  struct Found {
    double value;
    bool horizon;
  };

  // The values of a lost and a won game. No heuristic reaches them: these values are proofs.
  static constexpr double kLow = -1.0, kHigh = 1.0;

  // One iteration. A win found at this depth is the fastest. In a lost position the result keeps the move of an earlier
  // depth, which did not see the loss yet.
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
    for (int i = 0; i < n; ++i) {                  // after a move that wins at once, no other move needs a search
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

  const Game& game_;
};

}  // namespace ply
