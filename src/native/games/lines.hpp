// Code that m,n,k games and Connect Four share: the twin of src/plyground/games/lines.py.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "games/contract.hpp"

namespace ply {

inline constexpr int kNobody = 2;  // the winner of a drawn game, the seat of an empty cell

// Computes the returns without branches, because the winner of a random game cannot be predicted.
inline Values line_returns(int winner) {
  const int first = (winner == 0) - (winner == 1);
  return {static_cast<double>(first), static_cast<double>(-first)};
}

// The least of a position's images under these symmetries. The first cells rule out most images.
inline std::string least_image(const std::string& key, const std::vector<std::vector<uint16_t>>& symmetries) {
  std::string least = key;
  for (const std::vector<uint16_t>& sources : symmetries) {
    size_t cell = 0;
    while (cell < key.size() && key[sources[cell]] == least[cell]) ++cell;
    if (cell == key.size() || key[sources[cell]] > least[cell]) continue;
    for (; cell < key.size(); ++cell) least[cell] = key[sources[cell]];
  }
  return least;
}

struct Grid {
  int rows, cols, k;
  std::vector<std::vector<int>> lines;  // every line of k cells, in the order of the Python twin

  Grid(int rows_, int cols_, int k_) : rows(rows_), cols(cols_), k(k_) {
    if (rows < 1 || rows > 19 || cols < 1 || cols > 19 || k < 1 || k > std::max(rows, cols)) {
      throw std::invalid_argument("rows and cols must be from 1 to 19, k at most the longer of them");
    }
    constexpr int kDown[] = {0, 1, 1, 1}, kRight[] = {1, 0, 1, -1};
    for (int cell = 0; cell < cells(); ++cell) {
      for (int d = 0; d < (k == 1 ? 1 : 4); ++d) {
        const int end_row = cell / cols + (k - 1) * kDown[d], end_col = cell % cols + (k - 1) * kRight[d];
        if (end_row >= rows || end_col < 0 || end_col >= cols) continue;
        std::vector<int> line(k);
        for (int i = 0; i < k; ++i) line[i] = cell + i * (kDown[d] * cols + kRight[d]);
        lines.push_back(std::move(line));
      }
    }
  }

  int cells() const { return rows * cols; }

  void check_cells(std::string_view key) const {
    const auto good = [](char seat) { return seat >= 0 && seat <= 2; };
    if (static_cast<int>(key.size()) != cells() || !std::all_of(key.begin(), key.end(), good)) {
      throw std::invalid_argument("a position is rows x cols cells of 0, 1 or 2 (empty)");
    }
    const auto lead = std::count(key.begin(), key.end(), 0) - std::count(key.begin(), key.end(), 1);
    if (lead != 0 && lead != 1) throw std::invalid_argument("the stones do not alternate, X first");
  }

  // The rotations and reflections of the board (8, or 4 if it is oblong), each as the source of every image cell.
  std::vector<std::vector<uint16_t>> symmetries() const {
    std::vector<std::vector<uint16_t>> found;
    for (int image = 0; image < (rows == cols ? 8 : 4); ++image) {
      std::vector<uint16_t> sources(cells());
      for (int cell = 0; cell < cells(); ++cell) {
        int row = cell / cols, col = cell % cols;
        if (image & 4) std::swap(row, col);
        if (image & 2) row = rows - 1 - row;
        if (image & 1) col = cols - 1 - col;
        sources[cell] = static_cast<uint16_t>(row * cols + col);
      }
      found.push_back(std::move(sources));
    }
    return found;
  }

  // The lesser of a position and its mirror image, with left and right exchanged.
  std::string least_mirror(std::string key) const {
    std::string mirror = key;
    for (int row = 0; row < rows; ++row) {
      std::reverse(mirror.begin() + row * cols, mirror.begin() + (row + 1) * cols);
    }
    return std::min(std::move(key), std::move(mirror));
  }

  // Are there k stones in a row through this cell?
  template <class Stones>
  bool wins_through(const Stones& stones, int cell) const {
    constexpr int kDown[] = {0, 1, 1, 1}, kRight[] = {1, 0, 1, -1};
    const int row = cell / cols, col = cell % cols;
    for (int d = 0; d < 4; ++d) {
      int run = 1;
      for (int sign : {1, -1}) {
        int r = row + sign * kDown[d], c = col + sign * kRight[d];
        while (r >= 0 && r < rows && c >= 0 && c < cols && stones.test(r * cols + c)) {
          ++run;
          r += sign * kDown[d];
          c += sign * kRight[d];
        }
      }
      if (run >= k) return true;
    }
    return false;
  }

  // The heuristic of LineState; count(seat, line) is the number of stones of a seat on a line.
  template <class Count>
  Values heuristic(Count count) const {
    int total = 0;
    for (size_t line = 0; line < lines.size(); ++line) {
      const int first = count(0, line), second = count(1, line);
      if (second == 0) {
        total += first * first;
      } else if (first == 0) {
        total -= second * second;
      }
    }
    const double value = static_cast<double>(total) / (k * k * static_cast<int>(lines.size()));
    return {value, -value};
  }
};

}  // namespace ply
