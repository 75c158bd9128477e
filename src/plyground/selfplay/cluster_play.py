"""Self-play on a cluster: the workers play batches of games, and this machine learns from them.

A batch is played with the network that was the newest when the batch was sent. If its worker dies, another one plays it
again.
"""

import contextlib
import time
import uuid
from collections.abc import Callable, Iterator

from plyground.arena.cluster import Cluster, Connection
from plyground.arena.play import default_workers
from plyground.arena.workers import Lost, Task
from plyground.errors import PlygroundError
from plyground.selfplay.batches import BatchesToPlay, PlayedBatch, SelfPlayWork
from plyground.selfplay.replay import TrainingBatch
from plyground.selfplay.training import AlphaZeroTraining, TrainingCounts

# The shortest time between sending two networks, and the length of one wait for the next batch.
NETWORK_SECONDS, WAIT_SECONDS = 1.0, 0.05
MOST_LOST = 3


@contextlib.contextmanager
def cluster_players(
    training: AlphaZeroTraining, address: str, prepare: Callable[[], object] | None = None
) -> Iterator["ClusterPlayers"]:
    """The workers of the cluster at this address (see `Cluster`); `prepare` is called first in each of them."""
    with Cluster(address, default_workers()).connect() as connection:
        yield ClusterPlayers(training, connection, prepare)


class ClusterPlayers:
    """Lets the workers of a cluster play the games of a training."""

    def __init__(
        self, training: AlphaZeroTraining, connection: Connection, prepare: Callable[[], object] | None = None
    ) -> None:
        self._played = TrainingCounts()
        self._training, self._connection, self._prepare = training, connection, prepare
        self._first = training.counts.batches
        self._owner = uuid.uuid4().hex
        self._work: SelfPlayWork | None = None
        self._weights: object = None
        self._sent = 0.0
        self._lost = 0  # batches lost in a row

    def lessons(self, wait: bool) -> list[TrainingBatch]:
        connection = self._connection
        if not connection.running:
            self._give()
        found = connection.results(wait=False)
        if not found and wait:
            time.sleep(WAIT_SECONDS)
            found = connection.results(wait=False)
        if found:
            self._give()  # before learning from the games, so that no worker waits
        lessons = []
        for _, result in found:
            if isinstance(result, Lost):
                self._count_lost()
                continue
            self._lost = 0
            for batch in result.records:
                self._count(batch)
                lessons.append(batch.lessons)
        return lessons

    def played(self) -> TrainingCounts:
        return self._played

    def _give(self) -> None:
        for _ in range(self._connection.room):
            number = self._first + self._played.batches
            self._connection.give(Task(number, self._newest(), (number,)))
            self._played = self._played._replace(batches=self._played.batches + 1)

    def _newest(self) -> SelfPlayWork:
        """The work with the newest network; a network is sent at most once in `NETWORK_SECONDS`."""
        training, now = self._training, time.monotonic()
        changed = training.descent.weights is not self._weights and now - self._sent >= NETWORK_SECONDS
        if self._work is None or changed:
            content = BatchesToPlay(training.network().to_bytes(), training.rule, training.seed)
            self._work = SelfPlayWork(content, self._prepare, self._owner)
            self._weights, self._sent = training.descent.weights, now
        return self._work

    def _count(self, batch: PlayedBatch) -> None:
        now = self._played
        self._played = now._replace(
            games=now.games + batch.games,
            positions=now.positions + len(batch.lessons.positions),
            simulations=now.simulations + batch.simulations,
        )

    def _count_lost(self) -> None:
        self._lost += 1
        if self._lost == MOST_LOST:
            raise PlygroundError(
                f"the workers of the cluster at {self._connection.address} died three times in each of {MOST_LOST} "
                "batches of games in a row"
            )
