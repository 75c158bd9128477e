#include "search/spare_trees.hpp"

#include <array>
#include <mutex>
#include <utility>

namespace ply {
namespace {

class SpareTrees {
 public:
  Tree take() {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (count_ == 0) return Tree{};
    Tree tree = std::exchange(trees_[--count_], Tree{});
    held_ -= tree.bytes_held();
    return tree;
  }

  void keep(Tree tree) {
    tree.clear();
    const std::lock_guard<std::mutex> guard(mutex_);
    if (count_ == trees_.size() || held_ + tree.bytes_held() > kMostBytes) return;
    held_ += tree.bytes_held();
    trees_[count_++] = std::move(tree);
  }

 private:
  static constexpr uint64_t kMostBytes = uint64_t{128} << 20;

  std::mutex mutex_;
  std::array<Tree, 16> trees_;
  size_t count_ = 0;
  uint64_t held_ = 0;
};

// The spare trees of this process; never destroyed, because the last search may be freed when the process ends.
SpareTrees& spare_trees() {
  static SpareTrees& spare = *new SpareTrees;
  return spare;
}

}  // namespace

Tree take_spare_tree() {
  return spare_trees().take();
}

void keep_spare_tree(Tree tree) {
  spare_trees().keep(std::move(tree));
}

}  // namespace ply
