// Statistics by state, which outlive a tree: the twin of src/plyground/search/transpositions.py.
#pragma once

#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "games/contract.hpp"
#include "games/position_hash.hpp"

namespace ply {

class Transpositions {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  struct Entry {
    double value;
    uint32_t visits;
    uint32_t proof;  // which one, or kNone
  };

  explicit Transpositions(bool symmetric) : symmetric_(symmetric), slots_(kFirstSlots, kNone) {}

  bool symmetric() const { return symmetric_; }
  uint32_t size() const { return static_cast<uint32_t>(entries_.size()); }
  const Entry& operator[](uint32_t place) const { return entries_[place]; }
  const Values& proof(const Entry& entry) const { return proofs_[entry.proof]; }
  std::string_view key_at(uint32_t place) const { return {&keys_[place * width_], width_ - 1}; }
  int seat_at(uint32_t place) const { return keys_[(place + 1) * width_ - 1]; }

  // The place of a state to a seat, where it is known. All keys of a game are of one length.
  std::optional<uint32_t> find(std::string_view key, int seat) const {
    if (key.size() + 1 != width_) return std::nullopt;
    const uint32_t place = slots_[slot(key, seat)];
    return place == kNone ? std::nullopt : std::optional(place);
  }

  // The same, with a new entry for a state that is not known.
  uint32_t place(std::string_view key, int seat) {
    if (entries_.empty()) width_ = key.size() + 1;
    if (key.size() + 1 != width_) throw std::invalid_argument("transpositions are for the states of one game");
    uint32_t& place = slots_[slot(key, seat)];
    if (place != kNone) return place;
    if (size() == kNone - 1) throw std::length_error("there is room for at most 2^32 states");
    const uint32_t added = place = size();
    entries_.push_back({0.0, 0, kNone});
    keys_.insert(keys_.end(), key.begin(), key.end());
    keys_.push_back(static_cast<char>(seat));
    if (entries_.size() * 2 > slots_.size()) grow();
    return added;
  }

  void store(uint32_t place, double value, uint32_t visits) {
    entries_[place].value = value;
    entries_[place].visits = visits;
  }

  void prove(uint32_t place, const Values& values) {
    uint32_t& proof = entries_[place].proof;
    if (proof == kNone) {
      proof = static_cast<uint32_t>(proofs_.size());
      proofs_.emplace_back();
    }
    proofs_[proof] = values;
  }

 private:
  static constexpr size_t kFirstSlots = 256;  // a power of two

  // Where a state is, or would be: linear probing in a table that is at most half full.
  size_t slot(std::string_view key, int seat) const {
    const size_t mask = slots_.size() - 1;
    size_t at = hash(key, seat) & mask;
    while (slots_[at] != kNone && !(seat_at(slots_[at]) == seat && key_at(slots_[at]) == key)) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    slots_.assign(slots_.size() * 2, kNone);
    for (uint32_t place = 0; place < size(); ++place) slots_[slot(key_at(place), seat_at(place))] = place;
  }

  static uint64_t hash(std::string_view key, int seat) {
    uint64_t hash = static_cast<uint64_t>(seat);
    for (size_t at = 0; at < key.size(); at += 8) {
      uint64_t word = 0;
      std::memcpy(&word, key.data() + at, std::min<size_t>(8, key.size() - at));
      hash = mix_bits(hash + word + 1);
    }
    return hash;
  }

  bool symmetric_;
  size_t width_ = 0;  // of a key and its seat
  std::vector<Entry> entries_;
  std::vector<Values> proofs_;
  std::vector<char> keys_;
  std::vector<uint32_t> slots_;  // places by hash, or kNone
};

using TranspositionsPtr = std::shared_ptr<Transpositions>;

}  // namespace ply
