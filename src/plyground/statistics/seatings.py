"""Wins by seat in games with many seats (Yadav's thesis: four at Ludo)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from plyground.errors import PlygroundError
from plyground.statistics.intervals import Estimate, wilson

Seating = tuple[str, ...]


def circular_seatings(players: Sequence[str]) -> list[Seating]:
    """The (n − 1)! circular orders of n players around a board; the first player keeps the first seat."""
    return [(players[0], *others) for others in permutations(players[1:])] if players else []


@dataclass
class SeatingTable:
    """The wins of each seat, by seating."""

    # Seating → the number of its games, and the wins of each seat.
    games: Counter[Seating] = field(default_factory=Counter)
    wins: dict[Seating, list[int]] = field(default_factory=dict)

    def add(self, seating: Sequence[str], winner: int | None, games: int = 1) -> None:
        """Enter games of one seating with the same winning seat, or None for no winner."""
        seats = tuple(seating)
        if len(set(seats)) < len(seats):
            raise PlygroundError(f"each player takes one seat, not as in {', '.join(seats)}")
        if winner is not None and not 0 <= winner < len(seats):
            raise PlygroundError(f"the winner is one of the seats 0 to {len(seats) - 1}, not {winner}")
        self.games[seats] += games
        row = self.wins.setdefault(seats, [0] * len(seats))
        if winner is not None:
            row[winner] += games

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(player for seats in self.games for player in seats))

    def win_rate(self, player: str, confidence: float = 0.95) -> Estimate:
        """A player's share of wins in all its games, with Wilson's interval."""
        rows = [(seats, seats.index(player)) for seats in self.games if player in seats]
        if not rows:
            raise PlygroundError(f"{player!r} does not play here; the players are {', '.join(self.players)}")
        return wilson(
            sum(self.wins[seats][seat] for seats, seat in rows),
            sum(self.games[seats] for seats, _ in rows),
            confidence,
        )

    def seat_rate(self, seat: int, confidence: float = 0.95) -> Estimate:
        """A seat's share of wins over all players."""
        rows = [seats for seats in self.games if 0 <= seat < len(seats)]
        if not rows:
            raise PlygroundError(f"no game here has a seat {seat}")
        wins = sum(self.wins[seats][seat] for seats in rows)
        return wilson(wins, sum(self.games[seats] for seats in rows), confidence)

    def to_dict(self) -> dict[str, Any]:
        return {
            "seatings": [
                {"seats": list(seats), "games": games, "wins": list(self.wins[seats])}
                for seats, games in self.games.items()
            ],
            "players": {player: self.win_rate(player).to_dict() for player in self.players},
        }
