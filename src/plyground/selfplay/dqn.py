"""DQN: Q-learning with a network, from games against an opponent or against itself.

Many games are played at once, so that the network answers batches. A lesson is one step of Q-learning: a position, the
action taken in it, its reward, and the position of the same seat's next decision. The target of a lesson is

    r + γ Q⁻(s′, a′),   a′ = the legal action with the largest Q(s′, a′)

where Q⁻ is the target network, an older copy of Q: the double Q-learning of van Hasselt, Guez and Silver (2016) in the
deep Q-network of Mnih et al. (2015). Illegal actions are neither played nor counted in the maximum.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, NamedTuple

import msgspec
import numpy as np

from plyground.agents.base import Agent
from plyground.agents.episodes import SELF, WON, Episodes, opponent_move
from plyground.errors import PlygroundError
from plyground.games.base import CHANCE, TERMINAL, Game, State
from plyground.games.native import quick_start
from plyground.games.planes import pack
from plyground.net.architecture import Architecture, Mlp, QNetwork, Weights
from plyground.net.array_math import JaxMath, need_jax
from plyground.net.inputs import Inputs, inputs_of
from plyground.net.network import Network
from plyground.rng import Rng
from plyground.selfplay.checkpoint import Memory
from plyground.selfplay.learning import GradientDescent, LearningRule, Loss
from plyground.selfplay.replay import ReplayWindow, in_batches
from plyground.text_form import Registry, TextForm, param

_Steps = Annotated[int, msgspec.Meta(ge=0)]

# Gradient steps that are taken in one call; the targets of all their lessons are computed before the first step.
STEPS = 8
LAYERS = Mlp(256, 2)


@dataclass(frozen=True, kw_only=True)
class DqnRule(TextForm):
    """Trains a network by deep Q-learning: everything that a training depends on besides its game, opponent and seed.

    Args:
        network: The layers: mlp(width=128), resnet(channels=32, blocks=3).
        dueling: Whether to estimate a state's value apart from its actions' advantages (Wang et al. 2016).
        gamma: Discount of a reward one decision later. Rewards are the returns at the end of a game.
        epsilon: The probability of a random action at the start.
        epsilon_end: Final epsilon, reached linearly.
        anneal: Share of the episodes until epsilon reaches its final value.
        games: Games played at once.
        window: Number of the most recent lessons to learn from.
        reuse: How often a lesson is learnt, on average.
        batch: Lessons per gradient step.
        rate: The highest learning rate.
        copy: Gradient steps between two copies of the network to the target network.
    """

    registry: ClassVar[Registry[Any]]

    network: Architecture = LAYERS
    dueling: bool = True
    gamma: float = param(0.99, low=0, high=1)
    epsilon: float = param(1.0, low=0, high=1)
    epsilon_end: float = param(0.05, low=0, high=1)
    anneal: float = param(0.5, low=0, high=1)
    games: int = param(64, low=1, high=100_000)
    window: int = param(100_000, low=1, high=1_000_000_000)
    reuse: float = param(4.0, low=0.01, high=1000)
    batch: int = param(128, low=1, high=1_000_000)
    rate: float = param(1e-3, low=0.0, high=1.0)
    copy: int = param(200, low=1, high=1_000_000_000)


DqnRule.registry = Registry[DqnRule]("training of action values", "trainings")
DqnRule.registry.register("dqn")(DqnRule)


class Steps(NamedTuple):
    """Lessons: positions, the actions taken in them, their rewards, and the next decisions."""

    positions: np.ndarray  # (n, words) uint32, packed
    actions: np.ndarray  # (n,) int32
    rewards: np.ndarray  # (n,) float32
    following: np.ndarray  # (n, words) uint32: the position of the seat's next decision
    legal: np.ndarray  # (n, actions) bool: the legal actions in it, none if the game is over


class _Lesson(NamedTuple):
    """Lessons with their targets, as a gradient step takes them."""

    positions: Any
    actions: Any
    targets: Any


@dataclass
class _OpenGame:
    """One of the games in progress."""

    state: State
    seat: int
    rng: Rng
    others: dict[int, Agent]
    # The last decision of each learning seat, a position and an action: a lesson once its result is known.
    waiting: dict[int, tuple[np.ndarray, int]] = field(default_factory=dict)


class DqnTraining(Episodes):
    """The training of a network that values actions.

    Episode i draws from stream i of the seed. A training that continues from a checkpoint fills its replay window anew.
    """

    def __init__(
        self,
        learner: DqnRule | str,
        game: Game | str,
        opponent: Agent | str = "random",
        seat: int | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(game, opponent, seat, seed)
        self.learner: DqnRule = DqnRule.registry.parse(learner)
        self.architecture = QNetwork(self.learner.network, self.learner.dueling)
        self.inputs = inputs_of(self.game)
        start = self.architecture.initial(self.inputs.shape, np.random.default_rng(self.seed))
        loss = _q_loss(self.architecture, self.inputs)
        self.descent = GradientDescent(start, loss, LearningRule(self.learner.rate))
        self.target: Weights = self.descent.copy()
        self.steps = 0
        self._values, self._targets = _compiled(self.architecture, self.inputs, self.learner.gamma)

    @property
    def sizes(self) -> dict[str, int]:
        return {"weights": self.network().parameters}

    def network(self) -> Network:
        """The network with its current weights."""
        return self.descent.network(self.game, self.architecture)

    def run(self, episodes: int, progress: Callable[[int], object] | None = None) -> None:
        """Play until all runs together have `episodes`. `progress` gets the number of episodes since its last call."""
        rule, rng = self.learner, np.random.default_rng([self.seed, self.steps])
        window = ReplayWindow[Steps](rule.window)
        started, owed = self.episodes, 0.0
        tables: list[_OpenGame] = []
        while self.episodes < episodes:
            before, lessons = self.episodes, list[tuple[Any, ...]]()
            while len(tables) < min(rule.games, episodes - self.episodes):
                tables.append(self._start(started))
                started += 1
            tables = [table for table in tables if self._advance(table, lessons)]
            self._decide(tables, self._epsilon(episodes), rng)
            if lessons:
                window.add(_as_steps(lessons))
            owed += rule.reuse * len(lessons) / rule.batch
            while owed >= STEPS:
                self._learn(window, self.episodes / episodes, rng)
                owed -= STEPS
            if progress is not None and self.episodes > before:
                progress(self.episodes - before)

    def _epsilon(self, episodes: int) -> float:
        rule = self.learner
        part = min(1.0, self.episodes / max(1.0, rule.anneal * episodes))
        return rule.epsilon + (rule.epsilon_end - rule.epsilon) * part

    def _start(self, episode: int) -> _OpenGame:
        seat, rng = self.seat_in(episode), Rng(self.seed, episode)
        others = self.seat_opponents(seat, rng)
        start = self.game.initial_state() if others else quick_start(self.game)
        return _OpenGame(start, seat, rng, others)

    def _advance(self, table: _OpenGame, lessons: list[tuple[Any, ...]]) -> bool:
        """Play on until a learning seat decides; False if the game is over. Adds the lessons that are now complete."""
        state = table.state
        while state.player != TERMINAL and not self._learns(table):
            move = (
                table.rng.outcome(state.chance())
                if state.player == CHANCE
                else opponent_move(state, table.others, table.rng)
            )
            _play(table, move)
        if state.player == TERMINAL:
            returns = state.returns()
            for seat, (position, action) in table.waiting.items():
                lessons.append((position, action, returns[seat], position, np.zeros(self.game.num_actions, bool)))
            self.results.append(self.result(returns, table.seat))
            return False
        if state.player in table.waiting:
            position, action = table.waiting[state.player]
            lessons.append((position, action, 0.0, _words(state), self._legal(state)))
        return True

    def _learns(self, table: _OpenGame) -> bool:
        return self.opponent == SELF or table.state.player == table.seat

    def _decide(self, tables: list[_OpenGame], epsilon: float, rng: np.random.Generator) -> None:
        """Let the learning seat of every table act: epsilon-greedy among its legal actions."""
        if not tables:
            return
        words = np.stack([_words(table.state) for table in tables])
        legal = np.stack([self._legal(table.state) for table in tables])
        padded = np.zeros((self.learner.games, words.shape[1]), np.uint32)  # one size, so that JAX compiles once
        padded[: len(words)] = words
        values = np.asarray(self._values(self.descent.weights, padded))[: len(words)]
        greedy = np.where(legal, values, -np.inf).argmax(1)
        explored = np.where(legal, rng.random(legal.shape), -1.0).argmax(1)
        chosen = np.where(rng.random(len(tables)) < epsilon, explored, greedy)
        for table, position, action in zip(tables, words, chosen.tolist(), strict=True):
            table.waiting[table.state.player] = (position, action)
            _play(table, action)

    def _legal(self, state: State) -> np.ndarray:
        legal = np.zeros(self.game.num_actions, bool)
        legal[state.actions()] = True
        return legal

    def _learn(self, window: ReplayWindow[Steps], progress: float, rng: np.random.Generator) -> None:
        steps = window.draw(STEPS * self.learner.batch, rng)
        targets = self._targets(self.descent.weights, self.target, steps.rewards, steps.following, steps.legal)
        lessons = in_batches(_Lesson(steps.positions, steps.actions, np.asarray(targets)), STEPS)
        self.descent.run(lessons, progress, rng)
        if (self.steps + STEPS) // self.learner.copy > self.steps // self.learner.copy:
            self.target = self.descent.copy()
        self.steps += STEPS

    # The content of a checkpoint.

    def options(self) -> dict[str, str]:
        seat = "each in turn" if self.seat is None else str(self.seat + 1)
        named = {"game": self.game, "options": self.learner, "opponent": self.opponent, "seat": seat, "seed": self.seed}
        return {name: str(value) for name, value in named.items()}

    def memory(self) -> Memory:
        counts = msgspec.msgpack.encode((self.steps, bytes(self.results)))
        return Memory(counts, (self.descent.weights, self.descent.state, self.target))

    def remember(self, memory: Memory) -> None:
        self.steps, results = msgspec.msgpack.decode(memory.counts, type=tuple[_Steps, bytes])
        if max(results, default=0) > WON:
            raise PlygroundError("the training is damaged: the result of a game is neither won, drawn nor lost")
        self.results = bytearray(results)
        self.descent.weights, self.descent.state, self.target = memory.arrays


def _play(table: _OpenGame, move: int) -> None:
    for other in table.others.values():
        other.observe(table.state, move)
    table.state.apply(move)


def _words(state: State) -> np.ndarray:
    return pack(state).view(np.uint32)


def _as_steps(lessons: list[tuple[Any, ...]]) -> Steps:
    positions, actions, rewards, following, legal = zip(*lessons, strict=True)
    return Steps(
        np.stack(positions),
        np.array(actions, np.int32),
        np.array(rewards, np.float32),
        np.stack(following),
        np.stack(legal),
    )


def _q_loss(architecture: Architecture, inputs: Inputs) -> Loss:
    """The Huber loss of the value of the action taken."""
    jax = need_jax()
    jnp, math = jax.numpy, JaxMath()

    def loss(weights: Weights, lessons: Any) -> Any:
        positions, actions, targets, symmetry = lessons
        taken = jax.nn.one_hot(actions, inputs.shape.actions)
        planes = inputs.planes(jnp, positions, jnp.float32)
        planes, taken = inputs.under(jnp, symmetry % len(inputs.cells), planes, taken)
        error = jnp.abs((architecture.forward(math, weights, planes).logits * taken).sum(-1) - targets)
        huber = jnp.where(error < 1.0, 0.5 * error**2, error - 0.5).mean()
        return huber, huber

    return loss


def _compiled(architecture: Architecture, inputs: Inputs, gamma: float) -> tuple[Any, Any]:
    """Two compiled functions: the values of all actions, and the targets of lessons."""
    jax = need_jax()
    jnp, math = jax.numpy, JaxMath()

    def values(weights: Weights, positions: Any) -> Any:
        return architecture.forward(math, weights, inputs.planes(jnp, positions, jnp.float32)).logits

    def targets(weights: Weights, older: Weights, rewards: Any, following: Any, legal: Any) -> Any:
        best = jnp.where(legal, values(weights, following), -jnp.inf).argmax(1)
        future = jnp.take_along_axis(values(older, following), best[:, None], 1)[:, 0]
        return rewards + gamma * jnp.where(legal.any(1), future, 0.0)

    return jax.jit(values), jax.jit(targets)
