#include "search/backup/mean.hpp"

namespace ply {

Values Mean::worth(const Values& values) const {
  if (win_ == 1.0 && draw_ == 0.0 && loss_ == -1.0) return values;
  Values out{};
  for (int seat = 0; seat < kMaxPlayers; ++seat) {
    const double v = values[seat];
    out[seat] = v >= 0.0 ? draw_ + v * (win_ - draw_) : draw_ + v * (draw_ - loss_);
  }
  return out;
}

static const BackupTwin<Mean> mean{"mean"};

}  // namespace ply
