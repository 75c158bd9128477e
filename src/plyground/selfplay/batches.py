"""Batches of self-play games. The network, the rule, the training's seed and a number determine a batch."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from plyground.arena.referee import TimeKeeper
from plyground.arena.workers import Work
from plyground.net.network import Network, read_network
from plyground.rng import Rng
from plyground.selfplay.games import evaluator_of, games_of, lessons_of
from plyground.selfplay.replay import TrainingBatch
from plyground.selfplay.training import AlphaZeroRule

# The stream of a training's seed for the seeds of its batches; play on this machine takes the streams from 0 on.
BATCH_STREAM = 1 << 40


class PlayedBatch(NamedTuple):
    """The lessons of a batch of games, and its counts."""

    lessons: TrainingBatch
    games: int
    simulations: int


class BatchesToPlay(NamedTuple):
    """What all batches of one network have in common."""

    network: bytes  # the content of its file
    rule: AlphaZeroRule  # with a value for every option
    seed: int


class SelfPlayWork(Work[BatchesToPlay]):
    """Batches of games on their way to a worker."""

    def play(self, numbers: Iterable[int], stopped: Callable[[], bool], keeper: TimeKeeper | None) -> list[PlayedBatch]:
        todo = self.open()
        network = read_network(todo.network)
        return [play_batch(network, todo.rule, todo.seed, number) for number in numbers]


def play_batch(network: Network, rule: AlphaZeroRule, seed: int, number: int) -> PlayedBatch:
    """Play one game in each search of a batch, to the end, on one thread."""
    assert rule.searches is not None
    searches = max(1, rule.searches // rule.batches)
    seed = Rng(Rng(seed, BATCH_STREAM).next(), number).next()
    pool = rule.pool(network.game, seed, searches=searches, batches=1, threads=1, games=1)
    answer = evaluator_of(network.architecture, network.inputs, network.weights)
    while len(positions := pool.collect()):
        pool.deliver(*answer(positions))
    records = pool.take_records()
    lessons = lessons_of(records, network.inputs.shape.values, rule.search_share)
    return PlayedBatch(lessons, games_of(records), pool.simulations)
