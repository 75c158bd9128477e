"""The result of a search, to read, to print or to write as JSON."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any

import plyground
from plyground.errors import PlygroundError
from plyground.games.base import TERMINAL, State
from plyground.statistics.intervals import mean_interval
from plyground.tree import ROOT, Tree

LINE_SHOWN = 8  # moves of the line of best play in a result's `repr`


@dataclass(frozen=True)
class MoveStats:
    """One move at the root."""

    action: int
    name: str
    visits: int
    # The mean value to the player who moves, and a 95 % interval that treats the visits as independent games.
    value: float
    low: float
    high: float
    # The exact value, if a solver proved it.
    proven: float | None = None


@dataclass(frozen=True, repr=False)
class Result:
    """The result of a search."""

    game: str
    action: int | None
    # The mean over all simulations, to `seat`: the player who moves; at a chance node the one who moved last, or the
    # first seat. None if nothing was searched or the game is over.
    value: float | None
    seat: int
    simulations: int
    seconds: float
    nodes: int  # rows of the tree: every legal move of an expanded position has one
    visited: int  # rows that a simulation has reached
    bytes: int
    depth: int
    width: int
    engine: str
    stopped: str  # the limit that ended the search, or "interrupted" (Ctrl-C), "asked" (`Search.stop`)
    settings: dict[str, Any]  # all that is needed to repeat the search: seed, parts, budget, …
    # The sources of `moves` and `line`, which are computed on demand: most callers need the action alone.
    state: State
    top: Tree
    best_line: list[int]
    value_range: tuple[float, float]
    # The source of `tree`; None in a copy, which has a tree only if it was read before.
    read_tree: Callable[[], Tree] | None = field(default=None, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"read_tree": None}

    @cached_property
    def moves(self) -> list[MoveStats]:
        """The moves at the root, most visits first."""
        return root_moves(self.top, self.state, *self.value_range)

    @cached_property
    def tree(self) -> Tree:
        """The whole tree as this result found it; with parallel=root, the tree of the first thread.

        It is copied when it is first read, which must be before the search goes on.
        """
        if self.read_tree is None:
            raise PlygroundError("this copy of a result has no tree: read result.tree before you copy the result")
        return self.read_tree()

    @property
    def action_value(self) -> float | None:
        """The value of the action to the player who moves: proven, or its mean; None if it was not visited."""
        return next((move.value for move in self.moves if move.action == self.action), None)

    @property
    def returns(self) -> list[float] | None:
        """The returns of all seats if the game is over, else None."""
        return self.state.returns() if self.state.player == TERMINAL else None

    @cached_property
    def line(self) -> list[str]:
        """The action, then the most visited moves below it."""
        return line_names(self.state, self.best_line)

    @property
    def simulations_per_second(self) -> float:
        return self.simulations / self.seconds if self.seconds > 0 else 0.0

    def to_dict(self) -> dict[str, Any]:
        """The fields of `plyground search --json`, which adds the position."""
        return {
            "version": plyground.__version__,
            "game": self.game,
            **self.settings,
            "simulations": self.simulations,
            "seconds": self.seconds,
            "simulations_per_second": self.simulations_per_second,
            "nodes": self.nodes,
            "visited": self.visited,
            "bytes": self.bytes,
            "depth": self.depth,
            "width": self.width,
            "action": self.action,
            "action_value": self.action_value,
            "seat": self.seat,
            "value": self.value,
            "returns": self.returns,
            "line": self.line,
            "engine": self.engine,
            "stopped": self.stopped,
            "moves": [
                {
                    "action": move.action,
                    "name": move.name,
                    "visits": move.visits,
                    "value": move.value,
                    "low": move.low,
                    "high": move.high,
                    "proven": move.proven,
                }
                for move in self.moves
            ],
        }

    def __repr__(self) -> str:
        """One line: the move, its value and visits, and the line of best play."""
        if self.returns is not None:
            found = f"the game is over, returns {self.returns}"
        elif self.action is None:
            found = f"chance moves, {self.simulations:,} simulations"
        else:
            found = self.state.action_name(self.action)
            value, visits = self.action_value, {move.action: move.visits for move in self.moves}
            found += "" if value is None else f", value {value:+z.3f}"
            found += f", {visits.get(self.action, 0):,} of {sum(visits.values()):,} visits"
        line = f"; line {' '.join(self.line[:LINE_SHOWN])}" if self.line else ""
        return f"<{self.game}: {found}{line}{' …' if len(self.line) > LINE_SHOWN else ''}>"

    def _repr_html_(self) -> str:
        """The board with its values and the table of moves, in a notebook."""
        page: str = import_module("plyground.view").result_html(self)
        return page


def root_moves(tree: Tree, state: State, low: float, high: float) -> list[MoveStats]:
    """The visited children of the root, most visits first."""
    proven = tree.find("proven")
    moves = []
    for node in tree.node(ROOT).children:
        exact = None if proven is None or proven[node.row] is None else proven[node.row][max(state.player, 0)]
        mean = mean_interval(node.value, node.visits, low, high)
        least, most = (mean.low, mean.high) if exact is None else (exact, exact)
        moves.append(
            MoveStats(node.action, state.action_name(node.action), node.visits, node.value, least, most, exact)
        )
    return moves


def line_names(state: State, actions: list[int]) -> list[str]:
    """The moves of a line as people write them."""
    state = state.clone()
    names = []
    for action in actions:
        if action not in state.moves():  # open loop: the line has no dice throws
            break
        names.append(state.action_name(action))
        state.apply(action)
    return names
