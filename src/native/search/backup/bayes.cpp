#include "search/backup/bayes.hpp"

#include "search/part.hpp"

namespace ply {
namespace {

class Bayes final : public BackupRule {
 public:
  explicit Bayes(const PartSpec& spec) : beliefs_(spec) {}

  void update(Tree& tree, const Path& path, const Values& values) const override {
    beliefs_.update(tree, path, values);
  }

 private:
  BayesBeliefs beliefs_;
};

const BackupTwin<Bayes> bayes{"bayes"};

}  // namespace
}  // namespace ply
