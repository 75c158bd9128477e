"""Ratings of many players from all their games together (Bradley & Terry 1952).

    P(i beats j) = πᵢ/(πᵢ + πⱼ),  or θπᵢ/(θπᵢ + πⱼ) where i moves first;  rating = 400·log₁₀ π

A draw counts as half a win for each side. The likeliest ratings are found by Newton's method, with steps of the MM
algorithm (Hunter 2004, "MM algorithms for generalized Bradley–Terry models") where Newton's do not help; their errors
come from the Fisher information. The model has two outcomes: the errors are too large if many games are drawn.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.errors import PlygroundError
from plyground.statistics.intervals import Estimate, quantile
from plyground.statistics.tally import Tally

Matrix = NDArray[np.float64]

_ELO_PER_NAT = 400 / math.log(10)
_MOST_STEPS = 10_000


@dataclass(frozen=True)
class Ratings:
    """Elo ratings with mean 0 and their covariance."""

    players: tuple[str, ...]
    # One for each player; if the advantage of moving first was estimated, it is the last element.
    elo: tuple[float, ...]
    covariance: Matrix
    games: tuple[int, ...]
    # The weight of the prior that was used; 0 means no prior.
    prior: float
    confidence: float

    def __getitem__(self, player: str) -> Estimate:
        """A player's rating relative to the mean of all players."""
        return self._estimate(self._direction(player))

    def difference(self, player: str, opponent: str) -> Estimate:
        """How much stronger one player is than another; the errors of two ratings do not simply add up."""
        return self._estimate(self._direction(player) - self._direction(opponent))

    @property
    def first_seat(self) -> Estimate | None:
        """The advantage of moving first in Elo, if it was estimated."""
        if len(self.elo) == len(self.players):
            return None
        return self._estimate(np.eye(len(self.elo))[-1])

    @property
    def ranking(self) -> list[str]:
        """The players, strongest first."""
        return sorted(self.players, key=lambda player: -self[player].value)

    def _direction(self, player: str) -> Matrix:
        if player not in self.players:
            raise PlygroundError(f"there is no rating of {player!r}; rated are {', '.join(self.players)}")
        return np.asarray(np.eye(len(self.elo))[self.players.index(player)])

    def _estimate(self, direction: Matrix) -> Estimate:
        value = float(direction @ np.array(self.elo))
        error = quantile(self.confidence) * math.sqrt(float(direction @ self.covariance @ direction))
        return Estimate(value, value - error, value + error)

    def to_dict(self) -> dict[str, Any]:
        return {
            "players": {
                player: {**self[player].to_dict(), "games": games}
                for player, games in zip(self.players, self.games, strict=True)
            },
            "first_seat": self.first_seat.to_dict() if self.first_seat else None,
            "prior": self.prior,
            "confidence": self.confidence,
        }


def fit_ratings(
    results: Mapping[tuple[str, str], Tally],
    *,
    first_seat: bool = False,
    prior: float | None = None,
    confidence: float = 0.95,
) -> Ratings:
    """The likeliest ratings; `results[a, b]` are a's results against b in the games that a began.

    With `first_seat` the advantage of moving first is estimated too.

    `prior` gives every player that many drawn games against a player of rating 0 and, with `first_seat`, adds as many
    drawn games between equal players. By default there is no prior if the results determine the ratings, and a prior of
    1 otherwise: if some players never scored against the others (ratings would be infinite) or never met them.
    """
    players = tuple(dict.fromkeys(name for pair in results for name in pair))
    if len(players) < 2:
        raise PlygroundError(f"ratings need the results of at least two players, not of {len(players)}")
    index = {player: number for number, player in enumerate(players)}
    shape = (len(players), len(players))
    points, games = np.zeros(shape), np.zeros(shape)
    for (first, second), tally in results.items():
        points[index[first], index[second]] += tally.wins + tally.draws / 2
        games[index[first], index[second]] += tally.games
    if not first_seat:
        np.fill_diagonal(points, 0)  # games of a player against itself only inform about the first move
        np.fill_diagonal(games, 0)
    determined = _determined(points, games, first_seat)
    if prior is None:
        prior = 0.0 if determined else 1.0
    if not 0 <= prior < math.inf:
        raise PlygroundError(f"the prior is a number of games, at least 0, not {prior}")
    if prior == 0 and not determined:
        raise PlygroundError("without a prior these results do not determine ratings: some are infinite or arbitrary")

    model = _Model(points, games, first_seat, prior)
    likeliest = model.likeliest()
    # Ratings are relative to their mean.
    centring = np.eye(len(likeliest))
    centring[: len(players), : len(players)] -= 1 / len(players)
    covariance = centring @ np.linalg.inv(model.information(likeliest)) @ centring.T
    played = (games + games.T).sum(axis=1) - games.diagonal()
    return Ratings(
        players,
        tuple((_ELO_PER_NAT * centring @ likeliest).tolist()),
        _ELO_PER_NAT**2 * covariance,
        tuple(int(number) for number in played),
        prior,
        confidence,
    )


@dataclass(frozen=True)
class _Model:
    """The likelihood. Its parameters are one vector: ln π of each player and, with `first_seat`, ln θ."""

    # points[i, j]: points of i, moving first, against j; games[i, j]: the number of those games.
    points: Matrix
    games: Matrix
    first_seat: bool
    prior: float

    def likeliest(self) -> Matrix:
        """The parameters at the maximum. The search for it begins with equal players.

        It takes Newton's step if that makes the results likelier, else a step of the MM iteration, which always
        does. MM alone is very slow if one player wins a thousand games to none.
        """
        at = np.zeros(len(self.points) + self.first_seat)
        likelihood = self.log_likelihood(at)
        tolerance = 1e-9 + 1e-13 * float(self.games.sum())
        for _ in range(_MOST_STEPS):
            missing = self.gradient(at)
            if np.abs(missing).max() <= tolerance:
                return at
            newton = at + np.linalg.solve(self.information(at), missing)
            if not self.log_likelihood(newton) >= likelihood:
                newton = self.mm_step(at)
            at, likelihood = newton, self.log_likelihood(newton)
        raise PlygroundError(f"the ratings have not settled after {_MOST_STEPS} steps: give them a prior")

    def log_odds(self, at: Matrix) -> Matrix:
        """ln of P(i wins)/P(j wins) if i moves first."""
        players = at[: len(self.points)]
        return players[:, None] - players + self._advantage(at)

    def _advantage(self, at: Matrix) -> float:
        return float(at[-1]) if self.first_seat else 0.0

    def log_likelihood(self, at: Matrix) -> float:
        odds = self.log_odds(at)
        results = self.points * _log_share(odds) + (self.games - self.points) * _log_share(-odds)
        return float(results.sum() + self.prior / 2 * (_log_share(at) + _log_share(-at)).sum())

    def gradient(self, at: Matrix) -> Matrix:
        """Points scored minus points expected: of each player and, with `first_seat`, of all first movers."""
        missing = self.points - self.games * np.exp(_log_share(self.log_odds(at)))
        players = missing.sum(axis=1) - missing.sum(axis=0)
        everything = np.append(players, missing.sum()) if self.first_seat else players
        return np.asarray(everything + self.prior * (0.5 - np.exp(_log_share(at))))

    def information(self, at: Matrix) -> Matrix:
        """The Fisher information. Without a prior it holds the mean rating at 0, as only differences count."""
        odds = self.log_odds(at)
        certainty = self.games * np.exp(_log_share(odds) + _log_share(-odds))
        both = certainty + certainty.T
        count = len(both)
        information = np.diag(self.prior * np.exp(_log_share(at) + _log_share(-at)))
        information[:count, :count] += np.diag(both.sum(axis=1)) - both
        if self.first_seat:
            information[count, :count] = information[:count, count] = certainty.sum(axis=1) - certainty.sum(axis=0)
            information[count, count] += certainty.sum()
        if self.prior == 0:
            information[:count, :count] += both.sum() / count**2
        return information

    def mm_step(self, at: Matrix) -> Matrix:
        """Hunter's step: the strengths of all players at once, then the advantage."""
        at = at.copy()
        count = len(self.points)
        scored = self.points.sum(axis=1) + (self.games - self.points).sum(axis=0) + self.prior / 2
        at[:count] += np.log(scored / (scored - self.gradient(at)[:count]))
        if self.first_seat:
            by_first = self.points.sum() + self.prior / 2
            at[count] += np.log(by_first / (by_first - self.gradient(at)[count]))
        return at


def _log_share(log_odds: Matrix) -> Matrix:
    """ln of 1/(1 + e⁻ˣ), without overflow."""
    return np.asarray(-np.logaddexp(0.0, -log_odds))


def _determined(points: Matrix, games: Matrix, first_seat: bool) -> bool:
    """Whether the likelihood has one finite maximum.

    It has none if the ratings can move without end in some direction δ, and the advantage by η, without making
    any observed score less likely: δᵢ − δⱼ + η ≥ 0 if i scored when it moved first against j, and ≤ 0 if j
    scored. For a fixed η these are difference constraints, solvable unless a cycle of them has a negative sum.
    For η = 0 (no advantage: Ford 1957) δ = 0 is always a solution, and there is another one unless every
    player reaches every other.
    """
    first_scored, second_scored = points > 0, points < games
    return bool(
        np.isfinite(_shortest(first_scored, second_scored, 0)).all()
        and (
            not first_seat or all((_shortest(first_scored, second_scored, eta).diagonal() < 0).any() for eta in (-1, 1))
        )
    )


def _shortest(first_scored: NDArray[np.bool_], second_scored: NDArray[np.bool_], eta: int) -> Matrix:
    """The least sums along chains of constraints δₓ ≤ δᵧ + w, from y (row) to x (Floyd–Warshall)."""
    least = np.minimum(np.where(first_scored, eta, np.inf), np.where(second_scored, -eta, np.inf).T)
    np.fill_diagonal(least, np.minimum(least.diagonal(), 0))
    for via in range(len(least)):
        least = np.minimum(least, least[:, via, None] + least[via])
    return least
