"""A deadline for slow code in Python: rollouts, enumerations and checks of a user's game look at it regularly.

The Connect Four solver is told how much time is `left`."""

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class CutOff(Exception):
    """The deadline has passed. A simulation that it cuts off is undone."""


class _Here(threading.local):
    deadline = math.inf


_here = _Here()


@contextmanager
def until(deadline: float) -> Iterator[None]:
    """Within this block, `look` raises in this thread once the deadline, by `time.perf_counter`, has passed."""
    before, _here.deadline = _here.deadline, min(deadline, _here.deadline)
    try:
        yield
    finally:
        _here.deadline = before


def left() -> float:
    """The seconds until the deadline: 0 once it has passed, infinite without one."""
    return max(0.0, _here.deadline - time.perf_counter())


def look() -> None:
    """Raise `CutOff` if the deadline has passed."""
    if time.perf_counter() >= _here.deadline:
        raise CutOff
