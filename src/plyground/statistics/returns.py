"""The returns of players in a game of one seat: each plays alone, on the same seeds, so that differences are paired.

Luck that is common to all players of a seed, such as the dice, cancels in the difference of their returns.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground.statistics import estimates
from plyground.statistics.intervals import Estimate
from plyground.statistics.tally import Tally


@dataclass(frozen=True)
class Returns:
    """The returns of every player, by the number of the seed."""

    values: Mapping[str, Mapping[int, float]]
    # The lowest and the highest return of the game.
    low: float
    high: float

    @property
    def ranking(self) -> list[str]:
        """The players that have played, the highest mean first."""
        return sorted((name for name in self.values if self.values[name]), key=lambda name: -self.mean(name).value)

    def mean(self, player: str) -> Estimate:
        """The mean return with Student's 95 % interval."""
        return estimates.mean(list(self.values[player].values()), self.low, self.high)

    def differences(self, a: str, b: str) -> list[float]:
        """a's return less b's, for every seed that both have played, in their order."""
        of_a, of_b = self.values[a], self.values[b]
        return [of_a[seed] - of_b[seed] for seed in sorted(of_a) if seed in of_b]

    def difference(self, a: str, b: str) -> Estimate:
        """The mean of the differences, with Student's 95 % interval."""
        found, span = self.differences(a, b), self.high - self.low
        return estimates.mean(found, -span, span) if found else Estimate(0.0, -span, span)

    def better(self, a: str, b: str) -> str | None:
        """The player whose mean is higher for certain: the interval of the difference leaves 0 out; None if neither."""
        found = self.difference(a, b)
        return a if found.low > 0 else b if found.high < 0 else None

    def tally(self, a: str, b: str) -> Tally:
        """The seeds on which a's return was higher, equal and lower."""
        return Tally.of((1.0 if gap > 0 else 0.5 if gap == 0 else 0.0) for gap in self.differences(a, b))

    def to_dict(self) -> dict[str, Any]:
        names = self.ranking
        pairs = [(a, b) for place, a in enumerate(names) for b in names[place + 1 :]]
        return {
            "players": {name: {"games": len(self.values[name]), "mean": self.mean(name).to_dict()} for name in names},
            "differences": [
                {"a": a, "b": b, **self.difference(a, b).to_dict(), "better": self.better(a, b)} for a, b in pairs
            ],
        }
