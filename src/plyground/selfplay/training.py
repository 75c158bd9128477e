"""AlphaZero: self-play and gradient steps, in turn, until the time is up (Silver et al. 2018; Danihelka et al. 2022).

The network that plays is the network that learns, at every moment. Time is counted over all runs of a training: killed
and started again, it goes on where its last checkpoint was.
"""

import operator
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Protocol

import msgspec
import numpy as np

from plyground.games.base import Game
from plyground.games.playouts import has_chance
from plyground.net.architecture import Architecture, Mlp, Resnet
from plyground.net.inputs import inputs_of
from plyground.net.network import Network
from plyground.rng import Rng
from plyground.search import Select, configure
from plyground.search.evaluate.batched import BatchEvaluator
from plyground.search.pool import SearchPool
from plyground.search.select import Gumbel
from plyground.selfplay.checkpoint import Memory
from plyground.selfplay.games import SelfPlay, evaluator_of
from plyground.selfplay.learning import GradientDescent, LearningRule, Losses, accelerated, alphazero_loss
from plyground.selfplay.replay import ReplayWindow, TrainingBatch, in_batches
from plyground.text_form import Registry, TextForm, param

# Gradient steps that are taken at once, and the shortest time between two reports.
STEPS, REPORT_SECONDS = 8, 1.0
EXPLORES = Gumbel()
# The largest board on which a CPU trains fully connected layers by default; measured on connect_four(4,5).
MOST_CELLS_OF_MLP = 25
# Dice make outcomes noisy: a CPU plays many games with few simulations and learns each once; measured on Ludo.
NOISY = {"simulations": 8, "searches": 512, "window": 500_000, "reuse": 1.0, "batch": 512}


@dataclass(frozen=True, kw_only=True)
class AlphaZeroRule(TextForm):
    """Trains a network by self-play: everything that a training depends on besides its game, its time and its seed.

    What is left out fits the game and the machine: see `filled`.

    Args:
        network: The layers: resnet(channels=64, blocks=5), mlp(width=128).
        select: The rule of the search: gumbel, puct.
        simulations: Simulations a move; a forced one takes two.
        searches: Games at once.
        batches: Batches in flight.
        random_plies: The most random moves that half the games begin with, so that the network meets unusual positions.
        search_share: Share of the search's value in the value to learn; the rest is the game's outcome.
        window: Positions to learn from: the most recent.
        reuse: How often a position is learnt, on average.
        batch: Positions of a gradient step.
        rate: The highest learning rate.
        decay: Weight decay.
        value_weight: Weight of the value's loss beside the policy's.
    """

    registry: ClassVar[Registry[Any]]

    network: Architecture | None = None
    select: Select = EXPLORES
    simulations: int | None = param(None, low=2, high=100_000)
    searches: int | None = param(None, low=1, high=10_000_000)
    batches: int = param(4, low=1, high=64)
    random_plies: int | None = param(None, low=0, high=10_000)
    search_share: float = param(0.5, low=0.0, high=1.0)
    window: int | None = param(None, low=1, high=1_000_000_000)
    reuse: float | None = param(None, low=0.01, high=1000)
    batch: int | None = param(None, low=1, high=1_000_000)
    rate: float = param(2e-3, low=0.0, high=1.0)
    decay: float = param(1e-4, low=0.0, high=1.0)
    value_weight: float = param(1.0, low=0.0, high=1000)

    def filled(self, game: Game, accelerated: bool) -> "AlphaZeroRule":
        """Nothing left out. An accelerator takes a larger network and ten thousands of games at once."""
        layout = game.planes
        cells = layout.rows * layout.cols
        board = layout.rows > 1 and cells > 16
        if accelerated:
            fitting: dict[str, Any] = {"network": Resnet(64, 5) if board else Mlp(256, 3)}
            fitting |= {"searches": 65_536, "window": 16_000_000, "reuse": 2.0, "batch": 4096}
        elif board and cells <= MOST_CELLS_OF_MLP:
            fitting = {"network": Mlp(512, 2), "searches": 256, "window": 200_000, "reuse": 8.0, "batch": 256}
        else:
            fitting = {"network": Resnet(32, 3) if board else Mlp(128, 2)}
            fitting |= {"searches": 256, "window": 50_000, "reuse": 16.0, "batch": 256}
        fitting["simulations"] = 32
        if not accelerated and has_chance(game):
            fitting |= NOISY
        fitting["random_plies"] = 7 * cells // 10 + 2 if layout.rows > 1 else 0
        return replace(self, **{name: value for name, value in fitting.items() if getattr(self, name) is None})

    def pool(self, game: Game, seed: int, *, searches: int, batches: int, threads: int, games: int = 0) -> SearchPool:
        """Searches that play against themselves, of a rule with nothing left out."""
        assert self.simulations is not None
        assert self.random_plies is not None
        return SearchPool(
            game,
            configure(select=self.select),
            searches=searches,
            batches=min(batches, searches),
            simulations=self.simulations,
            games=games,
            random_plies=self.random_plies,
            threads=threads,
            seed=seed,
        )


AlphaZeroRule.registry = Registry[AlphaZeroRule]("training by self-play", "trainings")
AlphaZeroRule.registry.register("alphazero")(AlphaZeroRule)


class TrainingCounts(NamedTuple):
    """What a training has done so far, over all its runs."""

    seconds: float = 0.0
    games: int = 0
    positions: int = 0
    simulations: int = 0
    steps: int = 0
    # Batches of games given to a cluster.
    batches: int = 0


class TrainingProgress(NamedTuple):
    """Where a training stands, and what it did since the last report."""

    counts: TrainingCounts
    games_per_second: float
    simulations_per_second: float
    losses: Losses | None


class Players(Protocol):
    """Who plays the games that a training learns from."""

    def lessons(self, wait: bool) -> Iterable[TrainingBatch]:
        """What the games teach that ended since the last call; `wait` a moment if there are none."""
        ...

    def played(self) -> TrainingCounts:
        """What they have done; not the time, nor the steps."""
        ...


class AlphaZeroTraining:
    """A network that learns a game from nothing."""

    def __init__(self, game: Game, rule: AlphaZeroRule, seed: int = 0, threads: int = 1) -> None:
        self.rule = rule = rule.filled(game, accelerated())
        self.game, self.seed, self.threads = game, seed, threads
        self.inputs = inputs_of(game)
        assert rule.network is not None
        self.architecture = rule.network
        learning = LearningRule(rule.rate, decay=rule.decay)
        start = self.architecture.initial(self.inputs.shape, np.random.default_rng(seed))
        loss = alphazero_loss(self.architecture, self.inputs, rule.value_weight)
        self.descent = GradientDescent(start, loss, learning)
        self.counts = TrainingCounts()

    def network(self) -> Network:
        """The network as it is now."""
        return self.descent.network(self.game, self.architecture)

    def evaluator(self) -> BatchEvaluator:
        """The same, for any number of positions at a time; until the next gradient step."""
        return evaluator_of(self.architecture, self.inputs, self.descent.weights)

    def options(self) -> dict[str, str]:
        """What a checkpoint must agree with."""
        return {"game": str(self.game), "options": str(self.rule), "seed": str(self.seed)}

    def memory(self) -> Memory:
        """What a checkpoint keeps."""
        return Memory(msgspec.msgpack.encode(self.counts), (self.descent.weights, self.descent.state))

    def remember(self, memory: Memory) -> None:
        """Go on from what a checkpoint kept."""
        self.counts = msgspec.msgpack.decode(memory.counts, type=TrainingCounts)
        self.descent.weights, self.descent.state = memory.arrays

    def run(self, seconds: float, report: Callable[[TrainingProgress], bool], players: Players | None = None) -> None:
        """Train until `seconds` have passed in all runs together, or `report` returns False.

        `report` is called about once a second, between two steps; its time is not counted. Without other `players`
        the games are played here.
        """
        rule = self.rule
        assert rule.window is not None
        assert rule.reuse is not None
        assert rule.batch is not None
        players = _AtHome(self) if players is None else players
        window = ReplayWindow[TrainingBatch](rule.window)
        rng = np.random.default_rng([self.seed, self.counts.steps])
        losses: list[Any] = []
        owed = 0.0  # gradient steps
        clock = _Clock(self.counts, players)
        try:
            while clock.seconds < seconds:
                for lessons in players.lessons(wait=owed < STEPS):
                    window.add(lessons)
                    owed += rule.reuse * len(lessons.positions) / rule.batch
                if owed >= STEPS:
                    batches = in_batches(window.draw(STEPS * rule.batch, rng), STEPS)
                    losses.append(self.descent.run(batches, clock.seconds / seconds, rng))
                    owed -= STEPS
                    clock.steps += STEPS
                if clock.report_is_due():
                    if not report(clock.progress(_mean_losses(losses))):
                        return
                    losses.clear()
                    clock.go_on()
        finally:
            self.counts = clock.counts()


class _AtHome:
    """Plays the games of a training in its own process, always with its newest weights."""

    def __init__(self, training: AlphaZeroTraining) -> None:
        self._training, rule = training, training.rule
        assert rule.searches is not None
        seed = Rng(training.seed, training.counts.steps).next()
        pool = rule.pool(training.game, seed, searches=rule.searches, batches=rule.batches, threads=training.threads)
        self._play = SelfPlay(pool, rule.batches, training.architecture, training.inputs)

    def lessons(self, wait: bool) -> list[TrainingBatch]:
        rule = self._training.rule
        for _ in range(rule.batches):
            self._play.step(self._training.descent.weights)
        return [self._play.lessons(rule.search_share)]

    def played(self) -> TrainingCounts:
        play = self._play
        return TrainingCounts(games=play.games, positions=play.positions, simulations=play.pool.simulations)


class _Clock:
    """Counts the time and the work of a run, beside those of earlier runs. Reports take no time."""

    def __init__(self, before: TrainingCounts, players: Players) -> None:
        self.steps = 0
        self._before, self._players = before, players
        self._spent, self._since = 0.0, time.perf_counter()
        self._reported = before

    @property
    def seconds(self) -> float:
        """Of all runs."""
        return self._before.seconds + self._spent + time.perf_counter() - self._since

    def counts(self) -> TrainingCounts:
        now = self._players.played()._replace(seconds=self.seconds - self._before.seconds, steps=self.steps)
        return TrainingCounts(*map(operator.add, self._before, now))

    def report_is_due(self) -> bool:
        return self.seconds - self._reported.seconds >= REPORT_SECONDS

    def progress(self, losses: Losses | None) -> TrainingProgress:
        """Stops the clock until `go_on`."""
        now, last = self.counts(), self._reported
        self._spent, self._reported = now.seconds - self._before.seconds, now
        seconds = now.seconds - last.seconds
        games, simulations = now.games - last.games, now.simulations - last.simulations
        return TrainingProgress(now, games / seconds, simulations / seconds, losses)

    def go_on(self) -> None:
        self._since = time.perf_counter()


def _mean_losses(losses: list[Any]) -> Losses | None:
    return Losses(*(float(mean) for mean in np.mean([np.asarray(both) for both in losses], 0))) if losses else None
