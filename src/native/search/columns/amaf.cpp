#include "search/columns/amaf.hpp"

namespace ply {

const StatisticTwin<Amaf> Amaf::twin{"amaf"};

void Amaf::prepare(const Tree& tree, const Path& path, size_t, const std::vector<Move>& moves) {
  for (const Move& move : moves) {
    if (move.seat != kChance) widen(move.action + 1, tree.players);
  }
  counted_.assign(width_, 0);
  later_.clear();
  later_.reserve(moves.size());
  entries_.reserve_more(static_cast<uint32_t>(path.size()) * width_);
}

// For every row of the path, count each later move once.
void Amaf::updated(Tree&, const Path& path, const std::vector<Move>& moves, const Values& values) {
  size_t step = moves.size();
  for (size_t depth = path.size(); depth-- > 0;) {
    while (step > depth) {
      const Move move = moves[--step];
      if (move.seat == kChance) continue;
      const uint32_t place = move.seat * actions_ + move.action;
      if (!counted_[place]) later_.push_back({values[move.seat], place});
      counted_[place] = 1;
    }
    if (later_.empty()) continue;
    AmafEntry* entries = make(path[depth]);
    for (const Place& move : later_) {
      AmafEntry& entry = entries[move.place];
      ++entry.visits;
      entry.value += (move.value - entry.value) / entry.visits;
    }
  }
}

// The entries of a row, which are created if it has none.
AmafEntry* Amaf::make(uint32_t row) {
  if (!block_[row]) {
    const uint32_t size = entries_.size();
    entries_.resize(size + width_, AmafEntry{0.0, 0});
    block_[row] = size / width_ + 1;
  }
  return &entries_[(block_[row] - 1) * width_];
}

// Make room in each block for this many actions of every seat.
void Amaf::widen(uint32_t actions, int players) {
  if (actions <= actions_) return;
  const uint32_t blocks = actions_ ? entries_.size() / width_ : 0;
  Buffer<AmafEntry> wider;
  wider.resize(blocks * players * actions, AmafEntry{0.0, 0});
  for (uint32_t seat = 0; seat < blocks * players; ++seat) {
    std::copy_n(&entries_[seat * actions_], actions_, &wider[seat * actions]);
  }
  if (allowance_here) allowance_here->give_back(entries_.bytes_held());
  entries_ = std::move(wider);
  actions_ = actions;
  width_ = static_cast<uint32_t>(players) * actions;
}

void Amaf::copy_row(uint32_t to, const Statistic& from, uint32_t row, bool, bool) {
  const Amaf& other = static_cast<const Amaf&>(from);
  if (const AmafEntry* entries = other.of(row)) std::copy_n(entries, width_, make(to));
}

void Amaf::configure_like(const Statistic& other) {
  const Amaf& amaf = static_cast<const Amaf&>(other);
  actions_ = amaf.actions_;
  width_ = amaf.width_;
}

void Amaf::clear() {
  Statistic::clear();
  entries_.clear();
  actions_ = width_ = 0;
}

// Each entry as four numbers: seat, action, visits, value.
void Amaf::write(const Tree& tree, ColumnWriter& writer) const {
  Lists<double> tables;
  std::vector<double> table;
  for (uint32_t row = 0; row < tree.rows.size(); ++row) {
    table.clear();
    const AmafEntry* entries = of(row);
    for (uint32_t place = 0; entries && place < width_; ++place) {
      if (!entries[place].visits) continue;
      const double seat = place / actions_, action = place % actions_;
      table.insert(table.end(), {seat, action, static_cast<double>(entries[place].visits), entries[place].value});
    }
    tables.add(table);
  }
  writer.put("amaf", std::move(tables));
}

void Amaf::read(Tree& tree, const ColumnReader& reader) {
  Lists<double> tables;
  reader.get("amaf", tables);
  for (size_t i = 0; i + 3 < tables.items.size(); i += 4) {
    const double seat = tables.items[i], action = tables.items[i + 1];
    if (!(seat >= 0 && seat < tree.players && action >= 0 && action < tree.most_actions)) {
      throw std::invalid_argument("statistics of an impossible move");
    }
    widen(static_cast<uint32_t>(action) + 1, tree.players);
  }
  for (uint32_t row = 0; row < tree.rows.size(); ++row) {
    const std::span<const double> table = tables[row];
    for (size_t i = 0; i + 3 < table.size(); i += 4) {
      const uint32_t place = static_cast<uint32_t>(table[i]) * actions_ + static_cast<uint32_t>(table[i + 1]);
      make(row)[place] = {table[i + 3], static_cast<uint32_t>(table[i + 2])};
    }
  }
}

}  // namespace ply
