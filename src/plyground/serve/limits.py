"""The limits of one session, and the checks on the texts that become games and agents.

A user's text can name neither a file nor code: an agent that reads a file plays only if the server was started with
that agent, and a game from a Python file only if the command line named that file.
"""

import dataclasses
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from plyground.agents import Agent, AlphaBeta, Human, parse_agent
from plyground.agents.mcts import Mcts
from plyground.agents.presets import Preset
from plyground.arena.contest import require_able
from plyground.errors import PlygroundError
from plyground.games import Game
from plyground.search import Budget
from plyground.serve.protocol import LONGEST_REQUEST
from plyground.serve.requests import Effort
from plyground.serve.shapes import LimitsShown
from plyground.text_form import TextForm

MOST_PLIES = 5_000  # a longer game is refused


@dataclass(frozen=True)
class SessionLimits:
    """The limits of every session."""

    simulations: int = 2_000_000
    seconds: float = 60.0
    megabytes: float = 1_000.0
    tables: int = 30
    searches: int = 4
    stories: int = 4
    races: int = 3
    rate: float = 50.0
    burst: int = 300  # messages that may come at once
    bar_simulations: int = 2_000  # of the evaluation bar, and of hints and reviews without an effort
    offered: frozenset[str] = field(default_factory=frozenset)  # text forms of the agents named by --agent

    def shown(self) -> LimitsShown:
        return LimitsShown(
            simulations=self.simulations,
            seconds=self.seconds,
            megabytes=self.megabytes,
            tables=self.tables,
            searches=self.searches,
            stories=self.stories,
            races=self.races,
            message_bytes=LONGEST_REQUEST,
            rate=self.rate,
        )

    def budget(self, effort: Effort) -> Budget:
        """The budget that an effort asks for. Raises if it is beyond the limits."""
        if effort.simulations is None and effort.seconds is None:
            raise PlygroundError("an effort needs simulations or seconds")
        require_within("simulations", effort.simulations, self.simulations)
        require_within("seconds", effort.seconds, self.seconds)
        return Budget(
            simulations=self.simulations if effort.simulations is None else effort.simulations,
            seconds=self.seconds if effort.seconds is None else effort.seconds,
            megabytes=self.megabytes,
        )

    def agent(self, text: str, game: Game) -> Agent:
        """The agent of a user's text. Raises unless it can play this game within the limits."""
        agent = parse_agent(text)
        if str(agent) not in self.offered:
            self._require_harmless(agent)
        if not isinstance(agent, Human):
            require_able(agent, game)
        return agent

    def _require_harmless(self, agent: TextForm) -> None:
        """Raise for an agent, or a part of it, that reads a file or exceeds the limits."""
        if getattr(agent, "file", None):  # empty: a network that comes with plyground
            raise PlygroundError(
                f"{type(agent).name} reads a file: start the server with --agent {str(agent)!r} to offer it here"
            )
        names: list[str] = [item.name for item in dataclasses.fields(agent)] if dataclasses.is_dataclass(agent) else []
        for value in (getattr(agent, name) for name in names):
            if isinstance(value, TextForm):
                self._require_harmless(value)
        for name, most in (
            ("simulations", self.simulations),
            ("playouts", self.simulations),
            ("seconds", self.seconds),
            ("table_mb", self.megabytes),
            ("threads", 1),
        ):
            require_within(f"{type(agent).name}: {name}", getattr(agent, name, None), most)

    def bounded(self, agent: Agent) -> Agent:
        """The agent; one that searches to a depth without a time limit gets one."""
        if isinstance(agent, AlphaBeta) and agent.depth is not None and agent.seconds is None:
            return dataclasses.replace(agent, seconds=self.seconds)
        return agent


# A classroom: many people share one server, so each gets little of it.
CLASSROOM = SessionLimits(
    simulations=50_000,
    seconds=3.0,
    megabytes=64.0,
    tables=8,
    searches=2,
    stories=2,
    races=0,
    rate=20.0,
    burst=100,
    bar_simulations=1_000,
)


def require_within(what: str, value: float | None, most: float) -> None:
    """Raise unless a number is within a limit of the session."""
    if value is not None and value > most:
        raise PlygroundError(f"{what} is limited to {most:,g} here, not {value:,g}")


def mcts_of(agent: Agent) -> Mcts | None:
    """The agent as `Mcts`, with its preset expanded, so that its tree can be watched; None for other agents."""
    if isinstance(agent, Preset):
        agent = agent.expanded()
    return agent if isinstance(agent, Mcts) else None


def moves_of(game: Game, moves: str | list[int]) -> list[int]:
    """Read and check the moves of a position: names, or numbers, as a list or after a #."""
    if isinstance(moves, str) and moves.startswith("#"):
        words = moves[1:].replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
            raise PlygroundError("a position that begins with # lists the numbers of its moves, such as #4 0")
        moves = [int(word) for word in words]
    if isinstance(moves, str):
        found = game.read_moves(moves)
    else:
        found, state = list(moves), game.initial_state()
        for action in found:
            state.require_legal(action)
            state.apply(action)
    if len(found) > MOST_PLIES:
        raise PlygroundError(f"a game has at most {MOST_PLIES} moves here, this one has {len(found)}")
    return found


def position_text(names: Iterable[str], moves: Sequence[int]) -> str:
    """The moves as a text that `moves_of` reads: names, or numbers if a name has blanks, commas or a leading #."""
    names = list(names)
    if any(" " in name or "," in name or name.startswith("#") for name in names):
        return f"#{' '.join(map(str, moves))}"
    return " ".join(names)


class RateLimit:
    """A token bucket: `rate` messages per second, and bursts of `burst` messages."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at = float(burst), time.monotonic()

    def take(self) -> bool:
        """Count a message; False if there are too many."""
        now = time.monotonic()
        self.left = min(float(self.burst), self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1.0:
            return False
        self.left -= 1.0
        return True
