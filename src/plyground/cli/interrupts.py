"""Delay Ctrl-C until a piece of work is complete."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class TrainingStopped(Exception):
    """Ctrl-C was pressed, and the episode is over."""


@contextmanager
def interrupts_held() -> Iterator[Callable[[], bool]]:
    """Within this block Ctrl-C does not interrupt an episode; the function returned says whether it was pressed."""
    pressed = False

    def press(_signal: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)
