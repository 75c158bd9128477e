// Twin of src/plyground/search/columns/amaf.py.
//
// A row with such statistics has a block of players × actions entries, seat by seat. Many games use far fewer actions
// than their type allows, so the blocks start small and are widened when a larger action occurs.
#pragma once

#include <cmath>

#include "search/tree.hpp"

namespace ply {

// The number and mean value of simulations in which a seat played an action.
struct AmafEntry {
  double value;
  uint32_t visits;
};

class Amaf final : public Statistic {
 public:
  Amaf() { declare(block_); }
  static const StatisticTwin<Amaf> twin;

  bool follows() const override { return true; }
  bool reads_moves() const override { return true; }
  void prepare(const Tree& tree, const Path& path, size_t fresh, const std::vector<Move>& moves) override;
  void updated(Tree& tree, const Path& path, const std::vector<Move>& moves, const Values& values) override;

  uint32_t actions() const { return actions_; }
  // The entries of a row; nullptr if it has none.
  const AmafEntry* of(uint32_t row) const { return block_[row] ? &entries_[(block_[row] - 1) * width_] : nullptr; }

  void copy_row(uint32_t to, const Statistic& from, uint32_t row, bool reached, bool) override;
  void configure_like(const Statistic& other) override;
  void clear() override;
  void shrink() override {
    Statistic::shrink();
    entries_.shrink();
  }
  uint64_t bytes() const override { return Statistic::bytes() + uint64_t{entries_.size()} * sizeof(AmafEntry); }
  uint64_t bytes_held() const override { return Statistic::bytes_held() + entries_.bytes_held(); }
  void write(const Tree& tree, ColumnWriter& writer) const override;
  void read(Tree& tree, const ColumnReader& reader) override;

 private:
  // The index of a seat and an action in a block, and the value of the simulation to that seat.
  struct Place {
    double value;
    uint32_t place;
  };

  AmafEntry* make(uint32_t row);
  void widen(uint32_t actions, int players);

  Column<uint32_t> block_{nullptr, 0};  // the number of the row's block, from 1; 0: none
  Buffer<AmafEntry> entries_;
  uint32_t actions_ = 0, width_ = 0;
  std::vector<Place> later_;
  std::vector<uint8_t> counted_;  // whether a place is in `later_`
};

// The mean values of a seat's moves at a row; infinity for a move that no simulation through the row has played.
class AverageOfMoves {
 public:
  AverageOfMoves(const Tree& tree, uint32_t row, int seat) {
    const Amaf& amaf = tree.get<Amaf>();
    const AmafEntry* entries = amaf.of(row);
    if (!entries) return;
    count_ = amaf.actions();
    entries_ = entries + seat * count_;
  }

  double of(uint32_t action) const {
    return action < count_ && entries_[action].visits ? entries_[action].value : HUGE_VAL;
  }

 private:
  const AmafEntry* entries_ = nullptr;
  uint32_t count_ = 0;
};

}  // namespace ply
