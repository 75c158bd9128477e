"""The common part of the tabular learners: their parameters, their table, and play from it.

A table keeps one value per cell. A cell is a state and an action; with `afterstates` it is the state that the
action leads to, so that actions with the same result share their value; with `symmetric` mirrored and
rotated states share a cell. The learners differ only in the target of an update: see
`q_learning`, `sarsa` and `monte_carlo`, and `training` for the episodes.

Sutton and Barto: Reinforcement learning, an introduction (2nd edition, 2018), chapters 5 and 6.
"""

from abc import abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from plyground.agents.base import Decision, Seeded
from plyground.errors import PlygroundError
from plyground.games.base import Game, State, require_decision
from plyground.rng import Rng
from plyground.text_form import param, seed_param

if TYPE_CHECKING:
    from plyground.agents.training import Training

LARGEST_REWARD = 1e9


class Table:
    """Values and visits by cell; a cell that was never updated has the initial value."""

    def __init__(self, initial: float) -> None:
        self.initial = initial
        self.values: dict[bytes, float] = {}
        self.visits: dict[bytes, int] = {}

    def __len__(self) -> int:
        return len(self.values)

    def value(self, cell: bytes) -> float:
        return self.values.get(cell, self.initial)

    def update(self, cell: bytes, target: float, alpha: float | None) -> None:
        """Move the value by a step towards the target; without alpha the value is the mean of all targets."""
        visits = self.visits.get(cell, 0) + 1
        value = self.value(cell)
        step = 1.0 / visits if alpha is None else alpha
        self.visits[cell] = visits
        self.values[cell] = value + step * (target - value)


@dataclass(kw_only=True)
class Learner(Seeded):
    """Learns a table from episodes (`plyground train`), and plays greedily from a saved one (`file`).

    The defaults are those of Ali's n×n tic-tac-toe. With `alpha_end` or `epsilon_end` it is the decremental learner
    of Yadav's thesis. With a file, the parameters of its training apply.

    Args:
        file: The table to play from, a file of `plyground train --out`.
        alpha: Step size from the old value to the target, from 0 to 1; none averages all targets.
        alpha_end: Final alpha, reached linearly over the first `anneal` episodes; none keeps alpha constant.
        gamma: Discount of a reward one decision later.
        epsilon: The probability of a random action in training.
        epsilon_end: Final epsilon, reached linearly over the first `anneal` episodes; none keeps epsilon constant.
        anneal: Episodes until alpha and epsilon reach their final values.
        initial: The value of a cell before its first update.
        win: The reward of a win.
        loss: The reward of a loss.
        draw: The reward of a draw.
        step: The reward of every other decision.
        ties: Which of several best actions to play: a random one, or the first. In new states `first` amounts to a
            fixed plan (on a board: cell after cell along the first row).
        afterstates: Whether actions that lead to the same state share their value.
        symmetric: Whether mirrored and rotated states share their values.
        seed: Seed of the choice between equally good actions in play.
    """

    file: str | None = None
    alpha: float | None = param(0.5, low=0, high=1)
    alpha_end: float | None = param(None, low=0, high=1)
    gamma: float = param(0.9, low=0, high=1)
    epsilon: float = param(0.1, low=0, high=1)
    epsilon_end: float | None = param(None, low=0, high=1)
    anneal: int = param(1000, low=1, high=2**53)
    initial: float = param(0.0, low=-LARGEST_REWARD, high=LARGEST_REWARD)
    win: float = param(100.0, low=-LARGEST_REWARD, high=LARGEST_REWARD)
    loss: float = param(-100.0, low=-LARGEST_REWARD, high=LARGEST_REWARD)
    draw: float = param(0.0, low=-LARGEST_REWARD, high=LARGEST_REWARD)
    step: float = param(-1.0, low=-LARGEST_REWARD, high=LARGEST_REWARD)
    ties: Literal["random", "first"] = "random"
    afterstates: bool = False
    symmetric: bool = False
    seed: int = seed_param()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.alpha is None and self.alpha_end is not None:
            raise PlygroundError(f"{self.name}: alpha_end needs an alpha to start from")
        self._training: Training | None = None

    # Learning: called by `training`, at each decision of a seat and at the end.

    @abstractmethod
    def decide(self, table: Table, path: list[bytes], cells: list[bytes], step: "Rates", rng: Rng) -> int:
        """The index of the cell that a seat chooses; learns from its last decision. `path` is its cells so far."""

    def finish(self, table: Table, path: list[bytes], reward: float, step: "Rates") -> None:
        """Learn from the reward of the last decision, when the game is over."""
        if path:
            table.update(path[-1], reward, step.alpha)

    def pick(self, values: list[float], step: "Rates", rng: Rng) -> int:
        """Epsilon-greedy: a random option with probability epsilon, else a best one; a single option takes no draw."""
        if len(values) == 1:
            return 0
        if step.epsilon > 0.0 and rng.uniform() < step.epsilon:
            return rng.below(len(values))
        best = best_options(values, self.ties)
        return best[rng.below(len(best))]

    def step_in(self, episode: int) -> "Rates":
        """Alpha and epsilon of an episode."""
        part = min(1.0, episode / self.anneal)
        alpha = self.alpha if self.alpha is None else _annealed(self.alpha, self.alpha_end, part)
        return Rates(alpha, _annealed(self.epsilon, self.epsilon_end, part))

    def reward(self, value: float) -> float:
        """The reward of a seat's last decision, from its return; each decision before gets the reward `step`."""
        return self.win if value > 0.0 else self.loss if value < 0.0 else self.draw

    def cells(self, state: State, actions: list[int]) -> list[bytes]:
        """The cell of each action."""
        if self.afterstates:
            return [bytes([state.player]) + _after(state, action, self.symmetric) for action in actions]
        images = state.images() if self.symmetric else []
        if not images:
            key = _bytes(state.key())
            return [key + action.to_bytes(2, "big") for action in actions]
        keys = [_bytes(key) for key, _ in images]
        least = min(keys)
        # A state that is its own mirror image has several such maps; its equivalent actions share a cell too.
        maps = [to for key, (_, to) in zip(keys, images, strict=True) if key == least]
        return [least + min(to[action] for to in maps).to_bytes(2, "big") for action in actions]

    # Playing.

    @property
    def rule(self) -> str:
        """The text form without the parameters that only matter in play."""
        return str(replace(self, file=None, seed=0))

    def check(self, game: Game) -> None:
        self._read(game)

    def files(self, game: Game) -> list[str]:
        return [self.file] if self.file else []

    def reset(self, game: Game, seat: int, seed: int) -> None:
        super().reset(game, seat, seed)
        self._load(game)

    def choose(self, state: State) -> Decision:
        require_decision(state)
        training = self._load(state.game)
        best = training.best_actions(state)
        learnt = training.action_values(state)
        return Decision(best[self._rng.below(len(best))], info={"action_values": learnt})

    def policy(self, state: State) -> dict[int, Fraction]:
        require_decision(state)
        best = self._load(state.game).best_actions(state)
        return dict.fromkeys(best, Fraction(1, len(best)))

    def _load(self, game: Game) -> "Training":
        if self._training is None or self._training.game != game:
            self._training = self._read(game)
        return self._training

    def _read(self, game: Game) -> "Training":
        """The training in the file. `check` does not keep it, so that no table travels to the workers."""
        from plyground.agents.training_file import load_training  # here, because it imports the learners

        if not self.file:
            raise PlygroundError(
                f"{self.name} has learnt nothing yet: plyground train {self.name} --game '{game}' --out FILE, "
                f"then play {self.name}(file=FILE)"
            )
        training = load_training(self.file, game, engine="python")
        if training.learner.name != self.name:
            raise PlygroundError(f"{self.file} was learnt by {training.learner.name}, not by {self.name}")
        return training


@dataclass(frozen=True)
class Rates:
    """The step size of updates (None: the value is the mean), and the probability of a random action."""

    alpha: float | None
    epsilon: float


def best_options(values: list[float], ties: str) -> list[int]:
    """The options of the highest value; with ties="first" only the first of them."""
    best = max(values)
    if ties == "first":
        return [values.index(best)]
    return [option for option, value in enumerate(values) if value == best]


def _annealed(start: float, end: float | None, part: float) -> float:
    return start if end is None else start + (end - start) * part


def _after(state: State, action: int, symmetric: bool) -> bytes:
    after = state.clone()
    after.apply(action)
    return _bytes(after.canonical_key() if symmetric else after.key())


def _bytes(key: Hashable) -> bytes:
    return key if isinstance(key, bytes) else repr(key).encode()
