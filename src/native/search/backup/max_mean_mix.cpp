// Twin of src/plyground/search/backup/max_mean_mix.py.
#include "search/columns/average.hpp"
#include "search/part.hpp"

namespace ply {
namespace {

class MaxMeanMix final : public BackupRule {
 public:
  explicit MaxMeanMix(const PartSpec& spec) : k_(spec.number("k")) {}

  void update(Tree& tree, const Path& path, const Values& values) const override {
    Column<double>& average = tree.get<Average>().average;
    for (size_t i = path.size(); i-- > 0;) {
      const uint32_t at = path[i];
      Row& row = tree.rows[at];
      const uint32_t visits = ++row.visits;
      average[at] += (values[row.seat] - average[at]) / visits;
      const Row* best = nullptr;
      if (row.player != kChance) {
        for (uint32_t c = row.first_child; c < row.first_child + row.num_children; ++c) {
          const Row& child = tree.rows[c];
          if (child.visits && (!best || child.visits > best->visits)) best = &child;
        }
      }
      if (!best) {
        row.value = average[at];
        continue;
      }
      const double value = best->seat == row.seat ? best->value : -best->value;
      row.value = (k_ * average[at] + visits * value) / (k_ + visits);
    }
  }

 private:
  double k_;
};

const BackupTwin<MaxMeanMix> max_mean_mix{"max_mean_mix"};

}  // namespace
}  // namespace ply
