// Statistics that parts need beyond visits and values: the twin of src/plyground/search/columns/base.py.
//
// A statistic is one or more columns of the tree and the code that updates them. It declares its columns once, in its
// constructor; all operations on rows (adding, swapping, subtrees, saving) use that list.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "games/contract.hpp"
#include "search/column.hpp"

namespace ply {

struct Tree;

// The rows from the root down to here.
using Path = std::vector<uint32_t>;

struct Move {
  int8_t seat;
  uint32_t action;
};

class Statistic {
 public:
  virtual ~Statistic() = default;
  Statistic() = default;
  Statistic(const Statistic&) = delete;
  Statistic& operator=(const Statistic&) = delete;

  // Copy the settings of the same statistic in another tree.
  virtual void configure_like(const Statistic&) {}

  // Whether threads may share a tree with it: then it must not depend on visits or values.
  virtual bool shares_tree() const { return false; }

  // Whether it follows the simulations, by the methods below.
  virtual bool follows() const { return false; }

  // Called when a row gets rows for its children, none of which is visited yet.
  virtual void expanded(uint32_t /*row*/) {}

  // Called when `count` nodes were added below the last of these rows.
  virtual void added(Tree&, const uint32_t* /*path*/, size_t /*length*/, uint32_t /*count*/) {}

  // Allocate all memory that `updated`, and `added` for the last `fresh` rows of the path, need: they must not fail.
  virtual void prepare(const Tree&, const Path&, size_t /*fresh*/, const std::vector<Move>&) {}

  // Undo the last `added`, which had these arguments.
  virtual void removed(Tree&, const uint32_t* /*path*/, size_t /*length*/, uint32_t /*count*/) {}

  // Called after the backup: the path, the moves (tree and rollout) and the values of the simulation.
  virtual void updated(Tree&, const Path&, const std::vector<Move>&, const Values&) {}
  virtual bool reads_moves() const { return false; }

  // Operations on rows. Statistics whose cells refer to data elsewhere override them.
  void reserve_more(uint32_t rows) {
    for (AnyColumn* column : columns_) column->reserve_more(rows);
  }
  void grow_to(uint32_t rows) {
    for (AnyColumn* column : columns_) column->grow_to(rows);
  }
  void truncate(uint32_t rows) {
    for (AnyColumn* column : columns_) column->truncate(rows);
  }
  virtual void shrink() {
    for (AnyColumn* column : columns_) column->shrink();
  }
  void start_row(uint32_t row) {
    for (AnyColumn* column : late_columns_) column->start_row(row);
  }
  void swap_rows(uint32_t a, uint32_t b) {
    for (AnyColumn* column : columns_) column->swap_rows(a, b);
  }
  // Copy a row of another tree, whose statistic `from` is of the same kind.
  virtual void copy_row(uint32_t to, const Statistic& from, uint32_t row, bool /*reached*/, bool /*has_children*/) {
    for (size_t i = 0; i < columns_.size(); ++i) columns_[i]->copy_row(to, *from.columns_[i], row);
  }
  virtual void clear() {
    for (AnyColumn* column : columns_) column->clear();
  }
  virtual uint64_t bytes() const { return sum(&AnyColumn::bytes); }
  virtual uint64_t bytes_held() const { return sum(&AnyColumn::bytes_held); }

  // To Python and back.
  virtual void write(const Tree& tree, ColumnWriter& writer) const;
  virtual void read(Tree& tree, const ColumnReader& reader);

  const std::vector<AnyColumn*>& columns() const { return columns_; }

 protected:
  // The constructor calls this for every column.
  void declare(AnyColumn& column) {
    columns_.push_back(&column);
    if (column.filled_when_reached()) late_columns_.push_back(&column);
  }

 private:
  uint64_t sum(uint64_t (AnyColumn::*size)() const) const {
    uint64_t total = 0;
    for (const AnyColumn* column : columns_) total += (column->*size)();
    return total;
  }

  std::vector<AnyColumn*> columns_;
  std::vector<AnyColumn*> late_columns_;  // columns that are filled when a row is reached
};

// The statistics that exist in C++, by the names of their Python twins. Each has a slot in every tree.
class StatisticTwins {
 public:
  using Maker = std::unique_ptr<Statistic> (*)();
  static constexpr int kMost = 32;

  int add(const char* name, Maker maker);
  int slot(const std::string& name) const;  // -1 for a name without a twin
  std::unique_ptr<Statistic> make(int slot) const { return makers_[slot](); }
  std::vector<std::string> names() const;

 private:
  std::map<std::string, int> slots_;
  std::vector<Maker> makers_;
};

StatisticTwins& statistic_twins();

// `static inline const StatisticTwin<Squares> twin{"squares"};` registers a statistic.
template <class Kept>
struct StatisticTwin {
  explicit StatisticTwin(const char* name)
      : slot(statistic_twins().add(name, []() -> std::unique_ptr<Statistic> { return std::make_unique<Kept>(); })) {}
  int slot;
};

}  // namespace ply
