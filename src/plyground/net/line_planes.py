"""Planes that show a network where a line can be completed: Connect Four, tic-tac-toe and their kin.

A network of few layers has to learn every line of the board by itself. These planes are computed from the stones, on
the device that runs the network, so that packed positions stay as short as they are.
"""

from typing import Any

from plyground.errors import PlygroundError

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def require_lines(planes: tuple[int, int, int], k: int) -> None:
    """Raise unless the planes are the stones of two seats on a board with room for lines of k cells."""
    count, rows, cols = planes
    if count != 2 or max(rows, cols) < k:
        raise PlygroundError(
            f"lines={k} needs planes with the stones of two seats and room for {k} in a row, "
            f"not {count} planes of {rows}×{cols} cells"
        )


def with_completions(xp: Any, stones: Any, k: int) -> Any:
    """The stones of two seats (batch, rows, cols, 2), and two planes more: the empty cells that would complete k in a
    row for each seat. `xp` is NumPy or JAX's NumPy."""
    _, rows, cols, _ = stones.shape
    around = k - 1
    padded = xp.pad(stones, ((0, 0), (around, around), (around, around), (0, 0)))

    def run(down: int, right: int) -> list[Any]:
        """Of every cell: are the next 0, 1, … k − 1 cells in this direction all stones of the seat?"""
        runs: list[Any] = [1]
        for step in range(1, k):
            top, left = around + step * down, around + step * right
            runs.append(runs[-1] * padded[:, top : top + rows, left : left + cols])
        return runs

    completes = xp.zeros_like(stones)
    for down, right in DIRECTIONS:
        ahead, behind = run(down, right), run(-down, -right)
        for stones_ahead in range(k):
            completes = xp.maximum(completes, ahead[stones_ahead] * behind[around - stones_ahead])
    empty = 1 - stones.sum(-1, keepdims=True)
    return xp.concatenate([stones, empty * completes], -1)
