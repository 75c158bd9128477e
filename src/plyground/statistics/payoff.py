"""The two tables of a tournament of two-seat games, as in Yadav's thesis: payoff and first move.

payoff       P(i, j) = (share of games that i won, share that j won), in either order
first move   the same shares, of the games that i began
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from plyground.errors import PlygroundError
from plyground.statistics.tally import Counts, Pairs, Tally


@dataclass
class Payoff:
    """The results of every player against every other, by who moved first."""

    players: tuple[str, ...]
    # (first, second) → the results of the player who moved first.
    results: dict[tuple[str, str], Tally] = field(default_factory=dict)
    # For each player, the games in `results` that were played as pairs with the seats swapped.
    pairs: dict[str, Pairs] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.players = tuple(self.players)
        if len(set(self.players)) < len(self.players):
            raise PlygroundError(f"players need different names, not {', '.join(self.players)}")
        self._require(name for pair in self.results for name in pair)

    def add(self, first: str, second: str, result: Tally) -> None:
        """Enter games that `first` began, with results from its view; both names may be the same player."""
        self._require((first, second))
        self.results[first, second] = self.first_move(first, second) + result

    def add_pair(self, player: str, scores: tuple[float, float]) -> None:
        """Mark two games already entered as a pair, with the player's scores."""
        self.pairs[player] = self.pairs.get(player, Pairs()) + Pairs.of([scores])

    def first_move(self, row: str, column: str) -> Tally:
        """The results of `row` in the games that it began against `column`."""
        return self.results.get((row, column), Tally())

    def against(self, row: str, column: str) -> Tally:
        """The results of `row` against `column`, in either order."""
        self._require((row, column))
        if row == column:
            raise PlygroundError(f"{row} has no result against itself, only as first mover")
        return self.first_move(row, column) + self.first_move(column, row).flipped

    def total(self, player: str) -> Tally:
        """The results of a player against all others."""
        return sum((self.against(player, other) for other in self.players if other != player), Tally())

    def counts(self, player: str) -> Counts:
        """What a player's statistics count: pairs, or single games if a game has no partner."""
        total, pairs = self.total(player), self.pairs.get(player, Pairs())
        return pairs if pairs.games == total.games else total

    @property
    def first_movers(self) -> Tally:
        """The results of the first mover over all games: above ½, moving first is an advantage."""
        return sum(self.results.values(), Tally())

    def to_dict(self) -> dict[str, Any]:
        return {
            "players": list(self.players),
            "results": [
                {"first": first, "second": second, **tally.to_dict()} for (first, second), tally in self.results.items()
            ],
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Payoff":
        payoff = cls(tuple(data["players"]))
        for entry in data["results"]:
            tally = Tally(entry["wins"], entry["draws"], entry["losses"])
            payoff.add(entry["first"], entry["second"], tally)
        return payoff

    def _require(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.players:
                raise PlygroundError(f"{name!r} does not play here; the players are {', '.join(self.players)}")
