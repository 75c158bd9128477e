"""The contract of a player: given a state, an agent decides on an action.

An agent is a dataclass of parameters with a text form (`mcts(simulations=1000)`); its memory during a game is
ordinary attributes that `reset` renews.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

from plyground.errors import PlygroundError
from plyground.games.base import Game, State
from plyground.rng import Rng
from plyground.text_form import Registry, TextForm, shown


@dataclass(frozen=True)
class Decision:
    """An agent's action, with its opinion of the position."""

    action: int
    # The expected return of each seat, if the agent has an opinion.
    values: list[float] | None = None
    # Further details (visits, depth, time) for people and logs.
    info: dict[str, Any] = field(default_factory=dict)


class Agent(TextForm, ABC):
    """A player."""

    registry: ClassVar[Registry[Any]]

    def check(self, game: Game) -> None:
        """Raise one clear sentence unless the agent can play this game; called before the first game."""

    def files(self, game: Game) -> Sequence[str | Path]:
        """The files that the agent reads to play this game. Stored games count only if these are unchanged."""
        return ()

    def reset(self, game: Game, seat: int, seed: int) -> None:
        """Prepare for a new game in this seat; `seed` is the seed of the agent's random choices in it."""

    @abstractmethod
    def choose(self, state: State) -> Decision:
        """Decide on a legal action of `state.player`. The state must not be changed."""

    def policy(self, state: State) -> dict[int, Fraction]:
        """The probability of every action; exact tools need it. Raises if the agent does not know it."""
        raise PlygroundError(f"{self} does not know the probabilities of its actions")

    def act(self, state: State) -> int:
        """The action of `choose` alone; override this if it can be found faster without an opinion."""
        return decision_of(self, state).action

    def observe(self, state: State, action: int) -> None:
        """Take note that the agent itself, another seat or chance is about to play `action` in `state`."""

    def thinks_in_python(self, game: Game) -> bool:
        """Whether the agent holds Python's lock (GIL) while it thinks. If so, it plays in processes, else in threads.

        Agents that return False may use only the methods of `State`: their states may run in C++.
        """
        return True

    @property
    def remembers(self) -> bool:
        """Whether the agent keeps memory across `reset`. If so, the arena makes a new agent for every game."""
        return False


def decision_of(agent: Agent, state: State) -> Decision:
    """What the agent chooses; an error if it is no `Decision`."""
    decision: object = agent.choose(state)
    if not isinstance(decision, Decision):
        raise PlygroundError(
            f"{type(agent).__name__}.choose must return a Decision, such as pg.Decision(action), not {shown(decision)}"
        )
    return decision


class Seeded(Agent):
    """An agent whose random choices depend on its own seed and, in a game, on the seed that `reset` gets too."""

    seed: int

    def __post_init__(self) -> None:
        super().__post_init__()
        self._rng = Rng(self.seed)

    def reset(self, game: Game, seat: int, seed: int) -> None:
        self._rng = Rng(seed, self.seed)


Agent.registry = Registry[Agent]("agent", "agents")
register = Agent.registry.register


def parse_agent(text: str | Agent) -> Agent:
    """The agent that a text names: `random`, `mcts(simulations=1000)`."""
    agent: Agent = Agent.registry.parse(text)
    return agent
