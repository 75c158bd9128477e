"""Estimates for comparisons in experiments: differences of shares, means and slopes, with 95 % intervals."""

import math
from collections.abc import Sequence

from plyground.statistics.intervals import Estimate

# Two-sided 95 % points of Student's t for 1, 2, … degrees of freedom.
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131)
Z = 1.96


def exact(value: float) -> Estimate:
    return Estimate(value, value, value)


def difference(a: Estimate, b: Estimate) -> Estimate:
    """a − b of two independent estimates (Newcombe 1998, method 10)."""
    value = a.value - b.value
    return Estimate(
        value,
        value - math.hypot(a.value - a.low, b.high - b.value),
        value + math.hypot(a.high - a.value, b.value - b.low),
    )


def mean(values: Sequence[float], low: float = -math.inf, high: float = math.inf) -> Estimate:
    """The mean of independent repetitions, whose values lie between low and high, with Student's interval.

    If all values are equal, the interval is not a point: 3/n of all repetitions may still have another value (the rule
    of three), at worst low or high. A single value sets no bound.
    """
    n, centre = len(values), math.fsum(values) / len(values)
    if n == 1:
        return Estimate(centre, low, high)
    if max(values) - min(values) <= 1e-12 * abs(centre):
        others = min(1.0, 3.0 / n)
        return Estimate(centre, centre - others * (centre - low), centre + others * (high - centre))
    half = student(n) * deviation(values) / math.sqrt(n)
    return Estimate(centre, max(low, centre - half), min(high, centre + half))


def student(n: int) -> float:
    """The two-sided 95 % point of Student's t for n ≥ 2 values, n − 1 degrees of freedom."""
    return STUDENT[n - 2] if n - 2 < len(STUDENT) else Z + 2.4 / (n - 1)


def mean_share(values: Sequence[float]) -> Estimate:
    """The mean of shares, with bounds 0 and 1."""
    return mean(values, 0.0, 1.0)


def mean_gap(values: Sequence[float]) -> Estimate:
    """The mean of differences of shares, with bounds −1 and 1."""
    return mean(values, -1.0, 1.0)


def deviation(values: Sequence[float]) -> float:
    """The sample standard deviation; 0 for a single value."""
    n, centre = len(values), math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - centre) ** 2 for value in values) / (n - 1)) if n > 1 else 0.0


def contrast(a: int, b: int, trials: int) -> Estimate:
    """The difference of the shares a/trials and b/trials, where no trial counts for both."""
    p, q = a / trials, b / trials
    half = Z * math.sqrt(max(p + q - (p - q) ** 2, 1 / trials) / trials)
    return Estimate(p - q, p - q - half, p - q + half)


def weighted(shares: Sequence[Estimate], weights: Sequence[float]) -> Estimate:
    """Σ weight · share of independent estimates, with the error that follows from their intervals."""
    value = math.fsum(w * s.value for w, s in zip(weights, shares, strict=True))
    half = math.hypot(*(w * (s.high - s.low) / 2 for w, s in zip(weights, shares, strict=True)))
    return Estimate(value, value - half, value + half)


def slope(xs: Sequence[float], shares: Sequence[Estimate]) -> Estimate:
    """The least-squares slope of shares over x."""
    centre = math.fsum(xs) / len(xs)
    square = math.fsum((x - centre) ** 2 for x in xs)
    return weighted(shares, [(x - centre) / square for x in xs])
