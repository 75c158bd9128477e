"""The replay window: the most recent positions of self-play, from which training draws."""

from typing import NamedTuple

import numpy as np


class TrainingBatch(NamedTuple):
    """Positions with what a network should say of them."""

    positions: np.ndarray  # (n, words) uint32, packed
    policies: np.ndarray  # (n, actions) float16: the improved policy
    values: np.ndarray  # (n, values) float16: the outcome, or a mixture with the search's value

    def in_batches(self, count: int) -> "TrainingBatch":
        """The same lessons as (count, n / count, …)."""
        return TrainingBatch(*(column.reshape(count, -1, column.shape[1]) for column in self))


class ReplayWindow:
    """A ring of lessons: new ones take the place of the oldest."""

    def __init__(self, capacity: int, words: int, actions: int, values: int) -> None:
        self.capacity = capacity
        self.added = 0
        self._lessons = TrainingBatch(
            np.zeros((capacity, words), np.uint32),
            np.zeros((capacity, actions), np.float16),
            np.zeros((capacity, values), np.float16),
        )

    def __len__(self) -> int:
        return min(self.added, self.capacity)

    def add(self, lessons: TrainingBatch) -> None:
        """Put lessons in."""
        lessons = TrainingBatch(*(column[-self.capacity :] for column in lessons))
        places = (self.added + np.arange(len(lessons.positions))) % self.capacity
        for ring, column in zip(self._lessons, lessons, strict=True):
            ring[places] = column
        self.added += len(lessons.positions)

    def draw(self, count: int, rng: np.random.Generator) -> TrainingBatch:
        """TrainingBatch drawn with replacement, all equally likely."""
        places = rng.integers(0, len(self), count)
        return TrainingBatch(*(ring[places] for ring in self._lessons))
