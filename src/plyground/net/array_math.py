"""The operations of a forward pass in NumPy, and in JAX where it is installed."""

from typing import Any

import numpy as np

from plyground.errors import PlygroundError


class NumpyMath:
    """Plays without any framework; slower than JAX on large batches, as fast on single positions."""

    def conv(self, boards: Any, kernel: Any) -> Any:
        batch, rows, columns, channels = boards.shape
        padded = np.zeros((batch, rows + 2, columns + 2, channels), boards.dtype)
        padded[:, 1:-1, 1:-1] = boards
        # Every 3×3 neighbourhood as a row of a matrix: one product instead of nine.
        windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (1, 2))
        rows_of = windows.transpose(0, 1, 2, 4, 5, 3).reshape(batch * rows * columns, 9 * channels)
        return (rows_of @ kernel.reshape(9 * channels, -1)).reshape(batch, rows, columns, -1)

    def relu(self, x: Any) -> Any:
        return np.maximum(x, 0)

    def tanh(self, x: Any) -> Any:
        return np.tanh(x)


class JaxMath:
    """Compiled by XLA, and differentiated in training."""

    def __init__(self) -> None:
        self.jax = need_jax()

    def conv(self, boards: Any, kernel: Any) -> Any:
        layout = ("NHWC", "HWIO", "NHWC")
        return self.jax.lax.conv_general_dilated(boards, kernel, (1, 1), "SAME", dimension_numbers=layout)

    def relu(self, x: Any) -> Any:
        return self.jax.nn.relu(x)

    def tanh(self, x: Any) -> Any:
        return self.jax.numpy.tanh(x)


def need_jax() -> Any:
    """JAX, or one sentence that says how to install it."""
    try:
        import jax
    except ImportError:
        raise PlygroundError('this needs JAX: pip install "plyground[net]"') from None
    return jax
