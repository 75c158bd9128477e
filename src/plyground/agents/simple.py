"""Agents without search: the baselines."""

from dataclasses import dataclass
from fractions import Fraction

from plyground.agents.base import Agent, Decision, Seeded, register
from plyground.games.base import Game, State, require_decision
from plyground.text_form import seed_param


@register("random")
@dataclass
class Random(Seeded):
    """Plays a uniformly random legal action.

    Args:
        seed: Seed of its random choices.
    """

    seed: int = seed_param()

    def choose(self, state: State) -> Decision:
        require_decision(state)
        actions = state.actions()
        return Decision(actions[self._rng.below(len(actions))])

    def policy(self, state: State) -> dict[int, Fraction]:
        require_decision(state)
        actions = state.actions()
        return dict.fromkeys(actions, Fraction(1, len(actions)))

    def thinks_in_python(self, game: Game) -> bool:
        return False  # it does not think


@register("first")
@dataclass
class First(Agent):
    """Plays the first legal action: the plainest deterministic player."""

    def choose(self, state: State) -> Decision:
        require_decision(state)
        return Decision(state.actions()[0])

    def policy(self, state: State) -> dict[int, Fraction]:
        return {self.choose(state).action: Fraction(1)}

    def thinks_in_python(self, game: Game) -> bool:
        return False  # it does not think
