#include "search/part.hpp"

#include "search/pool/network_rule.hpp"

namespace ply {

template <class Part>
void PartTwins<Part>::add(const char* name, Maker maker) {
  makers_[name] = maker;
}

template <class Part>
std::unique_ptr<Part> PartTwins<Part>::make(const PartSpec& spec) const {
  const auto found = makers_.find(spec.name);
  if (found == makers_.end()) throw std::invalid_argument(spec.name + " has no C++ twin");
  return found->second(spec);
}

template <class Part>
std::vector<std::string> PartTwins<Part>::names() const {
  std::vector<std::string> names;
  for (const auto& [name, maker] : makers_) names.push_back(name);
  return names;
}

template class PartTwins<SelectRule>;
template class PartTwins<ExpandRule>;
template class PartTwins<BackupRule>;
template class PartTwins<NetworkRule>;

PartTwins<SelectRule>& select_twins() {
  static PartTwins<SelectRule> twins;
  return twins;
}

PartTwins<ExpandRule>& expand_twins() {
  static PartTwins<ExpandRule> twins;
  return twins;
}

PartTwins<BackupRule>& backup_twins() {
  static PartTwins<BackupRule> twins;
  return twins;
}

PartTwins<NetworkRule>& network_twins() {
  static PartTwins<NetworkRule> twins;
  return twins;
}

}  // namespace ply
