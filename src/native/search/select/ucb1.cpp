#include "search/select/ucb1.hpp"

#include "search/part.hpp"

namespace ply {
namespace {

class Ucb1 final : public ScoredRule<Ucb1> {
 public:
  explicit Ucb1(const PartSpec& spec)
      : formula_(spec), fpu_set_(spec.optional("fpu").has_value()), fpu_(spec.optional("fpu").value_or(0.0)) {}

  bool scores_unvisited() const { return fpu_set_; }

  auto scorer(const Tree& tree, const Path& path, uint32_t first) const {
    const auto visited = formula_.visited_scorer<false>(tree, path.back());
    return [=, this, children = &tree.rows[first]](int i) { return children[i].visits ? visited(i) : fpu_; };
  }

 private:
  Ucb1Formula formula_;
  bool fpu_set_;
  double fpu_;
};

const SelectTwin<Ucb1> ucb1{"ucb1"};

}  // namespace
}  // namespace ply
