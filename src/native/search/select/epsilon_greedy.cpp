// Twin of src/plyground/search/select/epsilon_greedy.py.
#include "search/select/around.hpp"

namespace ply {
namespace {

class EpsilonGreedy final : public Around {
 public:
  explicit EpsilonGreedy(const PartSpec& spec) : Around(spec), epsilon_(spec.number("epsilon")) {}

  uint32_t choose(const Tree& tree, const Path& path, uint32_t first, int count, Rng& rng) const override {
    if (rng.uniform() < epsilon_) return random_open(tree, first, count, rng);
    return inner_->choose(tree, path, first, count, rng);
  }

 private:
  double epsilon_;
};

const SelectTwin<EpsilonGreedy> epsilon_greedy{"epsilon_greedy"};

}  // namespace
}  // namespace ply
