"""The perfect Connect Four player, and the solver behind it: `src/native/solve/connect_four_solver.hpp`.

The score of a position is from the view of the seat to move: the number of stones that the winner has left
at the end, the winning one included; positive for a win, 0 for a draw, negative for a loss. So the best score
is also the fastest win or the slowest loss.
"""

import atexit
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.agents.base import Agent, Decision, register, require_decision
from plyground.agents.openings import deepest, deepest_file
from plyground.errors import PlygroundError
from plyground.games.base import Game, State
from plyground.games.connect_four import ConnectFour
from plyground.rng import Rng
from plyground.text_form import param, seed_param

if TYPE_CHECKING:
    from plyground._native import ConnectFourSolver

TABLE_MB = 64


def new_solver(rows: int, cols: int, table_mb: int) -> "ConnectFourSolver":
    """A solver of this board that knows no openings yet. Its table takes memory when it is first needed."""
    try:
        from plyground._native import ConnectFourSolver
    except ImportError:
        raise PlygroundError(
            "the Connect Four solver needs the C++ core, and plyground was installed without it"
        ) from None
    if not 1 <= cols * (rows + 1) <= 64:
        raise PlygroundError(
            f"the Connect Four solver takes boards of columns × (rows + 1) up to 64, not {cols} × {rows + 1}"
        )
    return ConnectFourSolver(rows, cols, table_mb)


@cache
def _solver(rows: int, cols: int, table_mb: int) -> "ConnectFourSolver":
    solver = new_solver(rows, cols, table_mb)
    openings = deepest(rows, cols)
    if openings is not None:
        solver.set_openings(openings.stones, openings.scores)
    return solver


atexit.register(_solver.cache_clear)  # before the C++ core looks whether anybody still holds something of it


def _solver_of(game: Game, table_mb: int) -> "ConnectFourSolver":
    if not isinstance(game, ConnectFour) or game.k != 4:
        raise PlygroundError(f"the solver knows connect_four with four in a row, not {game}")
    return _solver(game.rows, game.cols, table_mb)


def _key(state: State) -> bytes:
    require_decision(state)
    key = state.key()
    assert isinstance(key, bytes)
    return key


def solve(state: State, table_mb: int = TABLE_MB) -> int:
    """The exact score of a Connect Four position for the seat to move."""
    return _solver_of(state.game, table_mb).score(_key(state))


def analyse(state: State, table_mb: int = TABLE_MB) -> dict[int, int]:
    """The exact score of every legal move for the seat that makes it."""
    return dict(_solver_of(state.game, table_mb).analyse(_key(state)))


@register("perfect")
@dataclass
class Perfect(Agent):
    """Plays Connect Four without a mistake: the fastest win, else a draw, else the slowest loss.

    Args:
        seed: Of the choice between moves of the same score.
        table_mb: The memory of its table, in megabytes.
    """

    seed: int = seed_param()
    table_mb: int = param(TABLE_MB, low=2, high=1 << 20)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._rng = Rng(self.seed)

    def check(self, game: Game) -> None:
        _solver_of(game, self.table_mb)

    def files(self, game: Game) -> list[Path]:
        table = deepest_file(game.rows, game.cols) if isinstance(game, ConnectFour) else None
        return [] if table is None else [table]

    def reset(self, game: Game, seat: int, seed: int) -> None:
        self.check(game)
        self._rng = Rng(seed, self.seed)

    def choose(self, state: State) -> Decision:
        scores = analyse(state, self.table_mb)
        best = max(scores.values())
        actions = [action for action, score in scores.items() if score == best]
        value = float((best > 0) - (best < 0))
        values = [-value, -value]
        values[state.player] = value
        return Decision(actions[self._rng.below(len(actions))], values, {"score": best, "scores": scores})
