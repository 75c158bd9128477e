"""m,n,k games: two players place stones on a board; k in a row wins. Twin: `src/native/games/mnk.hpp`.

`tictactoe(n)` is the n×n board with n in a row of Ali's n×n tic-tac-toe; `mnk(15,15,5)` is free Gomoku.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from plyground.errors import IllegalAction
from plyground.games.base import TERMINAL, Game, Image, register
from plyground.games.lines import EMPTY, STONES, LineGame, LineState, check_line_length, grid_lines
from plyground.games.planes import Symmetry
from plyground.text_form import param

# Boards with at most this many lines detect that none can be completed any more (one machine word in C++).
SETTLED_LINES = 64


class PlacingGame(LineGame):
    """An action is a cell of the board."""

    @property
    def num_actions(self) -> int:
        return len(self.initial_state().cells)

    def symmetries(self) -> tuple[Symmetry, ...]:
        start = self.initial_state()
        backs = [tuple(back) for _, back in _symmetries(start.rows, start.cols)]
        return tuple(Symmetry(back, back) for back in backs)


@register("mnk")
@dataclass(frozen=True)
class Mnk(PlacingGame):
    """Two players place stones on any board; the first with k in a row (across, down or diagonally) wins.

    A full board is a draw. A move is a cell, its column and its row: b2. `mnk(15,15,5)` is free Gomoku.

    Args:
        rows: Rows of the board.
        cols: Columns of the board.
        k: Stones in a row that win.
    """

    rows: int = param(low=1, high=19)
    cols: int = param(low=1, high=19)
    k: int = param(low=1, high=19)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_line_length(self, self.rows, self.cols, self.k)

    def initial_state(self) -> "MnkState":
        return MnkState(self, self.rows, self.cols, self.k)

    @property
    def twin(self) -> tuple[str, tuple[int, ...]]:
        return "mnk", (self.rows, self.cols, self.k)


@register("tictactoe")
@dataclass(frozen=True)
class TicTacToe(PlacingGame):
    """Two players place stones on n × n cells; the first with n in a row (across, down or diagonally) wins.

    A full board is a draw. A move is a cell, its column and its row: b2.

    Args:
        n: Rows and columns of the board, and stones in a row that win.
    """

    n: int = param(3, low=1, high=19)

    def initial_state(self) -> "MnkState":
        return MnkState(self, self.n, self.n, self.n)

    @property
    def twin(self) -> tuple[str, tuple[int, ...]]:
        return "mnk", (self.n, self.n, self.n)


class MnkState(LineState):
    """An action is a cell."""

    def __init__(self, game: Game, rows: int, cols: int, k: int) -> None:
        super().__init__(game, rows, cols, k)
        # Bit i of touched[seat]: the seat has a stone on line i. A line that both touch is dead.
        self.touched = [0, 0]

    def actions(self) -> list[int]:
        if self.player == TERMINAL:
            return []
        return [cell for cell, stone in enumerate(self.cells) if stone == EMPTY]

    def apply(self, action: int) -> None:
        if self.player == TERMINAL or not 0 <= action < len(self.cells) or self.cells[action] != EMPTY:
            self.require_legal(action)
        self.touched[self.player] |= _line_bits(self.rows, self.cols, self.k)[action]
        self.place(action)

    def settled(self) -> list[float] | None:
        count = len(grid_lines(self.rows, self.cols, self.k)[0])
        alive = count > SETTLED_LINES or self.touched[0] & self.touched[1] != (1 << count) - 1
        return None if alive else [0.0, 0.0]

    def restore(self, key: bytes) -> None:
        super().restore(key)
        bits = _line_bits(self.rows, self.cols, self.k)
        self.touched = [0, 0]
        for cell, stone in enumerate(key):
            if stone != EMPTY:
                self.touched[stone] |= bits[cell]

    def images(self) -> list[Image]:
        """The images under the eight rotations and reflections of a square board, or the four of an oblong one."""
        cells = self.cells
        return [(bytes(cells[source] for source in back), to) for to, back in _symmetries(self.rows, self.cols)]

    def action_name(self, action: int) -> str:
        row, column = divmod(action, self.cols)
        return f"{chr(ord('a') + column)}{row + 1}"

    def parse_action(self, text: str) -> int:
        word = text.strip().lower()
        if word.isascii() and word[:1].isalpha() and word[1:].isdecimal() and len(word) <= 3:
            column, row = ord(word[0]) - ord("a"), int(word[1:]) - 1
            if 0 <= column < self.cols and 0 <= row < self.rows:
                action = row * self.cols + column
                if self.player == TERMINAL or self.cells[action] != EMPTY:
                    reason = "the game is over" if self.player == TERMINAL else "there is a stone already"
                    raise IllegalAction(f"{word} is not possible: {reason}")
                return action
        raise IllegalAction(f"no cell {text.strip()!r}; {self._legal_moves_text()}")

    def __str__(self) -> str:
        header = "   " + " ".join(chr(ord("a") + column) for column in range(self.cols))
        rows = [
            f"{row + 1:2d} " + " ".join(STONES[s] for s in self.cells[row * self.cols : (row + 1) * self.cols])
            for row in range(self.rows)
        ]
        return "\n".join([header, *rows])


@cache
def _line_bits(rows: int, cols: int, k: int) -> list[int]:
    """For every cell the set of lines through it, as bits."""
    return [sum(1 << line for line in through) for through in grid_lines(rows, cols, k)[1]]


@cache
def _symmetries(rows: int, cols: int) -> list[tuple[Sequence[int], Sequence[int]]]:
    """Each symmetry of the board as (where a cell goes, where a cell of the image comes from)."""
    found: list[tuple[Sequence[int], Sequence[int]]] = []
    for transpose in (False, True) if rows == cols else (False,):
        for flip_rows in (False, True):
            for flip_columns in (False, True):
                to = []
                for cell in range(rows * cols):
                    row, column = divmod(cell, cols)
                    if transpose:
                        row, column = column, row
                    row = rows - 1 - row if flip_rows else row
                    column = cols - 1 - column if flip_columns else column
                    to.append(row * cols + column)
                back = [0] * len(to)
                for source, target in enumerate(to):
                    back[target] = source
                found.append((tuple(to), tuple(back)))
    return found
