"""Variance between and within groups, such as games from several openings (one-way analysis of variance).

A value is a mean, plus an effect of its group, plus noise of its own. The estimates are those of moments: the mean
square within groups estimates the variance of the noise, and what the mean square between groups has beyond it, divided
by the size of a group, that of the effect. The latter is unbiased, so that it can be negative.
"""

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Self

from plyground.statistics.estimates import student
from plyground.statistics.intervals import Estimate

Groups = Sequence[Sequence[float]]
# A ratio of mean squares below this counts as this.
_LEAST = 1e-3


@dataclass(frozen=True)
class Moments:
    """Sums over groups, from which both variances follow. Sums of disjoint sets of groups add up."""

    groups: int = 0
    values: int = 0
    total: float = 0.0
    squares: float = 0.0
    # Σ (sum of a group)² / its size, and Σ size².
    means: float = 0.0
    sizes: int = 0

    @classmethod
    def of(cls, group: Sequence[float]) -> Self:
        n, total = len(group), math.fsum(group)
        return cls(1, n, total, math.fsum(value * value for value in group), total * total / n, n * n)

    def __add__(self, other: "Moments") -> "Moments":
        return Moments(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    def __sub__(self, other: "Moments") -> "Moments":
        return Moments(*(a - b for a, b in zip(astuple(self), astuple(other), strict=True)))

    @property
    def within(self) -> float:
        """The variance of the noise."""
        return (self.squares - self.means) / (self.values - self.groups)

    @property
    def between(self) -> float:
        """The variance of the groups' effects; below 0 by chance if there is none."""
        mean_square = (self.means - self.total * self.total / self.values) / (self.groups - 1)
        size = (self.values - self.sizes / self.values) / (self.groups - 1)
        return (mean_square - self.within) / size


def moments(groups: Groups) -> Moments:
    """The sums over these groups."""
    return sum(map(Moments.of, groups), Moments())


def ratio(families: Sequence[Groups]) -> Estimate:
    """The variance between groups divided by that within, for several families of values with the same groups.

    Both variances are summed over the families. The interval is the jackknife's, which leaves out one group of all
    families at a time: what the families share because of their common groups makes it wider. It is taken of
    log(1 + size · ratio), the logarithm of the ratio of mean squares, whose error depends little on its value.
    """
    wholes = [moments(groups) for groups in families]
    value = _ratio(wholes)
    count, size = len(families[0]), wholes[0].values / wholes[0].groups
    if count < 3:
        return Estimate(value, -math.inf, math.inf)

    def stretched(found: float) -> float:
        return math.log(max(1 + size * found, _LEAST))

    without = [
        stretched(_ratio([whole - Moments.of(groups[place]) for whole, groups in zip(wholes, families, strict=True)]))
        for place in range(count)
    ]
    centre = math.fsum(without) / count
    half = student(count) * math.sqrt((count - 1) / count * math.fsum((one - centre) ** 2 for one in without))
    low, high = ((math.exp(stretched(value) + sign * half) - 1) / size for sign in (-1, 1))
    return Estimate(value, min(low, value), max(high, value))


def _ratio(wholes: Sequence[Moments]) -> float:
    within = math.fsum(whole.within for whole in wholes)
    return math.fsum(whole.between for whole in wholes) / within if within else 0.0
