"""Differences in strength: logistic Elo and normalised Elo, each with its error.

Nothing here fails or returns nan: a side that lost every game has Elo −∞ with an upper bound only.
"""

import math

from plyground.statistics.intervals import Estimate, quantile, score_estimate
from plyground.statistics.tally import Counts

# Normalised Elo per standard deviation of one game: where draws are rare, nElo and Elo then agree near 0.
NELO_SCALE = 800 / math.log(10)


def elo_of_score(score: float) -> float:
    """The Elo difference at which this score is expected; infinite at 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """The expected score at an Elo difference."""
    odds = math.pow(10, -abs(elo) / 400)
    return 1 / (1 + odds) if elo >= 0 else odds / (1 + odds)


def elo_estimate(counts: Counts, confidence: float = 0.95) -> Estimate:
    """The Elo difference, with the bounds of the score's interval (`score_estimate`) turned into Elo."""
    s = score_estimate(counts, confidence)
    return Estimate(elo_of_score(s.value), elo_of_score(s.low), elo_of_score(s.high))


def elo_error(counts: Counts, confidence: float = 0.95) -> float:
    """The ± that engine testers print: half the Elo between s − z·se and s + z·se, se = √(v/n).

    It is the plain normal approximation, for comparison with published figures. It is infinite if the bounds
    leave the range from 0 to 1, or if all games ended alike. For anything else, use `elo_estimate`.
    """
    if counts.variance == 0:
        return math.inf
    reach = quantile(confidence) * math.sqrt(counts.variance / counts.trials)
    return (elo_of_score(counts.score + reach) - elo_of_score(counts.score - reach)) / 2


def nelo_estimate(counts: Counts, confidence: float = 0.95) -> Estimate:
    """Normalised Elo: the distance of the score from ½ in standard deviations of one game, times 347.4.

    It determines the number of games that prove the difference, at any rate of draws (Van den Bergh,
    "Normalized Elo"). The interval is ± z·347.4/√games, which leaves out the error of the standard deviation.
    If all games ended alike and the score is not ½, the value is infinite. Its one finite bound is then the nElo at
    the bound of the score, with the largest variance that a score s can have, s(1 − s).
    """
    margin = counts.score - 0.5
    if counts.trials == 0:
        return Estimate(0.0, -math.inf, math.inf)
    if counts.variance == 0 and margin != 0:
        s = score_estimate(counts, confidence)
        value = math.copysign(math.inf, margin)
        nearest = s.low if margin > 0 else s.high
        bound = NELO_SCALE * (nearest - 0.5) / math.sqrt(nearest * (1 - nearest))
        return Estimate(value, min(value, bound), max(value, bound))
    deviation = math.sqrt(counts.games_per_trial * counts.variance)
    value = NELO_SCALE * margin / deviation if margin else 0.0
    error = NELO_SCALE * quantile(confidence) / math.sqrt(counts.games)
    return Estimate(value, value - error, value + error)
