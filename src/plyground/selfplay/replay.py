"""The replay window: the most recent lessons of play, from which training draws."""

from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

# A named tuple of arrays, the columns; row i of all of them is lesson i.
Lessons = TypeVar("Lessons", bound=tuple[Any, ...])


class TrainingBatch(NamedTuple):
    """Positions, with the policies and values that a network should learn for them."""

    positions: np.ndarray  # (n, words) uint32, packed
    policies: np.ndarray  # (n, actions) float16: the improved policy
    values: np.ndarray  # (n, values) float16: the outcome, or a mixture with the search's value


class ReplayWindow(Generic[Lessons]):
    """A ring of lessons: new ones replace the oldest."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.added = 0
        self._lessons: Lessons | None = None

    def __len__(self) -> int:
        return min(self.added, self.capacity)

    def add(self, lessons: Lessons) -> None:
        if self._lessons is None:
            self._lessons = _each(lessons, lambda column: np.zeros((self.capacity, *column.shape[1:]), column.dtype))
        lessons = _each(lessons, lambda column: column[-self.capacity :])
        places = (self.added + np.arange(len(lessons[0]))) % self.capacity
        for ring, column in zip(self._lessons, lessons, strict=True):
            ring[places] = column
        self.added += len(lessons[0])

    def draw(self, count: int, rng: np.random.Generator) -> Lessons:
        """Lessons drawn with replacement, all equally likely."""
        assert self._lessons is not None
        places = rng.integers(0, len(self), count)
        return _each(self._lessons, lambda ring: ring[places])


def in_batches(lessons: Lessons, count: int) -> Lessons:
    """The lessons as `count` batches: each column is reshaped to (count, n / count, …)."""
    return _each(lessons, lambda column: column.reshape(count, -1, *column.shape[1:]))


def _each(lessons: Lessons, change: Any) -> Lessons:
    return type(lessons)(*map(change, lessons))
