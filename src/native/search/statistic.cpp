#include "search/statistic.hpp"

#include <stdexcept>

#include "search/tree.hpp"

namespace ply {

void Statistic::write(const Tree& tree, ColumnWriter& writer) const {
  const std::vector<bool> reached = tree.reached_rows();
  for (const AnyColumn* column : columns_) {
    if (column->name()) column->write(writer, reached);
  }
}

void Statistic::read(Tree&, const ColumnReader& reader) {
  for (AnyColumn* column : columns_) {
    if (column->name()) column->read(reader);
  }
}

int StatisticTwins::add(const char* name, Maker maker) {
  if (makers_.size() == kMost) throw std::length_error("more statistics than a tree has slots");
  slots_[name] = static_cast<int>(makers_.size());
  makers_.push_back(maker);
  return slots_[name];
}

int StatisticTwins::slot(const std::string& name) const {
  const auto found = slots_.find(name);
  return found == slots_.end() ? -1 : found->second;
}

std::vector<std::string> StatisticTwins::names() const {
  std::vector<std::string> names;
  for (const auto& [name, slot] : slots_) names.push_back(name);
  return names;
}

StatisticTwins& statistic_twins() {
  static StatisticTwins twins;
  return twins;
}

}  // namespace ply
