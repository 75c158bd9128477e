"""Connect Four positions with the exact score of every move: the judge of a network and of a search.

`connect_four.judged` has a line for each position: its moves, then the score of each of the seven columns for the seat
to move (`plyground.solve`), x for a full one. `make_judged.py` made it: random play from the start, every ply from 4
to 30 equally often, no position twice, none that is over.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from plyground.games.base import State
from plyground.games.connect_four import ConnectFour

JUDGED_FILE = Path(__file__).with_name("connect_four.judged")


@dataclass(frozen=True)
class JudgedPosition:
    """A position and the exact score of each of its moves."""

    moves: str
    scores: dict[int, int]

    def state(self) -> State:
        return ConnectFour().position([int(move) - 1 for move in self.moves])


def moves_that_keep(scores: Mapping[int, float]) -> frozenset[int]:
    """The moves that keep the value: a win stays a win, a draw a draw."""
    best = _sign(max(scores.values()))
    return frozenset(action for action, score in scores.items() if _sign(score) == best)


def _sign(score: float) -> int:
    return (score > 0) - (score < 0)


def line_of(position: JudgedPosition) -> str:
    scores = [str(position.scores[column]) if column in position.scores else "x" for column in range(7)]
    return " ".join([position.moves, *scores])


def read_line(line: str) -> JudgedPosition:
    moves, *scores = line.split()
    return JudgedPosition(moves, {column: int(score) for column, score in enumerate(scores) if score != "x"})


@cache
def judged_positions() -> tuple[JudgedPosition, ...]:
    """The positions that plyground ships."""
    return tuple(read_line(line) for line in JUDGED_FILE.read_text(encoding="ascii").splitlines())
