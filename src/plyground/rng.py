"""The one random generator, SplitMix64, and its drawing rules. `src/native/rng.hpp` is its twin.

Every simulation of a search and every random game has a stream of its own, so that any one of them can
be replayed alone and threads cannot change a result.

Drawing rules, the same in both languages:

- a choice among n things is one draw, `below(n)`; a choice among one thing is no draw;
- a chance outcome is one draw: `below(n)` where all outcomes are equally likely, otherwise `uniform()`
  against the running sum of the probabilities.

Steele, Lea, Flood: Fast splittable pseudorandom number generators (OOPSLA 2014).
"""

from collections.abc import Sequence

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def _mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


class Rng:
    """Stream number `stream` of the family of streams that `seed` names."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, stream: int = 0) -> None:
        # Stream i starts where the i-th output of SplitMix64(seed) points: far apart on one cycle of 2^64.
        self._state = _mix((seed + (stream + 1) * _GAMMA) & _MASK)

    def next(self) -> int:
        """64 random bits."""
        self._state = (self._state + _GAMMA) & _MASK
        return _mix(self._state)

    def below(self, n: int) -> int:
        """An integer from 0 to n − 1; no draw is spent when n is 1."""
        return (self.next() * n) >> 64 if n > 1 else 0

    def uniform(self) -> float:
        """A double in [0, 1)."""
        return (self.next() >> 11) * 2.0**-53

    def outcome(self, outcomes: Sequence[tuple[int, float]]) -> int:
        """One of the (outcome, probability) pairs of a chance state, by its probability."""
        first = outcomes[0][1]
        if all(p == first for _, p in outcomes):
            return outcomes[self.below(len(outcomes))][0]
        point = self.uniform()
        for outcome, p in outcomes:
            point -= p
            if point < 0.0:
                return outcome
        return outcomes[-1][0]
