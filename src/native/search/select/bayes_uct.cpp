#include "search/select/bayes_uct.hpp"

#include "search/part.hpp"

namespace ply {
namespace {

class BayesUct final : public ScoredRule<BayesUct> {
 public:
  explicit BayesUct(const PartSpec& spec) : formula_(spec) {}

  auto scorer(const Tree& tree, const Path& path, uint32_t) const {
    return formula_.visited_scorer<false>(tree, path.back());
  }

 private:
  BayesUctFormula formula_;
};

const SelectTwin<BayesUct> bayes_uct1{"bayes_uct1"};
const SelectTwin<BayesUct> bayes_uct2{"bayes_uct2"};

}  // namespace
}  // namespace ply
