"""Boards in a terminal: the text of a position in colour, with the last move and a winning line marked.

The text is that of `str(state)`; only its style is added, so that a board reads the same without colour.
"""

import re
from collections.abc import Iterable
from functools import singledispatch
from typing import TYPE_CHECKING

from plyground.games.base import State
from plyground.games.connect_four import ConnectFourState
from plyground.games.lines import EMPTY, LineState, grid_lines
from plyground.games.ludo import LudoState
from plyground.games.ludo_board import SEATS
from plyground.games.mnk import MnkState

if TYPE_CHECKING:  # rich loads when a board is shown
    from rich.text import Text

LAST_MOVE = "reverse"
WINNING_LINE = "bold reverse green"
LINE_SEATS = ("bold red", "bold bright_blue")  # plain blue is hard to read on black
LUDO_SEATS = {name[0]: f"bold {'bright_' if name == 'Blue' else ''}{name.lower()}" for name in SEATS}

# The start and the end of a style in the text, and the style.
Span = tuple[int, int, str]


def paint(state: State, before: State | None = None) -> "Text":
    """The board as text with styles; what changed since the position `before` is marked as the last move."""
    from rich.text import Text

    text = str(state)
    painted = Text(text)
    for start, end, style in [*colours(state), *last_move(state, before), *winning_line(state)]:
        painted.stylize(style, start, end)
    return painted


@singledispatch
def colours(state: State) -> list[Span]:
    """The colours of a board, by the class of the state; none by default."""
    return []


@colours.register
def _(state: LineState) -> list[Span]:
    return [
        (at, at + 1, LINE_SEATS[stone]) for at, stone in zip(_places(state), state.cells, strict=True) if stone != EMPTY
    ]


@colours.register
def _(state: LudoState) -> list[Span]:
    text = str(state)
    board = text.index("\n\n")
    tokens = [(m.start(), m.end(), LUDO_SEATS[m[0][0].upper()]) for m in re.finditer(r"[RGYBrgyb]\d?", text[:board])]
    names = re.finditer("|".join(SEATS), text[board:])
    return tokens + [(board + m.start(), board + m.end(), LUDO_SEATS[m[0][0]]) for m in names]


def last_move(state: State, before: State | None) -> list[Span]:
    """The characters that changed on the board, without the lines below a Ludo board, which change with every roll."""
    if before is None:
        return []
    board = str(state).partition("\n\n")[0]
    return [(at, at + 1, LAST_MOVE) for at in _changes(str(before), board)]


def winning_line(state: State) -> list[Span]:
    """The cells of every completed line."""
    if not isinstance(state, LineState) or state.winner is None:
        return []
    places = _places(state)
    lines = grid_lines(state.rows, state.cols, state.k)[0]
    cells = {cell for line in lines if all(state.cells[at] == state.winner for at in line) for cell in line}
    return [(places[cell], places[cell] + 1, WINNING_LINE) for cell in sorted(cells)]


def _places(state: LineState) -> list[int]:
    """The place of each cell in the text, as `MnkState.__str__` and `ConnectFourState.__str__` lay it out."""
    cells = [divmod(cell, state.cols) for cell in range(state.rows * state.cols)]
    if isinstance(state, ConnectFourState):
        return [(state.rows - 1 - row) * 3 * state.cols + 3 * column + 1 for row, column in cells]
    assert isinstance(state, MnkState)
    return [(row + 1) * (2 * state.cols + 3) + 3 + 2 * column for row, column in cells]


def _changes(old: str, new: str) -> Iterable[int]:
    """The places at which the new text differs from the old one in the same line and column."""
    start, before = 0, old.splitlines()
    for number, line in enumerate(new.splitlines()):
        was = before[number] if number < len(before) else line
        yield from (
            start + column
            for column, character in enumerate(line)
            if not character.isspace() and was[column : column + 1] != character
        )
        start += len(line) + 1
