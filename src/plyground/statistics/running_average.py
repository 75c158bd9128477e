"""The mean score of a match after each game (Turcotte's lecture plots this curve)."""

from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from plyground.statistics.intervals import Estimate, score_estimate
from plyground.statistics.tally import Pairs, Tally


@dataclass(frozen=True)
class RunningAverage:
    """The scores of a match, 1 won, ½ drawn and 0 lost, in the order played."""

    scores: tuple[float, ...]
    # Whether every two games are a pair with the seats swapped; intervals then count pairs.
    paired: bool = False

    def __post_init__(self) -> None:
        Tally.of(self.scores)  # each is a game score

    def __repr__(self) -> str:
        now = self.after(len(self.scores))
        return f"<the mean score of {len(self.scores):,} games: {now.value:.3f} [{now.low:.3f}, {now.high:.3f}]>"

    @property
    def averages(self) -> list[float]:
        """The mean score after 1, 2, … games."""
        return [points / games for games, points in enumerate(accumulate(self.scores), 1)]

    @property
    def outcomes(self) -> list[float]:
        """The averages on the lecture's scale: a win is worth 1, a draw 0 and a loss −1."""
        return [2 * average - 1 for average in self.averages]

    def after(self, games: int, confidence: float = 0.95) -> Estimate:
        """The mean score after `games` games, with its interval.

        The interval holds for one look at the score: to stop at a favourable moment, use an SPRT.
        """
        seen = self.scores[:games]
        whole = self.paired and len(seen) % 2 == 0
        counts = Pairs.of(zip(seen[::2], seen[1::2], strict=True)) if whole else Tally.of(seen)
        return score_estimate(counts, confidence)

    def to_dict(self) -> dict[str, Any]:
        return {"scores": list(self.scores), "averages": self.averages}
