"""The sequential probability ratio test: play on until one of two hypotheses about the strength is accepted.

This is the generalised test (GSPRT) as engine testers use it (Van den Bergh, "Comments on normalized Elo"):
the likelihood of a hypothesis is the largest of any distribution of outcomes that agrees with it. The
maximum is computed exactly, for games (three outcomes) and for pairs (five).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from plyground.errors import PlygroundError
from plyground.statistics.elo import NELO_SCALE, score_of_elo
from plyground.statistics.tally import Counts
from plyground.text_form import require_choice

# Stands for the count of an outcome that has not occurred yet, so that every hypothesis has a likelihood.
_UNSEEN = 1e-3
# Hypotheses beyond these bounds need only a few games; the iteration of the normalised model can fail there.
_WIDEST = {"logistic": 1000.0, "normalised": 200.0}


@dataclass(frozen=True)
class Sprt:
    """H0, that the difference is elo0, against H1, that it is elo1; in logistic or normalised Elo.

    `alpha` bounds the chance of accepting H1 if H0 is true, `beta` that of accepting H0 if H1 is true.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Literal["logistic", "normalised"] = "logistic"

    def __post_init__(self) -> None:
        require_choice("an SPRT's model", self.model, _WIDEST)
        widest = _WIDEST[self.model]
        if not -widest <= self.elo0 < self.elo1 <= widest:
            raise PlygroundError(
                f"a {self.model} SPRT needs elo0 < elo1 within ±{widest:g}, not {self.elo0} and {self.elo1}"
            )
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise PlygroundError(
                f"an SPRT needs positive alpha and beta with a sum below 1, not {self.alpha} and {self.beta}"
            )

    @property
    def lower(self) -> float:
        """H0 is accepted at this log-likelihood ratio and below (Wald 1945)."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """H1 is accepted at this log-likelihood ratio and above."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """The log-likelihood ratio of H1 to H0; 0 before the first game."""
        if counts.trials == 0:
            return 0.0
        seen = [count or _UNSEEN for count in counts.counts]
        observed = [count / sum(seen) for count in seen]
        likeliest = _with_score if self.model == "logistic" else _with_nelo
        p0 = likeliest(self.elo0, observed, counts)
        p1 = likeliest(self.elo1, observed, counts)
        return sum(count * math.log(b / a) for count, a, b in zip(seen, p0, p1, strict=True))

    def decide(self, counts: Counts) -> Literal["H0", "H1"] | None:
        """The accepted hypothesis, or None while the games do not decide."""
        llr = self.llr(counts)
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else None


def _with_score(elo: float, observed: Sequence[float], counts: Counts) -> list[float]:
    """The likeliest distribution whose mean is the score expected at `elo`."""
    mean = score_of_elo(elo)
    return _tilted(observed, [value - mean for value in counts.support])


def _with_nelo(nelo: float, observed: Sequence[float], counts: Counts) -> list[float]:
    """The likeliest distribution whose mean lies t standard deviations above ½.

    The condition on mean and deviation is not linear: it is linearised around the last distribution, repeatedly.
    """
    t = nelo / NELO_SCALE * math.sqrt(counts.games_per_trial)
    p = [1 / len(observed)] * len(observed)
    for _ in range(100):
        mean = sum(w * a for w, a in zip(p, counts.support, strict=True))
        deviation = math.sqrt(sum(w * (a - mean) ** 2 for w, a in zip(p, counts.support, strict=True)))
        slope = [a - 0.5 - t * deviation / 2 * (1 + ((a - mean) / deviation) ** 2) for a in counts.support]
        last, p = p, _tilted(observed, slope)
        if max(abs(a - b) for a, b in zip(p, last, strict=True)) < 1e-9:
            break
    return p


def _tilted(observed: Sequence[float], moments: Sequence[float]) -> list[float]:
    """The likeliest distribution under which the mean of `moments` is 0: pᵢ = p̂ᵢ/(1 + θxᵢ).

    θ is the root of a falling function between two poles; halving the span finds it to the last bit.
    """
    low, high = -1 / max(moments), -1 / min(moments)
    while low < (theta := (low + high) / 2) < high:
        if sum(p * x / (1 + theta * x) for p, x in zip(observed, moments, strict=True)) > 0:
            low = theta
        else:
            high = theta
    return [p / (1 + theta * x) for p, x in zip(observed, moments, strict=True)]
