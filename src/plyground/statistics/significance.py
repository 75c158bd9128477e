"""The significance of a difference, and the number of games to show it."""

import math

from plyground.errors import PlygroundError
from plyground.statistics.elo import score_of_elo
from plyground.statistics.intervals import NORMAL
from plyground.statistics.tally import Counts, Tally


def los(counts: Counts) -> float:
    """The likelihood of superiority Φ((s − ½)/se), se = √(v/n): the certainty that the side is better.

    If all games ended alike, v is 0 and the mean square about ½ replaces it: Φ(√n) after n wins.
    """
    if counts.score == 0.5:
        return 0.5
    variance = counts.variance or counts.mean_square_about(0.5)
    return NORMAL.cdf((counts.score - 0.5) / math.sqrt(variance / counts.trials))


def los_of_decisive(tally: Tally) -> float:
    """The likelihood of superiority from decisive games alone: Φ((W − L)/√(W + L))."""
    decisive = tally.wins + tally.losses
    return NORMAL.cdf((tally.wins - tally.losses) / math.sqrt(decisive)) if decisive else 0.5


def sign_test(tally: Tally) -> float:
    """The exact two-sided p-value of "both sides are equal", from the decisive games."""
    decisive = tally.wins + tally.losses
    fewer = min(tally.wins, tally.losses)
    ways = tail = 1
    for k in range(fewer):
        ways = ways * (decisive - k) // (k + 1)
        tail += ways
    return min(1.0, 2 * tail / (1 << decisive))


def games_needed(elo: float, power: float = 0.8, alpha: float = 0.05, draw_rate: float = 0.0) -> int:
    """The number of games that shows this Elo difference with this power, at a two-sided level alpha.

    n = ((z_α·σ₀ + z_power·σ₁) / (s − ½))², with one game's variance σ₀² = (1 − d)/4 between equals and
    σ₁² = s(1 − s) − d/4 at the difference, where d is the rate of draws.
    """
    if elo == 0 or not math.isfinite(elo):
        raise PlygroundError(f"no number of games shows a difference of {elo} Elo")
    if not (0 < power < 1 and 0 < alpha < 1):
        raise PlygroundError(f"power and alpha lie between 0 and 1, not at {power} and {alpha}")
    s = score_of_elo(elo)
    if not 0 <= draw_rate <= 2 * min(s, 1 - s):
        raise PlygroundError(f"a draw rate of {draw_rate} is impossible at {elo} Elo, a score of {s:.3f}")
    between_equals = math.sqrt((1 - draw_rate) / 4)
    at_difference = math.sqrt(s * (1 - s) - draw_rate / 4)
    reach = NORMAL.inv_cdf(1 - alpha / 2) * between_equals + NORMAL.inv_cdf(power) * at_difference
    return math.ceil((reach / (s - 0.5)) ** 2)
