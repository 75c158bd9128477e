"""Agents without thought: the baselines."""

from dataclasses import dataclass

from plyground.agents.base import Agent, Decision, register, require_decision
from plyground.games.base import Game, State
from plyground.rng import Rng


@register("random")
@dataclass
class Random(Agent):
    """Plays a uniformly random legal action."""

    seed: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._rng = Rng(self.seed)

    def reset(self, game: Game, seat: int, seed: int) -> None:
        self._rng = Rng(seed, self.seed)

    def choose(self, state: State) -> Decision:
        require_decision(state)
        actions = state.actions()
        return Decision(actions[self._rng.below(len(actions))])

    def thinks_in_python(self, game: Game) -> bool:
        return False  # it does not think


@register("first")
@dataclass
class First(Agent):
    """Plays the first legal action: the plainest deterministic player."""

    def choose(self, state: State) -> Decision:
        require_decision(state)
        return Decision(state.actions()[0])

    def thinks_in_python(self, game: Game) -> bool:
        return False  # it does not think
