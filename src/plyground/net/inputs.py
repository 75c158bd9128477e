"""The input and output of a network for a game, and the symmetries under which it learns."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from plyground.games.base import Game
from plyground.games.planes import Planes, unpack
from plyground.net.architecture import NetworkShape


@dataclass(frozen=True, eq=False)
class Inputs:
    """The input of a network for one game.

    There is one row per symmetry of the board, the identity first. `cells` holds the cell that each cell comes from,
    `moves` the action that each action comes from.
    """

    layout: Planes
    shape: NetworkShape
    cells: np.ndarray  # (symmetries, cells)
    moves: np.ndarray  # (symmetries, actions)

    def planes(self, xp: Any, words: Any, dtype: Any) -> Any:
        """Packed positions, 32-bit words (batch, words), as (batch, rows, columns, planes), in NumPy or JAX."""
        return xp.moveaxis(unpack(self.layout, words, xp), 1, 3).astype(dtype)

    def under(self, xp: Any, symmetry: Any, planes: Any, policies: Any) -> tuple[Any, Any]:
        """Planes and policies under one of the symmetries."""
        if len(self.cells) == 1:
            return planes, policies
        batch, rows, columns, count = planes.shape
        flat = planes.reshape(batch, rows * columns, count)
        seen = xp.take(flat, xp.asarray(self.cells)[symmetry], axis=1).reshape(planes.shape)
        return seen, xp.take(policies, xp.asarray(self.moves)[symmetry], axis=1)


def words_of(positions: np.ndarray) -> np.ndarray:
    """Packed positions as 32-bit words: by default JAX has no 64-bit integers."""
    return np.ascontiguousarray(positions).view(np.uint32)


@cache
def inputs_of(game: Game) -> Inputs:
    """The input of networks for this game. Zero-sum games for two have one value, all others one per seat."""
    opposed = game.num_players == 2 and game.zero_sum
    symmetries = game.symmetries()
    return Inputs(
        game.planes,
        NetworkShape(game.planes.shape, game.num_actions, 1 if opposed else game.num_players),
        np.array([symmetry.cells for symmetry in symmetries], np.int32),
        np.array([symmetry.actions for symmetry in symmetries], np.int32),
    )
