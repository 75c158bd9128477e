"""The score of a match as it grows, game by game (Turcotte's lecture plots this curve)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from plyground.arena.intervals import Estimate, score_estimate
from plyground.arena.tally import Tally
from plyground.view.tables import percent, text_table


@dataclass(frozen=True)
class RunningAverage:
    """The scores of a match, 1 won, ½ drawn and 0 lost, in the order played."""

    scores: tuple[float, ...]

    def __post_init__(self) -> None:
        Tally.of(self.scores)  # each is a game score

    @property
    def averages(self) -> list[float]:
        """The mean score after 1, 2, … games."""
        return [points / games for games, points in enumerate(accumulate(self.scores), 1)]

    @property
    def outcomes(self) -> list[float]:
        """The same curve where a win is worth 1, a draw 0 and a loss −1, the lecture's scale."""
        return [2 * average - 1 for average in self.averages]

    def after(self, games: int, confidence: float = 0.95) -> Estimate:
        """The mean score after so many games, with its interval.

        Each interval is for one look: who stops at the look that pleases needs an SPRT.
        """
        return score_estimate(Tally.of(self.scores[:games]), confidence)

    def __str__(self) -> str:
        """The score in percent after 1, 2, 5, 10, 20, 50, … games, with its 95 % interval."""
        rows = []
        for games in _looks(len(self.scores)):
            s = self.after(games)
            rows.append([str(games), percent(s.value), f"[{percent(s.low)}, {percent(s.high)}]"])
        return text_table(["games", "score", "95 %"], rows)

    def to_dict(self) -> dict[str, Any]:
        return {"scores": list(self.scores), "averages": self.averages}


def _looks(games: int) -> Sequence[int]:
    looks = [first * 10**power for power in range(len(str(games))) for first in (1, 2, 5)]
    return [look for look in looks if look < games] + ([games] if games else [])
