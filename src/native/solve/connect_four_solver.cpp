#include "solve/connect_four_solver.hpp"

#include <algorithm>

#include "solve/bound_table.hpp"
#include "solve/drop_board.hpp"
#include "solve/parity_bounds.hpp"

namespace ply {
namespace {

constexpr int kMirrorStones = 14;    // mirror images share a table entry below this many stones; later they are rare
constexpr int kLookAheadEmpty = 10;  // all children are looked up while more than this many cells are empty
constexpr uint64_t kPollNodes = 1 << 10;  // 0.1 ms; more while the table is new, when most nodes touch a new page

template <class Size>
class SizedSolver final : public ConnectFourSolver {
 public:
  SizedSolver(Size size, size_t table_bytes) : board_{size}, table_(table_bytes) {}

  int score(std::string_view key) override { return score(parse(key)); }

  std::vector<std::pair<int, int>> analyse(std::string_view key) override {
    const Position p = parse(key);
    const bool symmetric = board_.mirror(p) == p;
    std::vector<std::pair<int, int>> scores;
    for (int col = 0; col < size().cols; ++col) {
      const uint64_t cell = board_.playable(p.all) & board_.column(col);
      if (!cell) continue;
      const int twin = size().cols - 1 - col;
      const auto known = std::find_if(scores.begin(), scores.end(),
                                      [&](const auto& entry) { return symmetric && entry.first == twin; });
      scores.emplace_back(col, known != scores.end() ? known->second : move_score(p, cell));
    }
    return scores;
  }

  std::vector<uint64_t> openings(int stones) const override {
    std::vector<uint64_t> keys{size().bottom};
    for (int ply = 0; ply < stones; ++ply) {
      std::vector<uint64_t> next;
      for (uint64_t key : keys) {
        const Position p = from_opening_key(key);
        for (uint64_t moves = board_.playable(p.all); moves; moves &= moves - 1) {
          const uint64_t cell = moves & -moves;
          if (!board_.has_four(p.mine | cell) && p.stones() + 1 < size().cells)
            next.push_back(board_.canonical_key(p.play(cell)));
        }
      }
      std::sort(next.begin(), next.end());
      next.erase(std::unique(next.begin(), next.end()), next.end());
      keys = std::move(next);
    }
    return keys;
  }

  int opening_score(uint64_t key) override { return score(from_opening_key(key)); }

  void set_openings(int stones, const std::vector<int8_t>& scores) override {
    if (stones < 0 || openings(stones).size() != scores.size())
      throw std::invalid_argument("there must be one score per opening");
    std::vector<Openings> known(stones + 1);
    known[stones] = {openings(stones), scores};
    for (int ply = stones - 1; ply >= 0; --ply) {
      known[ply].keys = openings(ply);
      for (uint64_t key : known[ply].keys) known[ply].scores.push_back(best_move(key, known[ply + 1]));
    }
    openings_ = std::move(known);
  }

  uint64_t nodes() const override { return nodes_; }

 private:
  // All openings with the same number of stones: sorted keys, and their scores.
  struct Openings {
    std::vector<uint64_t> keys;
    std::vector<int8_t> scores;

    const int8_t* find(uint64_t key) const {
      const auto place = std::lower_bound(keys.begin(), keys.end(), key);
      return place != keys.end() && *place == key ? &scores[place - keys.begin()] : nullptr;
    }
  };

  struct Move {
    uint64_t cell;
    uint64_t replies;  // the moves of the other seat that do not lose at once
    int rank;
  };

  Position parse(std::string_view key) const {
    if (static_cast<int>(key.size()) != size().cells) throw std::invalid_argument("wrong number of cells");
    uint64_t stones[2] = {0, 0};
    for (int cell = 0; cell < size().cells; ++cell) {
      if (key[cell] == 2) continue;
      if (key[cell] != 0 && key[cell] != 1) throw std::invalid_argument("a cell is 0, 1 or 2 (empty)");
      stones[static_cast<int>(key[cell])] |= uint64_t{1} << (cell % size().cols * size().stride + cell / size().cols);
    }
    const uint64_t all = stones[0] | stones[1];
    const int ahead = std::popcount(stones[0]) - std::popcount(stones[1]);
    if ((all & (all + size().bottom)) != 0) throw std::invalid_argument("a stone floats");
    if (ahead != 0 && ahead != 1) throw std::invalid_argument("the stones do not alternate");
    if (board_.has_four(stones[0]) || board_.has_four(stones[1]) || all == size().board)
      throw std::invalid_argument("the game is over");
    return {stones[ahead], all};
  }

  // In each column's part of the key, the highest set bit lies on top of the stones.
  Position from_opening_key(uint64_t key) const {
    Position p;
    for (int col = 0; col < size().cols; ++col) {
      const uint64_t part = key >> (col * size().stride) & ((uint64_t{1} << size().stride) - 1);
      if (part == 0) throw std::invalid_argument("this is not the key of an opening");
      const uint64_t end = std::bit_floor(part);
      p.all |= (end - 1) << (col * size().stride);
      p.mine |= (part ^ end) << (col * size().stride);
    }
    return p;
  }

  const BoardSize& size() const { return board_.size; }

  static int work(uint64_t nodes) { return std::min(7, static_cast<int>(std::bit_width(nodes)) / 3); }

  int win_now(int stones) const { return (size().cells + 1 - stones) / 2; }

  int move_score(const Position& p, uint64_t cell) {
    if (board_.has_four(p.mine | cell)) return win_now(p.stones());
    return -score(p.play(cell));
  }

  // Bisection that tests scores far from 0 first: a fast win or loss takes only a shallow search.
  int score(const Position& p) {
    const int stones = p.stones();
    if (stones == size().cells) return 0;
    if (stones < static_cast<int>(openings_.size())) {
      // The openings hold only positions that some order of moves reaches.
      if (const int8_t* known = openings_[stones].find(board_.canonical_key(p))) return *known;
    }
    const uint64_t playable = board_.playable(p.all);
    if (board_.completing(p.mine, p.all) & playable) return win_now(stones);
    const uint64_t replies = safe_replies(playable, board_.completing(p.theirs(), p.all));
    if (!replies) return -win_now(stones + 1);
    table_.prepare();
    int low = -win_now(stones + 3), high = win_now(stones + 2);
    while (low < high) {
      int middle = low + (high - low) / 2;
      if (middle <= 0 && low / 2 < middle) middle = low / 2;
      if (middle >= 0 && high / 2 > middle) middle = high / 2;
      middle = std::min(middle, high - 1);
      const int found = search(p, stones, middle, replies);
      (found <= middle ? high : low) = found;
    }
    return low;
  }

  // The score of an opening, from the scores of the openings with one more stone.
  int8_t best_move(uint64_t key, const Openings& next) const {
    const Position p = from_opening_key(key);
    int best = -kNoBound;
    for (uint64_t moves = board_.playable(p.all); moves; moves &= moves - 1) {
      const uint64_t cell = moves & -moves;
      if (board_.has_four(p.mine | cell)) return static_cast<int8_t>(win_now(p.stones()));
      if (p.stones() + 1 == size().cells) return 0;
      best = std::max(best, -*next.find(board_.canonical_key(p.play(cell))));
    }
    return static_cast<int8_t>(best);
  }

  uint64_t table_key(const Position& p, int stones) const {
    return stones < kMirrorStones ? board_.canonical_key(p) : board_.key(p);
  }

  // The playable cells after which the other seat, which threatens to complete four on `threats`, cannot do so at once:
  // block a playable threat, and do not play below one.
  static uint64_t safe_replies(uint64_t playable, uint64_t threats) {
    const uint64_t forced = playable & threats;
    if (forced & (forced - 1)) return 0;
    return (forced ? forced : playable) & ~(threats >> 1);
  }

  // Is the score greater than alpha? Negamax with the null window (alpha, alpha + 1). Returns a bound on the score: an
  // upper bound if it is at most alpha, else a lower bound. The seat to move cannot win at once, and `replies` are its
  // moves that do not lose at once: at least one.
  int search(const Position& p, int stones, int alpha, uint64_t replies) {
    if (++nodes_ % kPollNodes == 0) poll();
    if (stones >= size().cells - 2) return 0;
    const bool forced = (replies & (replies - 1)) == 0;
    Bounds bounds{-win_now(stones + 3), win_now(stones + 2)};
    if (bounds.low > alpha) return bounds.low;
    if (bounds.high <= alpha) return bounds.high;
    const uint64_t key = table_key(p, stones);
    if (!forced) {
      const Bounds known = table_.get(key);
      bounds = {std::max(bounds.low, known.low), std::min(bounds.high, known.high)};
      if (bounds.low > alpha) return bounds.low;
      if (bounds.high <= alpha) return bounds.high;
    }

    Move moves[64];
    int count = 0;
    const bool look_ahead = stones < size().cells - kLookAheadEmpty;
    const ParityBounds<Size> parity{board_};
    for (uint64_t rest = replies; rest; rest &= rest - 1) {
      Move move;
      move.cell = rest & -rest;
      const Position child = p.play(move.cell);
      if (look_ahead) table_.prefetch(board_.key(child));
      const uint64_t playable = board_.playable(child.all);
      const uint64_t threats = board_.completing(child.theirs(), child.all);
      move.replies = safe_replies(playable, threats);
      if (!move.replies) return win_now(stones + 2);
      if (size().rows % 2 == 0 && alpha < 2) {
        const int bound = stones % 2 ? -parity.first_to_move(child) : -parity.second_to_move(child, threats);
        if (bound > alpha) return bound;
      }
      const int col = board_.column_of(move.cell);
      move.rank = 64 * std::popcount(threats) + std::min(col, size().cols - 1 - col);
      int place = count++;
      for (; place > 0 && moves[place - 1].rank < move.rank; --place) moves[place] = moves[place - 1];
      moves[place] = move;
    }
    // No move forces a win on this seat's next turn.
    bounds.high = std::min(bounds.high, win_now(stones + 4));
    if (bounds.high <= alpha) return bounds.high;

    const uint64_t nodes_before = nodes_;
    // Enhanced transposition cut-off: a child may already be known to be good enough (Plaat et al., 1996).
    if (look_ahead && !forced) {
      for (int i = 0; i < count; ++i) {
        const int low = -table_.get(table_key(p.play(moves[i].cell), stones + 1)).high;
        if (low > alpha) return low;
      }
    }
    int best = -kNoBound;
    for (int i = 0; i < count && best <= alpha; ++i) {
      const int found = -search(p.play(moves[i].cell), stones + 1, -alpha - 1, moves[i].replies);
      best = std::max(best, found);
    }
    if (best > alpha)
      bounds.low = std::max(bounds.low, best);
    else
      bounds.high = std::min(bounds.high, best);
    if (!forced) table_.put(key, bounds, work(nodes_ - nodes_before));
    return best > alpha ? bounds.low : bounds.high;
  }

  DropBoard<Size> board_;
  BoundTable table_;
  std::vector<Openings> openings_;
  uint64_t nodes_ = 0;
};

}  // namespace

std::unique_ptr<ConnectFourSolver> make_connect_four_solver(int rows, int cols, size_t table_bytes) {
  if (rows < 1 || cols < 1 || rows > 19 || (rows + 1) * cols > 64)
    throw std::invalid_argument("the solver takes boards with columns x (rows + 1) of at most 64");
  if (rows == 6 && cols == 7) return std::make_unique<SizedSolver<FixedSize<6, 7>>>(FixedSize<6, 7>{}, table_bytes);
  return std::make_unique<SizedSolver<AnySize>>(AnySize{BoardSize(rows, cols)}, table_bytes);
}

}  // namespace ply
