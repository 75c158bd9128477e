// Statistics by state, kept across trees: the twin of src/plyground/search/transpositions.py.
#pragma once

#include <optional>
#include <string_view>

#include "buffer.hpp"
#include "games/contract.hpp"
#include "turns.hpp"

namespace ply {

class Transpositions {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  struct Entry {
    double value;
    uint32_t visits;
    uint32_t proof;  // index in the proofs, or kNone
  };

  explicit Transpositions(bool symmetric) : symmetric_(symmetric) { slots_.resize(kFirstSlots, kNone); }

  bool symmetric() const { return symmetric_; }
  uint32_t size() const { return entries_.size(); }
  uint32_t most_visits() const { return most_visits_; }
  uint64_t bytes() const {
    return entries_.size() * sizeof(Entry) + proofs_.size() * sizeof(Values) + keys_.size() +
           slots_.size() * sizeof(uint32_t);
  }
  uint64_t bytes_held() const {
    return entries_.bytes_held() + proofs_.bytes_held() + keys_.bytes_held() + slots_.bytes_held();
  }
  const Entry& operator[](uint32_t place) const { return entries_[place]; }
  const Values& proof(const Entry& entry) const { return proofs_[entry.proof]; }
  std::string_view key_at(uint32_t place) const { return {&keys_[place * width_], width_ - 1}; }
  int seat_at(uint32_t place) const { return keys_[(place + 1) * width_ - 1]; }

  // The index of a state for a seat, if it is known. All keys of a game have the same length.
  std::optional<uint32_t> find(std::string_view key, int seat) const {
    if (key.size() + 1 != width_) return std::nullopt;
    const uint32_t place = slots_[slot(key, seat)];
    return place == kNone ? std::nullopt : std::optional(place);
  }

  // As `find`, but adds an entry for an unknown state.
  uint32_t place(std::string_view key, int seat);

  void store(uint32_t place, double value, uint32_t visits) {
    entries_[place].value = value;
    entries_[place].visits = visits;
    most_visits_ = std::max(most_visits_, visits);
  }

  // Ensure that the next n proofs need no allocation.
  void reserve_proofs(uint32_t n) { proofs_.reserve_more(n); }

  void prove(uint32_t place, const Values& values) {
    uint32_t& proof = entries_[place].proof;
    if (proof == kNone) {
      proof = proofs_.grow(1);
    }
    proofs_[proof] = values;
  }

  Turns turns;  // of the threads that use it directly or through a search

 private:
  static constexpr size_t kFirstSlots = 256;  // a power of two

  // The slot where a state is or would be: linear probing in a table that is at most half full.
  size_t slot(std::string_view key, int seat) const;
  void grow();

  bool symmetric_;
  size_t width_ = 0;          // of a key and its seat
  uint32_t most_visits_ = 0;  // of a state
  Buffer<Entry> entries_;
  Buffer<Values> proofs_;
  Buffer<char, uint64_t> keys_;
  Buffer<uint32_t, uint64_t> slots_;  // places by hash, or kNone
};

}  // namespace ply
