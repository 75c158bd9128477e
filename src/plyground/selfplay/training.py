"""AlphaZero: self-play and gradient steps take turns until the time is up (Silver et al. 2018; Danihelka et al. 2022).

Games are always played with the newest weights. Time is counted over all runs of a training: killed and started
again, it continues from its last checkpoint.
"""

import operator
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Protocol

import msgspec
import numpy as np

from plyground.games.base import Game
from plyground.games.lines import LineState
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

# Gradient steps in one call, and the shortest time between two reports.
STEPS, REPORT_SECONDS = 8, 1.0
EXPLORES = Gumbel()
# Dice make outcomes noisy: a CPU plays many games with few simulations and learns each position once; measured on Ludo.
NOISY = {"simulations": 8, "searches": 512, "window": 500_000, "reuse": 1.0, "batch": 512}


@dataclass(frozen=True, kw_only=True)
class AlphaZeroRule(TextForm):
    """Trains a network by self-play: everything that a training depends on besides its game, its time and its seed.

    Omitted options get values that suit the game and the machine: see `filled`.

    Args:
        network: The layers: resnet(channels=64, blocks=5), mlp(width=128).
        select: The rule of the search: gumbel, puct.
        simulations: Simulations a move; a forced move takes two.
        searches: Games played at the same time.
        batches: Batches in flight.
        random_plies: A game begins with random moves, from none to this many, so that the network learns unusual
            positions.
        search_share: Share of the search's value in the value to learn; the rest is the game's outcome.
        window: Number of recent positions to learn from.
        reuse: How often a position is learnt, on average.
        batch: Positions in a gradient step.
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
    search_share: float = param(0.25, low=0.0, high=1.0)
    window: int | None = param(None, low=1, high=1_000_000_000)
    reuse: float | None = param(None, low=0.01, high=1000)
    batch: int | None = param(None, low=1, high=1_000_000)
    rate: float = param(2e-3, low=0.0, high=1.0)
    decay: float = param(1e-4, low=0.0, high=1.0)
    value_weight: float = param(1.0, low=0.0, high=1000)

    def filled(self, game: Game, accelerated: bool) -> "AlphaZeroRule":
        """The rule with every option set. An accelerator gets a larger network and tens of thousands of games."""
        layout = game.planes
        cells = layout.rows * layout.cols
        board = layout.rows > 1 and cells > 16
        if accelerated:
            fitting: dict[str, Any] = {"network": Resnet(64, 5, lines=_line_length(game)) if board else Mlp(256, 3)}
            fitting |= {"searches": 65_536, "window": 16_000_000, "reuse": 2.0, "batch": 4096}
        elif board:  # a CPU takes convolutions too slowly: docs/networks.md
            fitting = {"network": Mlp(512, 2, lines=_line_length(game))}
            fitting |= {"searches": 256, "window": 200_000, "reuse": 8.0, "batch": 256}
        else:
            fitting = {"network": Mlp(128, 2), "searches": 256, "window": 50_000, "reuse": 16.0, "batch": 256}
        fitting["simulations"] = 32
        if not accelerated and has_chance(game):
            fitting |= NOISY
        fitting["random_plies"] = 7 * cells // 10 + 2 if layout.rows > 1 else 0
        return replace(self, **{name: value for name, value in fitting.items() if getattr(self, name) is None})

    def pool(self, game: Game, seed: int, *, searches: int, batches: int, threads: int, games: int = 0) -> SearchPool:
        """A pool that plays games against itself; every option of the rule must be set."""
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


def _line_length(game: Game) -> int:
    """How many in a row win; 0 in other games."""
    start = game.initial_state()
    return start.k if isinstance(start, LineState) else 0


class TrainingCounts(NamedTuple):
    """The work of a training so far, over all its runs."""

    seconds: float = 0.0
    games: int = 0
    positions: int = 0
    simulations: int = 0
    steps: int = 0
    batches: int = 0  # of games, sent to a cluster


class TrainingProgress(NamedTuple):
    """The state of a training, and its speed and losses since the last report."""

    counts: TrainingCounts
    games_per_second: float
    simulations_per_second: float
    losses: Losses | None


class Players(Protocol):
    """Plays the games that a training learns from: this process, or a cluster."""

    def lessons(self, wait: bool) -> Iterable[TrainingBatch]:
        """Lessons from the games that ended since the last call; with `wait`, wait a moment if there are none."""
        ...

    def played(self) -> TrainingCounts:
        """The work done in this run, without seconds and steps."""
        ...


class AlphaZeroTraining:
    """A network that learns a game from scratch."""

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
        """The network with its current weights."""
        return self.descent.network(self.game, self.architecture)

    def evaluator(self) -> BatchEvaluator:
        """Evaluates any number of positions with the current weights; valid until the next gradient step."""
        return evaluator_of(self.architecture, self.inputs, self.descent.weights)

    def options(self) -> dict[str, str]:
        """A checkpoint is refused unless these agree."""
        return {"game": str(self.game), "options": str(self.rule), "seed": str(self.seed)}

    def memory(self) -> Memory:
        """The content of a checkpoint."""
        return Memory(msgspec.msgpack.encode(self.counts), (self.descent.weights, self.descent.state))

    def remember(self, memory: Memory) -> None:
        """Continue from a checkpoint."""
        self.counts = msgspec.msgpack.decode(memory.counts, type=TrainingCounts)
        self.descent.weights, self.descent.state = memory.arrays

    def run(self, seconds: float, report: Callable[[TrainingProgress], bool], players: Players | None = None) -> None:
        """Train until `seconds` have passed in all runs together, or `report` returns False.

        `report` is called about once a second, between two steps; its time is not counted. Without `players` this
        process plays the games.
        """
        rule = self.rule
        assert rule.window is not None
        assert rule.reuse is not None
        assert rule.batch is not None
        players = _AtHome(self) if players is None else players
        window = ReplayWindow[TrainingBatch](rule.window)
        rng = np.random.default_rng([self.seed, self.counts.steps])
        losses: list[Any] = []
        owed = 0.0  # gradient steps to take
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
    """Plays the games of a training in its own process, always with the newest weights."""

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
    """Adds the time and the work of this run to those of earlier runs. The time of reports does not count."""

    def __init__(self, before: TrainingCounts, players: Players) -> None:
        self.steps = 0
        self._before, self._players = before, players
        self._spent, self._since = 0.0, time.perf_counter()
        self._reported = before

    @property
    def seconds(self) -> float:
        """The time of all runs together."""
        return self._before.seconds + self._spent + time.perf_counter() - self._since

    def counts(self) -> TrainingCounts:
        now = self._players.played()._replace(seconds=self.seconds - self._before.seconds, steps=self.steps)
        return TrainingCounts(*map(operator.add, self._before, now))

    def report_is_due(self) -> bool:
        return self.seconds - self._reported.seconds >= REPORT_SECONDS

    def progress(self, losses: Losses | None) -> TrainingProgress:
        """The present state; stops the clock until `go_on`."""
        now, last = self.counts(), self._reported
        self._spent, self._reported = now.seconds - self._before.seconds, now
        seconds = now.seconds - last.seconds
        games, simulations = now.games - last.games, now.simulations - last.simulations
        return TrainingProgress(now, games / seconds, simulations / seconds, losses)

    def go_on(self) -> None:
        self._since = time.perf_counter()


def _mean_losses(losses: list[Any]) -> Losses | None:
    return Losses(*(float(mean) for mean in np.mean([np.asarray(both) for both in losses], 0))) if losses else None
