// One column of the tree: a cell for every row.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "buffer.hpp"

namespace ply {

// When a new row gets the column's first value. Most rows are never reached by a simulation, so that filling a cell
// only when its row is reached touches less memory; until then the cell is undefined. A cell that is always written
// before it is read needs no first value.
enum class Fill { kAtOnce, kWhenReached, kNever };

// A column of lists of numbers, in the form exchanged with Python.
template <class T>
struct Lists {
  std::vector<uint64_t> ends;  // the end of each row's items
  std::vector<T> items;

  void add(std::span<const T> row) {
    items.insert(items.end(), row.begin(), row.end());
    ends.push_back(items.size());
  }
  std::span<const T> operator[](size_t row) const {
    const uint64_t begin = row ? ends[row - 1] : 0;
    return {items.data() + begin, static_cast<size_t>(ends[row] - begin)};
  }
};

// Receives the columns of a tree, under their names in Python.
class ColumnWriter {
 public:
  virtual ~ColumnWriter() = default;
  virtual void put(const char* name, std::vector<double> cells) = 0;
  virtual void put(const char* name, std::vector<uint32_t> cells) = 0;
  virtual void put(const char* name, std::vector<uint8_t> flags) = 0;
  virtual void put(const char* name, Lists<double> cells) = 0;
  virtual void put(const char* name, Lists<uint32_t> cells) = 0;
};

// Returns the columns of a tree by name.
class ColumnReader {
 public:
  virtual ~ColumnReader() = default;
  virtual void get(const char* name, std::vector<double>& cells) const = 0;
  virtual void get(const char* name, std::vector<uint32_t>& cells) const = 0;
  virtual void get(const char* name, std::vector<uint8_t>& flags) const = 0;
  virtual void get(const char* name, Lists<double>& cells) const = 0;
  virtual void get(const char* name, Lists<uint32_t>& cells) const = 0;
};

// A column without its type, for growing, swapping, copying, counting and saving.
class AnyColumn {
 public:
  virtual ~AnyColumn() = default;
  virtual void reserve_more(uint32_t rows) = 0;
  virtual void grow_to(uint32_t rows) = 0;
  virtual void truncate(uint32_t rows) = 0;
  virtual void shrink() = 0;  // free the memory that the rows do not need
  virtual bool filled_when_reached() const = 0;
  virtual void start_row(uint32_t row) = 0;
  virtual void swap_rows(uint32_t a, uint32_t b) = 0;
  // `from` is a column of the same type, of another tree.
  virtual void copy_row(uint32_t to, const AnyColumn& from, uint32_t row) = 0;
  virtual void clear() = 0;
  virtual uint64_t bytes() const = 0;
  virtual uint64_t bytes_held() const = 0;
  // Its name in Python; nullptr for a column that Python does not see.
  virtual const char* name() const = 0;
  // The cell of a row as a number, for a selection rule in Python.
  virtual double number(uint32_t row, bool reached) const = 0;
  virtual bool whole() const = 0;
  virtual void write(ColumnWriter& writer, const std::vector<bool>& reached) const = 0;
  virtual void read(const ColumnReader& reader) = 0;
};

template <class T>
class Column final : public AnyColumn {
 public:
  Column(const char* name, T first, Fill fill = Fill::kAtOnce) : name_(name), first_(first), fill_(fill) {}

  T& operator[](uint32_t row) { return cells_[row]; }
  const T& operator[](uint32_t row) const { return cells_[row]; }
  // The cell of any row; the first value if the row was not reached.
  const T& at(uint32_t row, bool reached) const {
    return reached || fill_ != Fill::kWhenReached ? cells_[row] : first_;
  }

  void reserve_more(uint32_t rows) override { cells_.reserve_more(rows); }
  void truncate(uint32_t rows) override { cells_.truncate(rows); }
  void shrink() override { cells_.shrink(); }
  void grow_to(uint32_t rows) override {
    if (fill_ == Fill::kAtOnce) {
      cells_.resize(rows, first_);
    } else {
      cells_.grow(rows - cells_.size());
    }
  }
  bool filled_when_reached() const override { return fill_ == Fill::kWhenReached; }
  void start_row(uint32_t row) override { cells_[row] = first_; }
  void set_first(const T& first) { first_ = first; }
  void swap_rows(uint32_t a, uint32_t b) override { std::swap(cells_[a], cells_[b]); }
  void copy_row(uint32_t to, const AnyColumn& from, uint32_t row) override {
    cells_[to] = static_cast<const Column&>(from).cells_[row];
  }
  void clear() override { cells_.clear(); }
  uint64_t bytes() const override { return uint64_t{cells_.size()} * sizeof(T); }
  uint64_t bytes_held() const override { return cells_.bytes_held(); }

  const char* name() const override { return name_; }
  bool whole() const override { return std::is_integral_v<T>; }
  double number(uint32_t row, bool reached) const override {
    if constexpr (std::is_arithmetic_v<T>) return static_cast<double>(at(row, reached));
    return 0.0;
  }
  void write(ColumnWriter& writer, const std::vector<bool>& reached) const override {
    if constexpr (std::is_arithmetic_v<T>) {
      std::vector<Outside> cells(cells_.size());
      for (uint32_t row = 0; row < cells_.size(); ++row) cells[row] = at(row, reached[row]);
      writer.put(name_, std::move(cells));
    }
  }
  void read(const ColumnReader& reader) override {
    if constexpr (std::is_arithmetic_v<T>) {
      std::vector<Outside> cells;
      reader.get(name_, cells);
      for (uint32_t row = 0; row < cells_.size(); ++row) cells_[row] = static_cast<T>(cells[row]);
    }
  }

 private:
  using Outside = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;

  const char* name_;
  Buffer<T> cells_;
  T first_;
  Fill fill_;
};

}  // namespace ply
