"""The Connect Four solver of the C++ core (`src/native/solve/connect_four_solver.hpp`) with its opening tables."""

import atexit
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from plyground.deadline import CutOff, left
from plyground.errors import PlygroundError
from plyground.games.base import Game, Start, State, position_of, require_decision
from plyground.games.connect_four import ConnectFour
from plyground.solve.openings import deepest

if TYPE_CHECKING:
    from plyground._native import ConnectFourSolver

TABLE_MB = 64


def new_solver(rows: int, cols: int, table_mb: int) -> "ConnectFourSolver":
    """A solver of this board without an opening table. It allocates its memory on first use."""
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


atexit.register(_solver.cache_clear)  # before the C++ core checks for objects that are still alive


def solver_of(game: Game, table_mb: int = TABLE_MB) -> "ConnectFourSolver":
    """The solver of this game's board with its largest opening table. Raises an error for other games."""
    if not isinstance(game, ConnectFour) or game.k != 4:
        raise PlygroundError(f"the solver is for connect_four with four in a row, not {game}")
    return _solver(game.rows, game.cols, table_mb)


def _key(state: State) -> bytes:
    require_decision(state)
    key = state.key()
    assert isinstance(key, bytes)
    return key


@contextmanager
def _deadline_kept() -> Iterator[None]:
    try:
        yield
    except TimeoutError:
        raise CutOff from None


def solve(state: Start, table_mb: int = TABLE_MB) -> int:
    """The exact score of a Connect Four position for the seat to move."""
    state = position_of(state)
    with _deadline_kept():
        return solver_of(state.game, table_mb).score(_key(state), left())


def analyse(state: Start, table_mb: int = TABLE_MB) -> dict[int, int]:
    """The exact score of every legal move for the seat that makes it."""
    state = position_of(state)
    with _deadline_kept():
        return dict(solver_of(state.game, table_mb).analyse(_key(state), left()))
