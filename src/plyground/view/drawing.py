"""How a game is drawn: `draw(state, last)` gives a `Drawing`, by the class of the state.

By default a game shows its text and a list of moves to click. To draw it better, register a function for its states:

    from plyground.view import Drawing, Spot, draw

    @draw.register
    def _(state: MyState, last: int | State | None = None) -> Drawing: ...
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import singledispatch

from plyground.games.base import CHANCE, Game, Start, State, position_of
from plyground.view import svg
from plyground.view.text_width import text_width

MARGIN = 16.0


@dataclass(frozen=True)
class Spot:
    """The place of a move on the board: to click, and for the numbers of a search."""

    x: float  # the middle
    y: float
    width: float
    height: float
    # The area to click, if it is not the spot itself: x, y, width, height.
    hit: tuple[float, float, float, float] | None = None
    # The numbers go below the spot instead of on it.
    below: bool = False

    @property
    def radius(self) -> float:
        return min(self.width, self.height) / 2

    @property
    def area(self) -> tuple[float, float, float, float]:
        return self.hit or (self.x - self.width / 2, self.y - self.height / 2, self.width, self.height)


@dataclass
class Drawing:
    """A board as SVG elements, with the places of its moves."""

    width: float
    height: float
    body: list[str]
    spots: dict[int, Spot] = field(default_factory=dict)  # one for every move: an action, or an outcome of chance
    front: list[str] = field(default_factory=list)  # drawn last, such as a winning line


Last = int | State | None
# `last`, for every drawing: the action that led to the state, or the state before it (or several moves before it); a
# game with dice needs the state.


@singledispatch
def draw(state: Start, last: Last = None) -> Drawing:
    """The text of a state, and a button for each move."""
    if not isinstance(state, State):
        return draw(position_of(state), last)
    lines = str(state).splitlines() or [""]
    size, pitch = 14.0, 19.0
    wide = max(text_width(row, size, mono=True) for row in lines)
    if wide > 760:  # long lines get smaller, down to a readable size
        size = max(9.0, size * 760 / wide)
        wide = max(text_width(row, size, mono=True) for row in lines)
    body = [
        svg.text(0, i * pitch + pitch / 2, row, size, "start", mono=True) for i, row in enumerate(lines) if row.strip()
    ]
    height = len(lines) * pitch
    moves = state.moves()
    widest = max(map(chip_width, chip_names(state, moves)), default=0.0)
    width = max(wide, widest, min(chips_width(state, moves), 480.0))
    chips = draw_chips(state, moves, height + 12, width)
    return Drawing(width, chips.height if moves else height, body + chips.body, chips.spots, chips.front)


# Ludo's seats are named by their colours.
_BY_NAME = {"Red": "seat0", "Blue": "seat1", "Green": "seat2", "Yellow": "seat3"}


def seat_colour(game: Game, seat: int) -> str:
    """The colour of a seat, the same in every picture of its game."""
    return _BY_NAME.get(game.seat_name(seat), f"seat{seat % 4}")


def on_colour(colour: str) -> str:
    """A text colour that is readable on a seat's colour."""
    return "on_seat3" if colour == "seat3" else "on_seat"


CHIP_HEIGHT, CHIP_PITCH = 28.0, 46.0


def chip_width(name: str) -> float:
    return max(46.0, text_width(name, 13, bold=True) + 18)


def chips_width(state: State, moves: Sequence[int]) -> float:
    return sum(chip_width(name) + 8 for name in chip_names(state, moves))


def chip_names(state: State, moves: Sequence[int]) -> list[str]:
    """The moves by name; outcomes of chance with their probability."""
    odds = dict(state.chance()) if state.player == CHANCE else {}
    return [state.action_name(move) + (f" · {odds[move]:.0%}" if move in odds else "") for move in moves]


def draw_chips(state: State, moves: Sequence[int], top: float, width: float) -> Drawing:
    """The moves as buttons in one row or several, with room for numbers below each."""
    x, y = 0.0, top
    drawing = Drawing(width, top, [])
    for move, name in zip(moves, chip_names(state, moves), strict=True):
        wide = chip_width(name)
        if x > 0 and x + wide > width:
            x, y = 0.0, y + CHIP_PITCH
        drawing.body.append(svg.rect(x, y, wide, CHIP_HEIGHT, "f-card s-line", radius=8))
        drawing.front.append(svg.text(x + wide / 2, y + CHIP_HEIGHT / 2, name, 13, bold=True))
        drawing.spots[move] = Spot(x + wide / 2, y + CHIP_HEIGHT / 2, wide, CHIP_HEIGHT, below=True)
        x += wide + 8
    drawing.height = y + CHIP_PITCH
    return drawing
