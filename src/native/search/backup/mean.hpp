// Twin of src/plyground/search/backup/mean.py.
#pragma once

#include "search/part.hpp"

namespace ply {

// Count a visit in every row of the path and move its mean towards the value to its seat.
template <class Rows>
void add_to_means(Rows& rows, const Path& path, const Values& values) {
  for (uint32_t at : path) {
    Row& row = rows[at];
    ++row.visits;
    row.value += (values[row.seat] - row.value) / row.visits;
  }
}

// The mean of values as they are (win 1, draw 0, loss -1).
class PlainMean {
 public:
  static constexpr const char* kName = "mean";
  static constexpr bool kMeans = true;  // whether the value of a row is the mean of its simulations

  explicit PlainMean(const PartSpec&) {}
  void update(Tree& tree, const Path& path, const Values& values) const { add_to_means(tree.rows, path, values); }
};

class Mean : public BackupRule {
 public:
  explicit Mean(const PartSpec& spec)
      : win_(spec.number("win")),
        draw_(spec.number("draw")),
        loss_(spec.number("loss")),
        paranoid_(spec.flag("paranoid")) {}

  bool usual_worth() const override { return win_ == 1.0 && draw_ == 0.0 && loss_ == -1.0 && !paranoid_; }

  Values worth(const Values& values) const override;

  void update(Tree& tree, const Path& path, const Values& values) const override {
    add_to_means(tree.rows, path, seen(tree, values));
  }

 protected:
  // The values that each seat maximises.
  Values seen(const Tree& tree, Values values) const {
    if (!paranoid_) return values;
    const Row& root = tree.rows[kRoot];
    const int me = root.player >= 0 ? root.player : root.seat;
    for (int seat = 0; seat < kMaxPlayers; ++seat) values[seat] = seat == me ? values[me] : -values[me];
    return values;
  }

  double win_, draw_, loss_;
  bool paranoid_;
};

}  // namespace ply
