#include <map>

#include "games/contract.hpp"

namespace ply {
namespace {

std::map<std::string, GameTwin::Maker>& makers() {
  static std::map<std::string, GameTwin::Maker> makers;
  return makers;
}

}  // namespace

GameTwin::GameTwin(const char* name, Maker maker) {
  makers()[name] = maker;
}

GamePtr make_game(const std::string& name, const std::vector<int>& parameters) {
  const auto found = makers().find(name);
  return found == makers().end() ? nullptr : found->second(parameters);
}

}  // namespace ply
