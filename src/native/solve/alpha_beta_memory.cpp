#include "solve/alpha_beta_memory.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace ply {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

void AlphaBetaTable::store(const Entry& entry) {
  if (++stored_ >= entries_.size() && entries_.size() < kMostEntries) grow();
  entries_[entry.hash & (entries_.size() - 1)] = entry;
}

void AlphaBetaTable::grow() {
  std::vector<Entry> old(entries_.size() * 4);
  old.swap(entries_);
  stored_ = 0;
  for (const Entry& entry : old) {
    if (entry.depth >= 0) store(entry);
  }
}

AlphaBetaMemory::AlphaBetaMemory(int most_actions) : ranks_(most_actions) {
  for (auto& counts : history_) counts.resize(most_actions);
}

void AlphaBetaMemory::start(double seconds, const std::function<void()>& look_up) {
  next_look_ = now();
  end_ = seconds > 0.0 ? next_look_ + seconds : std::numeric_limits<double>::infinity();
  look_up_ = &look_up;
  nodes_ = 0;
  for (auto& counts : history_) std::fill(counts.begin(), counts.end(), 0);
}

void AlphaBetaMemory::look_at_clock() {
  const double here = now();
  if (depth_ > 1 && here >= end_) throw OutOfTime();
  if (here < next_look_) return;
  (*look_up_)();
  next_look_ = here + 0.05;
}

void AlphaBetaMemory::order(uint16_t* actions, int n, int player, int ply, int table_move) {
  const auto& killers = killers_[std::min(ply, kDeepest - 1)];
  const auto rank = [&](uint16_t action) -> uint64_t {
    if (action == table_move) return UINT64_MAX;
    if (action == killers[0]) return UINT64_MAX - 1;
    if (action == killers[1]) return UINT64_MAX - 2;
    return history_[player][action];
  };
  uint64_t* const ranks = ranks_.data();
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

void AlphaBetaMemory::remember_cut(uint16_t action, int player, int ply, int depth) {
  auto& killers = killers_[std::min(ply, kDeepest - 1)];
  if (killers[0] != action) {
    killers[1] = killers[0];
    killers[0] = action;
  }
  history_[player][action] += static_cast<uint64_t>(depth) * static_cast<uint64_t>(depth);
}

}  // namespace ply
