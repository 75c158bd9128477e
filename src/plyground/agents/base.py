"""The contract of a player: given a state, an agent decides on an action.

An agent is a dataclass of parameters with a text form (`mcts(simulations=1000)`); what it learns or keeps
during a game are ordinary attributes that `reset` renews.
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
from plyground.text_form import Registry, TextForm


@dataclass(frozen=True)
class Decision:
    """What an agent wants to play, and what it knows about it."""

    action: int
    # What the agent expects each seat to get, where it has an opinion.
    values: list[float] | None = None
    # Whatever else the agent can tell: visits, depth, time; for people and logs, never needed to play on.
    info: dict[str, Any] = field(default_factory=dict)


class Agent(TextForm, ABC):
    """A player of every game that it can play."""

    registry: ClassVar[Registry[Any]]

    def check(self, game: Game) -> None:
        """Raise one clear sentence unless the agent can play this game; asked before the first game."""

    def files(self, game: Game) -> Sequence[str | Path]:
        """The files that it reads to play this game: games that were played with other contents do not count."""
        return ()

    def reset(self, game: Game, seat: int, seed: int) -> None:
        """A new game begins: play this seat, and draw from this seed. Agents without memory ignore it."""

    @abstractmethod
    def choose(self, state: State) -> Decision:
        """Decide on a legal action of `state.player`. The state must not be changed."""

    def policy(self, state: State) -> dict[int, Fraction]:
        """The probability of every action, for agents that know theirs: what exact tools need of a player."""
        raise PlygroundError(f"{self} cannot tell the probabilities of its actions")

    def act(self, state: State) -> int:
        """The action of `choose` alone; agents that save time where nobody asks for an opinion override this."""
        return self.choose(state).action

    def observe(self, state: State, action: int) -> None:
        """Somebody (the agent itself, another seat or chance) is about to play `action` in `state`."""

    def thinks_in_python(self, game: Game) -> bool:
        """Does it hold Python up while it thinks? Games of such agents run in processes, others in threads.

        Agents that say no may use only the methods of `State`: their states may run in C++.
        """
        return True

    @property
    def remembers(self) -> bool:
        """Does `reset` leave it something of the games before? The arena takes a new one for every game then."""
        return False


class Seeded(Agent):
    """An agent that draws: from its own seed alone, and in a game from the game's seed too."""

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
