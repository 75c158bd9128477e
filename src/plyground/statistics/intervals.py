"""Confidence intervals of proportions and scores that stay honest at 0 %, at 100 % and for few games."""

import math
from dataclasses import dataclass
from statistics import NormalDist

from plyground.errors import PlygroundError
from plyground.statistics.tally import Counts

NORMAL = NormalDist()


@dataclass(frozen=True)
class Estimate:
    """A value with its confidence interval. An infinite bound means that the data set no bound on this side."""

    value: float
    low: float
    high: float

    def to_dict(self) -> dict[str, float | None]:
        """The estimate as JSON can hold it, with None for an infinite number."""
        numbers = {"value": self.value, "low": self.low, "high": self.high}
        return {name: number if math.isfinite(number) else None for name, number in numbers.items()}


def quantile(confidence: float) -> float:
    """The z of a two-sided interval: 1.96 for 0.95."""
    if not 0 < confidence < 1:
        raise PlygroundError(f"a confidence lies between 0 and 1, not at {confidence}")
    return NORMAL.inv_cdf((1 + confidence) / 2)


def wilson(successes: int, trials: int, confidence: float = 0.95) -> Estimate:
    """A proportion with Wilson's score interval (Wilson 1927), the one to use for win rates.

    It holds every true proportion p for which the observed one is no further than z standard errors away,
    with the standard error that p itself would give. Without trials it is one half, from 0 to 1.
    """
    if not 0 <= successes <= trials:
        raise PlygroundError(f"{successes} successes in {trials} trials cannot be")
    if trials == 0:
        return Estimate(0.5, 0.0, 1.0)
    p = successes / trials
    return _wilson(p, p * (1 - p), trials, quantile(confidence))


def score_estimate(counts: Counts, confidence: float = 0.95) -> Estimate:
    """The mean score with an interval for the expected score, draws and pairs included.

    A score is no proportion: draws make its variance v smaller than s(1 − s). This is Wilson's formula with
    the observed v in the place of p(1 − p). It holds every true score s₀ for which the observed one is no
    further than z standard errors away, where a game at s₀ has the variance s₀(1 − s₀) less the part that
    draws take off; that part is estimated as if z² further games had been played without draws. The interval
    is Wilson's if no game was drawn, never has width zero, and approaches s ± z·√(v/n).
    The coverage is approximate, and wrong for games that repeat each other.
    """
    if counts.trials == 0:
        return Estimate(0.5, 0.0, 1.0)
    return _wilson(counts.score, counts.variance, counts.trials, quantile(confidence))


def mean_interval(value: float, trials: int, low: float, high: float, confidence: float = 0.95) -> Estimate:
    """The mean of values between low and high, with Wilson's interval scaled to that range.

    The variance is the largest that such values with this mean can have, (mean − low)(high − mean): that of values
    that are all low or high. If many values lie in between, such as draws, the interval is wider than necessary.
    """
    if trials == 0 or high <= low:
        return Estimate(value, low, high)
    p = min(1.0, max(0.0, (value - low) / (high - low)))
    share = _wilson(p, p * (1 - p), trials, quantile(confidence))
    return Estimate(value, low + (high - low) * share.low, low + (high - low) * share.high)


def _wilson(mean: float, variance: float, trials: int, z: float) -> Estimate:
    shrink = z * z / trials
    centre = (mean + shrink / 2) / (1 + shrink)
    half = z * math.sqrt(variance / trials + shrink / (4 * trials)) / (1 + shrink)
    # Rounding must not push a bound past 0, past 1 or past the mean, which at 0 % and 100 % is a bound.
    return Estimate(mean, min(max(centre - half, 0.0), mean), max(min(centre + half, 1.0), mean))
