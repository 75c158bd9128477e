#include "search/transpositions.hpp"

#include <cstring>

#include "games/position_hash.hpp"

namespace ply {
namespace {

uint64_t hash(std::string_view key, int seat) {
  uint64_t hash = static_cast<uint64_t>(seat);
  for (size_t at = 0; at < key.size(); at += 8) {
    uint64_t word = 0;
    std::memcpy(&word, key.data() + at, std::min<size_t>(8, key.size() - at));
    hash = mix_bits(hash + word + 1);
  }
  return hash;
}

}  // namespace

uint32_t Transpositions::place(std::string_view key, int seat) {
  if (size() == 0) width_ = key.size() + 1;
  if (key.size() + 1 != width_) throw std::invalid_argument("transpositions are for the states of one game");
  size_t at = slot(key, seat);
  if (slots_[at] != kNone) return slots_[at];
  if (size() == kNone - 1) throw std::length_error("there is room for at most 2^32 states");
  entries_.reserve_more(1);  // first everything that may fail, then the changes
  keys_.reserve_more(width_);
  if ((uint64_t{size()} + 1) * 2 > slots_.size()) {
    grow();
    at = slot(key, seat);
  }
  slots_[at] = size();
  std::copy(key.begin(), key.end(), &keys_[keys_.grow(width_)]);
  keys_[keys_.size() - 1] = static_cast<char>(seat);
  entries_.push_back({0.0, 0, kNone});
  return slots_[at];
}

size_t Transpositions::slot(std::string_view key, int seat) const {
  const size_t mask = slots_.size() - 1;
  size_t at = hash(key, seat) & mask;
  while (slots_[at] != kNone && !(seat_at(slots_[at]) == seat && key_at(slots_[at]) == key)) at = (at + 1) & mask;
  return at;
}

void Transpositions::grow() {
  const uint64_t before = slots_.size();
  slots_.resize(before * 2, kNone);
  std::fill(&slots_[0], &slots_[before], kNone);
  for (uint32_t place = 0; place < size(); ++place) slots_[slot(key_at(place), seat_at(place))] = place;
}

}  // namespace ply
