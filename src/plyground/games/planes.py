"""How a network reads a position: planes of bits over the cells of a board, all seen from the seat that moves.

A game says in `Game.planes` what its planes are, and a state gives them in `State.plane_bits`, each as one integer.
Packed, a position is a few 64-bit words, 16 bytes for Connect Four: this is what goes to an accelerator, which unpacks
it there. `unpack` does so with NumPy or JAX.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from plyground.games.base import State

WORD = 64


@dataclass(frozen=True)
class Symmetry:
    """The board seen otherwise, which changes nothing: cell i and action i of the image come from cells[i] and
    actions[i]."""

    cells: tuple[int, ...]
    actions: tuple[int, ...]


@dataclass(frozen=True)
class Planes:
    """The planes of a game: their names, and the board that each of them covers.

    `bits[i]` is the bit of cell i = row · cols + column within a plane; by default the cells are the bits in order.
    """

    names: tuple[str, ...]
    rows: int
    cols: int
    bits: tuple[int, ...] = ()

    @property
    def shape(self) -> tuple[int, int, int]:
        """Of the unpacked planes: planes, rows, columns."""
        return len(self.names), self.rows, self.cols

    @cached_property
    def cell_bits(self) -> tuple[int, ...]:
        return self.bits or tuple(range(self.rows * self.cols))

    @cached_property
    def words_per_plane(self) -> int:
        return max(self.cell_bits) // WORD + 1

    @property
    def words(self) -> int:
        """Of a packed position."""
        return len(self.names) * self.words_per_plane


def pack(state: "State") -> "np.ndarray[Any, Any]":
    """The planes of a state as 64-bit words, one plane after the other, low bits first."""
    import numpy as np

    planes = state.game.planes
    bits = state.plane_bits()
    if len(bits) != len(planes.names):
        raise ValueError(f"{state.game}: {len(bits)} planes, but {len(planes.names)} names of planes")
    data = b"".join(plane.to_bytes(planes.words_per_plane * WORD // 8, "little") for plane in bits)
    return np.frombuffer(data, dtype="<u8")


def unpack(planes: Planes, positions: Any, xp: Any = None) -> Any:
    """Packed positions (n, words) as zeros and ones (n, planes, rows, cols), by NumPy or another module such as
    `jax.numpy`, for which the words are 32 bits: `positions.view("uint32")`."""
    import numpy as np

    if xp is None:
        xp, positions = np, np.ascontiguousarray(positions).view(np.uint32)
    shifts = xp.arange(32, dtype=positions.dtype)
    bits = (positions[:, :, None] >> shifts) & 1
    bits = bits.reshape(positions.shape[0], len(planes.names), planes.words_per_plane * WORD)
    return bits[:, :, np.asarray(planes.cell_bits)].reshape(-1, *planes.shape).astype("uint8")


def features(state: "State") -> "np.ndarray[Any, Any]":
    """The planes of a state as zeros and ones (planes, rows, cols)."""
    planes: np.ndarray[Any, Any] = unpack(state.game.planes, pack(state)[None])[0]
    return planes


def bits_of(cells: Sequence[int]) -> int:
    """The set of these numbers as an integer."""
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def ones(count: int) -> int:
    """A number as so many ones: a network tells larger from smaller by it."""
    return (1 << count) - 1
