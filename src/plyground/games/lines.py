"""The common part of m,n,k games and Connect Four: stones of two seats on a grid, and k in a row wins."""

from abc import abstractmethod
from dataclasses import dataclass
from functools import cache

from plyground.errors import PlygroundError
from plyground.games.base import TERMINAL, Game, State
from plyground.games.planes import Planes, bits_of

EMPTY = 2  # an empty cell; other cells hold the seat of their stone
STONES = "XO."
_DIGITS = [bytes.maketrans(b"\0\1\2", digits) for digits in (b"100", b"010")]  # of a seat's stones, in binary


@dataclass(frozen=True)
class LineGame(Game):
    """Two seats; the key of a position is its cells."""

    @property
    def num_players(self) -> int:
        return 2

    @abstractmethod
    def initial_state(self) -> "LineState": ...

    @property
    def planes(self) -> Planes:
        start = self.initial_state()
        return Planes(("stones of the mover", "stones of the other"), start.rows, start.cols)

    def seat_name(self, seat: int) -> str:
        return STONES[seat]

    def state_from_key(self, key: bytes) -> "LineState":
        state = self.initial_state()
        state.restore(key)
        return state


class LineState(State):
    """The stones on the board, cell by cell: cell = row · cols + column."""

    def __init__(self, game: Game, rows: int, cols: int, k: int) -> None:
        super().__init__(game)
        self.rows, self.cols, self.k = rows, cols, k
        self.player = 0
        self.cells = [EMPTY] * (rows * cols)
        self.empty = rows * cols
        self.winner: int | None = None

    def place(self, cell: int) -> None:
        """Put the mover's stone on an empty cell; only the lines through it can have been completed."""
        me = self.player
        self.cells[cell] = me
        self.empty -= 1
        if self._completes_line(cell):
            self.winner = me
        over = self.winner is not None or self.empty == 0
        self.player = TERMINAL if over else 1 - me

    def _completes_line(self, cell: int) -> bool:
        """Whether the stone on this cell completes a line of its seat. Loops are twice as fast as `any` and `all`."""
        cells, (lines, through) = self.cells, grid_lines(self.rows, self.cols, self.k)
        me = cells[cell]
        for line in through[cell]:
            for other in lines[line]:
                if cells[other] != me:
                    break
            else:
                return True
        return False

    def returns(self) -> list[float]:
        if self.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.winner == 0 else [-1.0, 1.0]

    def key(self) -> bytes:
        return bytes(self.cells)

    def plane_bits(self) -> list[int]:
        bits = self.game.planes.cell_bits
        seats = (self.player, 1 - self.player)
        return [bits_of([bits[cell] for cell, stone in enumerate(self.cells) if stone == seat]) for seat in seats]

    def heuristic(self) -> list[float]:
        """Σ (stones/k)² over the lines that only one seat has stones on, the first seat's less the second's.

        Divided by the number of lines, so that it stays within [−1, 1].
        """
        lines, _ = grid_lines(self.rows, self.cols, self.k)
        total = 0
        for line in lines:
            stones = [self.cells[cell] for cell in line]
            first, second = stones.count(0), stones.count(1)
            if second == 0:
                total += first * first
            elif first == 0:
                total -= second * second
        value = total / (self.k * self.k * len(lines)) if lines else 0.0
        return [value, -value]

    def restore(self, key: bytes) -> None:
        """Become the position with these cells; the error explains why no game can reach it."""
        if len(key) != len(self.cells) or max(key) > EMPTY:
            raise PlygroundError(f"{self.game}: a position is {len(self.cells)} cells of 0, 1 or 2 (empty)")
        first, second = key.count(0), key.count(1)
        if first - second not in (0, 1):
            raise PlygroundError(f"{self.game}: {first} stones of X and {second} of O are impossible: X moves first")
        last = 0 if first > second else 1
        if has_line(key, 1 - last, self.cols, self.k):
            raise PlygroundError(f"{self.game}: {STONES[1 - last]} has won, and {STONES[last]} moved after it")
        won = has_line(key, last, self.cols, self.k)
        self.cells = list(key)
        self.empty = key.count(EMPTY)
        self.winner = last if won else None
        self.player = TERMINAL if won or not self.empty else 1 - last


def check_line_length(game: Game, rows: int, cols: int, k: int) -> None:
    """Refuse a line that is longer than the board."""
    if k > max(rows, cols):
        raise PlygroundError(f"{game.name}: k must be at most {max(rows, cols)} on this board, not {k}")


def has_line(key: bytes, seat: int, cols: int, k: int) -> bool:
    """Whether a seat has k stones in a row. The board is one number with a bit for each cell, which is compared with
    itself, moved along a line; a free column keeps lines from wrapping around."""
    rows = (key[start : start + cols] for start in range(0, len(key), cols))
    stones = int(b"0".join(rows).translate(_DIGITS[seat]), 2)
    for step in (1, cols, cols + 1, cols + 2):
        runs = stones
        for _ in range(k - 1):
            runs &= runs >> step
        if runs:
            return True
    return False


@cache
def grid_lines(rows: int, cols: int, k: int) -> tuple[list[tuple[int, ...]], list[list[int]]]:
    """Every line of k cells, and for every cell the numbers of the lines through it."""
    lines = []
    for row in range(rows):
        for column in range(cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                end_row, end_column = row + (k - 1) * down, column + (k - 1) * right
                if end_row < rows and 0 <= end_column < cols:
                    lines.append(tuple((row + i * down) * cols + column + i * right for i in range(k)))
    if k == 1:  # the four directions of a line of one cell are the same line
        lines = [(cell,) for cell in range(rows * cols)]
    through: list[list[int]] = [[] for _ in range(rows * cols)]
    for number, line in enumerate(lines):
        for cell in line:
            through[cell].append(number)
    return lines, through
