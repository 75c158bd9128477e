"""Connect Four on any board: stones fall, k in a row wins. Twin: `src/native/games/connect_four.hpp`."""

from dataclasses import dataclass, replace

from plyground.errors import IllegalAction, PlygroundError
from plyground.games.base import TERMINAL, Game, Image, register
from plyground.games.lines import EMPTY, STONES, LineGame, LineState, check_line_length
from plyground.games.planes import WORD, Planes, Symmetry
from plyground.text_form import param


@register("connect_four")
@dataclass(frozen=True)
class ConnectFour(LineGame):
    """Two players drop stones into columns; the first with k in a row (across, up or diagonally) wins.

    A stone falls to the lowest free cell of its column. A full board is a draw. A move is the number of a column, or
    its letter: 4 or d.

    Args:
        rows: Rows of the board.
        cols: Columns of the board.
        k: Stones in a row that win.
    """

    rows: int = param(6, low=1, high=19)
    cols: int = param(7, low=1, high=19)
    k: int = param(4, low=1, high=19)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_line_length(self, self.rows, self.cols, self.k)

    def initial_state(self) -> "ConnectFourState":
        return ConnectFourState(self, self.rows, self.cols, self.k)

    @property
    def num_actions(self) -> int:
        return self.cols

    @property
    def planes(self) -> Planes:
        """The boards of the C++ twin, if they fit a word: column by column, with one spare bit above each column."""
        planes = super().planes
        stride = self.rows + 1
        if stride * self.cols > WORD:
            return planes
        return replace(planes, bits=tuple(col * stride + row for row in range(self.rows) for col in range(self.cols)))

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The identity and the mirror image."""
        cells = range(self.rows * self.cols)
        mirror = tuple(cell - cell % self.cols + self.cols - 1 - cell % self.cols for cell in cells)
        columns = range(self.cols)
        return Symmetry(tuple(cells), tuple(columns)), Symmetry(mirror, tuple(reversed(columns)))

    @property
    def twin(self) -> tuple[str, tuple[int, ...]]:
        return "connect_four", (self.rows, self.cols, self.k)


class ConnectFourState(LineState):
    """The stones on the board, bottom row first. An action is a column, from 0."""

    def __init__(self, game: Game, rows: int, cols: int, k: int) -> None:
        super().__init__(game, rows, cols, k)
        self.heights = [0] * cols

    def actions(self) -> list[int]:
        if self.player == TERMINAL:
            return []
        return [column for column, height in enumerate(self.heights) if height < self.rows]

    def apply(self, action: int) -> None:
        if self.player == TERMINAL or not 0 <= action < self.cols or self.heights[action] == self.rows:
            self.require_legal(action)
        cell = self.heights[action] * self.cols + action
        self.heights[action] += 1
        self.place(cell)

    def restore(self, key: bytes) -> None:
        super().restore(key)
        for column in range(self.cols):
            stones = [key[row * self.cols + column] != EMPTY for row in range(self.rows)]
            self.heights[column] = sum(stones)
            if not all(stones[: self.heights[column]]):
                raise PlygroundError(f"{self.game}: a stone floats in column {column + 1}")

    def images(self) -> list[Image]:
        """The identity and the mirror image."""
        rows = [self.cells[start : start + self.cols] for start in range(0, len(self.cells), self.cols)]
        mirror = bytes(stone for row in rows for stone in reversed(row))
        return [(self.key(), tuple(range(self.cols))), (mirror, tuple(reversed(range(self.cols))))]

    def action_name(self, action: int) -> str:
        return str(action + 1)

    def parse_action(self, text: str) -> int:
        word = text.strip().lower()
        column = -1
        if word.isascii() and word.isdecimal() and len(word) <= 2:
            column = int(word) - 1
        elif len(word) == 1 and word.isascii() and word.isalpha():
            column = ord(word) - ord("a")
        if not 0 <= column < self.cols:
            raise IllegalAction(f"no column {text.strip()!r}; {self._legal_moves_text()}")
        if self.player == TERMINAL or self.heights[column] == self.rows:
            reason = "the game is over" if self.player == TERMINAL else "the column is full"
            raise IllegalAction(f"column {column + 1} is not possible: {reason}")
        return column

    def __str__(self) -> str:
        lines = [
            " ".join(f"{STONES[self.cells[row * self.cols + column]]:>2}" for column in range(self.cols))
            for row in reversed(range(self.rows))
        ]
        return "\n".join([*lines, " ".join(f"{column + 1:2d}" for column in range(self.cols))])
