"""How a network reads a position: planes of bits over the cells of a board, all seen from the seat that moves.

`Game.planes` names the planes of a game, and `State.plane_bits` gives those of a state, each as one integer. Packed, a
position is a few 64-bit words, 16 bytes for Connect Four. They are sent to the accelerator, which unpacks them there:
`unpack` works with NumPy and with JAX.
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
    """A symmetry of the board: cell i and action i of the image are cells[i] and actions[i] of the original."""

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
        """The shape of an unpacked position: planes, rows, columns."""
        return len(self.names), self.rows, self.cols

    @cached_property
    def cell_bits(self) -> tuple[int, ...]:
        return self.bits or tuple(range(self.rows * self.cols))

    @cached_property
    def words_per_plane(self) -> int:
        return max(self.cell_bits) // WORD + 1

    @property
    def words(self) -> int:
        """The number of words of a packed position."""
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
    """Packed positions (n, words) as zeros and ones (n, planes, rows, cols).

    `xp` is the module to use, by default NumPy. Another one, such as `jax.numpy`, needs positions in words of 32 bits:
    `positions.view("uint32")`.
    """
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
    """A set of numbers as the bits of an integer."""
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def ones(count: int) -> int:
    """A number in unary: as many ones, from which a network can tell larger from smaller."""
    return (1 << count) - 1
