"""The counts of a match, from one side's view: single games (`Tally`) or colour-swapped pairs (`Pairs`).

Both are counts of outcomes whose scores lie between 0 and 1, and the statistics of this package take either.
Pairs are the better unit if both games of a pair start from the same opening: the two results then depend on
each other, and the five scores of a pair keep that dependence, while the three scores of a game lose it.
"""

from abc import ABC
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass, field, fields
from importlib import import_module
from typing import ClassVar, Self

from plyground.errors import PlygroundError


@dataclass(frozen=True)
class Counts(ABC):
    """The number of each outcome; the fields of a subclass are the outcomes, in the order of `support`."""

    # The score of each outcome.
    support: ClassVar[tuple[float, ...]]
    games_per_trial: ClassVar[int]

    def __post_init__(self) -> None:
        for count in fields(self):
            value = getattr(self, count.name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                raise PlygroundError(f"{count.name} must be a whole number of at least 0, not {value!r}")

    @property
    def counts(self) -> tuple[int, ...]:
        return astuple(self)

    @property
    def trials(self) -> int:
        """The number of independent observations: games or pairs."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        return self.games_per_trial * self.trials

    @property
    def score(self) -> float:
        """The mean score, from 0 to 1; ½ before the first game."""
        points = sum(count * value for count, value in zip(self.counts, self.support, strict=True))
        return points / self.trials if self.trials else 0.5

    @property
    def variance(self) -> float:
        """The variance of one observation's score; 0 if every observation had the same outcome."""
        if max(self.counts) == self.trials:
            return 0.0
        return self.mean_square_about(self.score)

    def mean_square_about(self, centre: float) -> float:
        """The mean of (score − centre)² over the observations, at least one."""
        squares = ((value - centre) ** 2 for value in self.support)
        return sum(count * square for count, square in zip(self.counts, squares, strict=True)) / self.trials

    @property
    def flipped(self) -> Self:
        """The same games from the other side's view."""
        return type(self)(*reversed(self.counts))

    def __add__(self, other: Self) -> Self:
        return type(self)(*(a + b for a, b in zip(self.counts, other.counts, strict=True)))

    def to_dict(self) -> dict[str, int]:
        return asdict(self)


@dataclass(frozen=True)
class Tally(Counts):
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    support: ClassVar[tuple[float, ...]] = (1.0, 0.5, 0.0)
    games_per_trial: ClassVar[int] = 1

    @classmethod
    def of(cls, scores: Iterable[float]) -> Self:
        """The tally of single scores: 1 won, ½ drawn, 0 lost."""
        return cls(*_count(scores, cls.support))

    def __str__(self) -> str:
        return f"+{self.wins} ={self.draws} −{self.losses}"


@dataclass(frozen=True)
class Pairs(Counts):
    """Pairs of games with the seats swapped, by their two results.

    A win with a loss and two draws are both `even`: they score the same.
    """

    ll: int = 0
    ld: int = 0
    even: int = 0
    wd: int = 0
    ww: int = 0

    support: ClassVar[tuple[float, ...]] = (0.0, 0.25, 0.5, 0.75, 1.0)
    games_per_trial: ClassVar[int] = 2

    @classmethod
    def of(cls, scores: Iterable[tuple[float, float]]) -> Self:
        """The counts of pairs of game scores: (1, ½) is a win and a draw."""
        both = list(scores)
        Tally.of(score for pair in both for score in pair)  # each is a game score
        return cls(*_count(((first + second) / 2 for first, second in both), cls.support))

    def __str__(self) -> str:
        return "[" + ", ".join(map(str, self.counts)) + "]"


def _count(scores: Iterable[float], support: tuple[float, ...]) -> list[int]:
    seen = Counter(scores)
    unknown = set(seen) - set(support)
    if unknown:
        raise PlygroundError(f"a score is 1 (won), 0.5 (drawn) or 0 (lost), not {min(unknown)!r}")
    return [seen[value] for value in support]


@dataclass
class MatchRecord:
    """The games of a match between two sides, in the order played, from the first side's view.

    Games come in pairs: the side moves first in one game and second in the other.
    """

    pair_scores: list[tuple[float, float]] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<{2 * len(self.pair_scores):,} games {self.tally}, pairs {self.pairs}>"

    def _repr_html_(self) -> str:
        lines = [
            f"{2 * len(self.pair_scores):,} games {self.tally}",
            f"moving first {self.as_first}, second {self.as_second}; pairs {self.pairs}",
        ]
        page: str = import_module("plyground.view.moves_table").report_html("\n".join(lines), "")
        return page

    def add(self, as_first: float, as_second: float) -> None:
        """Enter a pair: the side's score in the game that it began, and in the other one."""
        Pairs.of([(as_first, as_second)])
        self.pair_scores.append((as_first, as_second))

    @property
    def scores(self) -> list[float]:
        """The scores, game by game."""
        return [score for pair in self.pair_scores for score in pair]

    @property
    def tally(self) -> Tally:
        return Tally.of(self.scores)

    @property
    def as_first(self) -> Tally:
        """The games in which the side moved first."""
        return Tally.of(first for first, _ in self.pair_scores)

    @property
    def as_second(self) -> Tally:
        return Tally.of(second for _, second in self.pair_scores)

    @property
    def pairs(self) -> Pairs:
        return Pairs.of(self.pair_scores)
