// A part as Python describes it: its name and its fields, with checked access.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ply {

class PartSpec {
 public:
  std::string name;

  void set(const std::string& field, std::vector<double> numbers) { numbers_[field] = std::move(numbers); }
  void set(const std::string& field, std::string word) { words_[field] = std::move(word); }
  void set(const std::string& field, PartSpec part) { parts_[field] = std::move(part); }

  // Accessors throw std::invalid_argument, which names part and field, if the field is missing or of another kind.
  double number(const std::string& field) const {
    const std::vector<double>& all = numbers(field);
    if (all.size() != 1) fail(field, "one number");
    return all[0];
  }
  // A field that may be none.
  std::optional<double> optional(const std::string& field) const {
    return numbers_.count(field) ? std::optional(number(field)) : std::nullopt;
  }
  template <class Whole>
  Whole whole(const std::string& field) const {
    const double value = number(field);
    const bool fits = value >= static_cast<double>(std::numeric_limits<Whole>::min()) &&
                      value <= static_cast<double>(std::numeric_limits<Whole>::max()) && value == std::floor(value);
    if (!fits) fail(field, "a whole number in range");
    return static_cast<Whole>(value);
  }
  bool flag(const std::string& field) const { return number(field) != 0.0; }
  // One number, or one per depth.
  const std::vector<double>& numbers(const std::string& field) const { return find(numbers_, field, "a number"); }
  bool is(const std::string& field, const char* word) const { return find(words_, field, "a word") == word; }
  const PartSpec& part(const std::string& field) const { return find(parts_, field, "a part"); }

 private:
  template <class Map>
  const typename Map::mapped_type& find(const Map& fields, const std::string& field, const char* kind) const {
    const auto found = fields.find(field);
    if (found == fields.end()) fail(field, kind);
    return found->second;
  }

  [[noreturn]] void fail(const std::string& field, const char* kind) const {
    throw std::invalid_argument(name + ": " + field + " must be " + kind);
  }

  std::map<std::string, std::vector<double>> numbers_;  // a field that is none has no entry
  std::map<std::string, std::string> words_;
  std::map<std::string, PartSpec> parts_;
};

}  // namespace ply
