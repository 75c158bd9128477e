"""AlphaZero: self-play and gradient steps, in turn, until the time is up (Silver et al. 2018; Danihelka et al. 2022).

The network that plays is the network that learns, at every moment. Time is counted over all runs of a training: killed
and started again, it goes on where its last checkpoint was.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import msgspec
import numpy as np

from plyground.games.base import Game
from plyground.games.playouts import has_chance
from plyground.net.architecture import Architecture, Mlp, Resnet
from plyground.net.inputs import inputs_of
from plyground.net.network import Network
from plyground.rng import Rng
from plyground.search import Select, configure
from plyground.search.pool import SearchPool
from plyground.search.select import Gumbel
from plyground.selfplay.checkpoint import Memory
from plyground.selfplay.games import SelfPlay
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


AlphaZeroRule.registry = Registry[AlphaZeroRule]("training by self-play", "trainings")
AlphaZeroRule.registry.register("alphazero")(AlphaZeroRule)


class TrainingCounts(NamedTuple):
    """What a training has done so far, over all its runs."""

    seconds: float = 0.0
    games: int = 0
    positions: int = 0
    simulations: int = 0
    steps: int = 0


class TrainingProgress(NamedTuple):
    """Where a training stands, and what it did since the last report."""

    counts: TrainingCounts
    games_per_second: float
    simulations_per_second: float
    losses: Losses | None


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

    def run(self, seconds: float, report: Callable[[TrainingProgress], bool]) -> None:
        """Train until `seconds` have passed in all runs together, or `report` returns False.

        `report` is called about once a second, between two steps; its time is not counted.
        """
        rule = self.rule
        assert rule.window is not None
        assert rule.reuse is not None
        assert rule.batch is not None
        play = SelfPlay(self._pool(), rule.batches, self.architecture, self.inputs)
        window = ReplayWindow[TrainingBatch](rule.window)
        rng = np.random.default_rng([self.seed, self.counts.steps])
        losses: list[Any] = []
        owed = 0.0  # gradient steps
        clock = _Clock(self.counts, play)
        try:
            while clock.seconds < seconds:
                for _ in range(rule.batches):
                    play.step(self.descent.weights)
                lessons = play.lessons(rule.search_share)
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

    def _pool(self) -> SearchPool:
        rule = self.rule
        assert rule.simulations is not None
        assert rule.searches is not None
        assert rule.random_plies is not None
        return SearchPool(
            self.game,
            configure(select=rule.select),
            searches=rule.searches,
            batches=min(rule.batches, rule.searches),
            simulations=rule.simulations,
            random_plies=rule.random_plies,
            threads=self.threads,
            seed=Rng(self.seed, self.counts.steps).next(),
        )


class _Clock:
    """TrainingCounts the time and the work of a run, beside those of earlier runs. Reports take no time."""

    def __init__(self, before: TrainingCounts, play: SelfPlay) -> None:
        self.steps = 0
        self._before, self._play = before, play
        self._spent, self._since = 0.0, time.perf_counter()
        self._reported = before

    @property
    def seconds(self) -> float:
        """Of all runs."""
        return self._before.seconds + self._spent + time.perf_counter() - self._since

    def counts(self) -> TrainingCounts:
        before, play = self._before, self._play
        return TrainingCounts(
            self.seconds,
            before.games + play.games,
            before.positions + play.positions,
            before.simulations + play.pool.simulations,
            before.steps + self.steps,
        )

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
