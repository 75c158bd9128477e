"""The operations of a forward pass in NumPy, and in JAX if it is installed."""

from typing import Any

import numpy as np

from plyground.errors import PlygroundError


class NumpyMath:
    """Needs no framework; slower than JAX on large batches, as fast on single positions."""

    xp: Any = np

    def conv(self, boards: Any, kernel: Any) -> Any:
        batch, rows, columns, channels = boards.shape
        # Each cell with its left and its right neighbour. The rows above, at and below the cells are three slices of
        # this one copy, with one matrix product each.
        triples = np.zeros((batch, rows + 2, columns, 3, channels), boards.dtype)
        triples[:, 1:-1, 1:, 0] = boards[:, :, :-1]
        triples[:, 1:-1, :, 1] = boards
        triples[:, 1:-1, :-1, 2] = boards[:, :, 1:]
        above, at, below = kernel.reshape(3, 3 * channels, -1)
        size = (batch, rows * columns, 3 * channels)
        found = triples[:, :-2].reshape(size) @ above
        found += triples[:, 1:-1].reshape(size) @ at
        found += triples[:, 2:].reshape(size) @ below
        return found.reshape(batch, rows, columns, -1)

    def relu(self, x: Any) -> Any:
        return np.maximum(x, 0)

    def tanh(self, x: Any) -> Any:
        return np.tanh(x)


class JaxMath:
    """Compiled by XLA, and differentiated in training."""

    def __init__(self) -> None:
        self.jax = need_jax()
        self.xp = self.jax.numpy

    def conv(self, boards: Any, kernel: Any) -> Any:
        layout = ("NHWC", "HWIO", "NHWC")
        return self.jax.lax.conv_general_dilated(boards, kernel, (1, 1), "SAME", dimension_numbers=layout)

    def relu(self, x: Any) -> Any:
        return self.jax.nn.relu(x)

    def tanh(self, x: Any) -> Any:
        return self.xp.tanh(x)


def need_jax() -> Any:
    """The module jax; if it is missing, an error says how to install it."""
    try:
        import jax
    except ImportError:
        raise PlygroundError('this needs JAX: pip install "plyground[net]"') from None
    return jax
