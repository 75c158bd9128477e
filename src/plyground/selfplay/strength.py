"""The strength of a network in training: its player's games against mcts of several sizes, and Elo ratings from them.

The games take a bounded share of the time and draw from seeds of their own, so that the training is the same without
them. Which sizes are played depends on what the time allows.
"""

import math
import threading
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

from plyground.agents import Agent, Mcts
from plyground.arena.contest import make_contest
from plyground.arena.referee import Stopped
from plyground.arena.workers import ContestWork, Task
from plyground.games.base import Game
from plyground.statistics.bradley_terry import fit_ratings
from plyground.statistics.intervals import Estimate
from plyground.statistics.tally import MatchRecord, Tally

# Simulations a move of the opponents, the smallest first.
SIZES = (100, 1_000, 10_000)
# The most time for the games, as a share of the training's, and the most pairs of games per point and size.
SHARE, MOST_PAIRS = 0.1, 50


class NetworkStrength:
    """The games of a network's player at several moments of its training, the points.

    All points and opponents are rated together (Bradley–Terry). The opponents stay the same, so that later games make
    the ratings of earlier points more precise too. A prior of one drawn game keeps the rating of a point that won
    every game finite.
    """

    def __init__(self, game: Game, threads: int = 1) -> None:
        self.game, self.threads = game, threads
        self.points: list[dict[int, MatchRecord]] = []
        self._time_left = 0.0
        # The longest time of a pair of games against each size.
        self._pair_seconds: dict[int, float] = {}

    @staticmethod
    def makes_sense(game: Game) -> bool:
        """Whether the game has an opponent to play against."""
        return game.num_players > 1

    @property
    def smallest(self) -> str:
        """The opponent whose Elo is 0."""
        return opponent(SIZES[0])

    def measure(self, player: Agent, seconds: float) -> None:
        """Add a point: play games for `SHARE` of these seconds, and for the time that earlier points left unused."""
        self.points.append(defaultdict(MatchRecord))
        self._time_left += SHARE * seconds
        begin = time.perf_counter()
        _Round(self, player, begin + self._time_left).play()
        self._time_left -= time.perf_counter() - begin

    def expected_seconds(self, size: int) -> float:
        """The expected time of a pair of games; for a size not played yet, in proportion to the next smaller one."""
        if size in self._pair_seconds:
            return self._pair_seconds[size]
        if size == SIZES[0]:
            return 0.0
        smaller = SIZES[SIZES.index(size) - 1]
        return size / smaller * self._pair_seconds.get(smaller, math.inf)

    def took(self, size: int, seconds: float) -> None:
        """Record the time that a pair of games against this size took."""
        self._pair_seconds[size] = max(seconds, self._pair_seconds.get(size, 0.0))

    def tallies(self, point: int) -> dict[int, Tally]:
        """The games of a point against each size."""
        return {size: games.tally for size, games in sorted(self.points[point].items())}

    def elo(self) -> list[Estimate | None]:
        """The Elo of each point above the smallest opponent; None for a point without games."""
        rated = self._rated()
        return [rated.get(f"point {point}") for point in range(len(self.points))]

    def opponents_elo(self) -> dict[str, Estimate]:
        """The Elo of each other opponent above the smallest one, by text form."""
        rated = self._rated()
        return {name: rated[name] for name in map(opponent, SIZES[1:]) if name in rated}

    def _rated(self) -> dict[str, Estimate]:
        results: dict[tuple[str, str], Tally] = {}
        for point, games in enumerate(self.points):
            for size, record in games.items():
                results[f"point {point}", opponent(size)] = record.as_first
                results[opponent(size), f"point {point}"] = record.as_second.flipped
        if not results:
            return {}
        ratings = fit_ratings(results, prior=1.0)
        return {player: ratings.difference(player, self.smallest) for player in ratings.players}


def opponent(size: int) -> str:
    """The text form of an opponent."""
    return str(Mcts(simulations=size))


class _Round:
    """The games of one point, on several threads, until its time is up."""

    def __init__(self, strength: NetworkStrength, player: Agent, end: float) -> None:
        self.strength, self.end = strength, end
        seed = len(strength.points)
        self.works = {
            size: ContestWork(make_contest(strength.game, [player, Mcts(simulations=size)], seed=seed))
            for size in SIZES
        }
        self.given = dict.fromkeys(SIZES, 0)
        self.lock, self.stop = threading.Lock(), threading.Event()

    def play(self) -> None:
        with ThreadPoolExecutor(self.strength.threads) as pool:
            try:
                for thread in [pool.submit(self._play_pairs) for _ in range(self.strength.threads)]:
                    thread.result()
            finally:
                self.stop.set()

    def _play_pairs(self) -> None:
        games = self.strength.points[-1]
        while (task := self._next()) is not None:
            size, pair = task
            begin = time.perf_counter()
            try:
                first, second = self._play_pair(size, pair)
            except Stopped:  # the pair does not count; its full time is unknown: try again when twice this time is left
                with self.lock:
                    self.strength.took(size, 2 * (time.perf_counter() - begin))
                return
            with self.lock:
                games[size].add(first, second)
                self.strength.took(size, time.perf_counter() - begin)

    def _next(self) -> tuple[int, int] | None:
        """Of the sizes that fit in the time, the one with the fewest games, and the number of its next pair."""
        with self.lock:
            left = self.end - time.perf_counter()
            fitting = [
                size for size in SIZES if self.strength.expected_seconds(size) <= left and self.given[size] < MOST_PAIRS
            ]
            if left <= 0 or not fitting:
                return None
            size = min(fitting, key=self.given.__getitem__)
            self.given[size] += 1
            return size, self.given[size] - 1

    def _play_pair(self, size: int, pair: int) -> tuple[float, float]:
        """The player's score in the game that it begins, and in the other game."""
        first, second = Task(pair, self.works[size], (2 * pair, 2 * pair + 1))(self._stopped).records
        return first.score(0), second.score(0)

    def _stopped(self) -> bool:
        return self.stop.is_set() or time.perf_counter() > self.end
