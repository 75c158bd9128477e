// Twin of src/plyground/search/select/ucb1_tuned.py.
#include "search/columns/squares.hpp"
#include "search/part.hpp"

namespace ply {
namespace {

class Ucb1Tuned final : public ScoredRule<Ucb1Tuned> {
 public:
  explicit Ucb1Tuned(const PartSpec& spec) : c_(spec.number("c")) {}

  auto scorer(const Tree& tree, const Path& path, uint32_t first) const {
    const uint32_t visits = tree.rows[path.back()].visits;
    const double log = visits ? std::log(static_cast<double>(visits)) : 0.0;
    return [=, this, &tree, &squares = tree.get<Squares>().squares](int i) {
      const Row& child = tree.rows[first + i];
      const double n = child.visits;
      const double variance = std::max(0.0, (squares[first + i] - child.value * child.value) / 4.0);
      const double bound = std::min(0.25, variance + std::sqrt(2.0 * log / n));
      return (child.value + 1.0) / 2.0 + c_ * std::sqrt(log / n * bound);
    };
  }

 private:
  double c_;
};

const SelectTwin<Ucb1Tuned> ucb1_tuned{"ucb1_tuned"};

}  // namespace
}  // namespace ply
