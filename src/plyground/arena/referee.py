"""One game of a contest: the referee lets each seat move in turn, and records what happened.

An agent forfeits its game by an error, an illegal move, or a move that took too long. An error of the game itself ends
the contest: `plyground.arena.blame` separates the two. The referee reads the clock after the move; in a worker process
a time keeper kills an agent that never returns.
"""

import operator
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from plyground.agents import Agent
from plyground.arena.blame import game_failed, is_the_games, require_same_end
from plyground.arena.contest import Contest, Fixture
from plyground.arena.shown_game import game_html
from plyground.errors import BrokenRules, CannotPlay, named
from plyground.games import CHANCE, TERMINAL, State
from plyground.games.broken_rules import broken_sentence
from plyground.games.native import NativeState, quick_start
from plyground.games.position_laws import value_laws
from plyground.rng import Rng

T = TypeVar("T")

# The stream of a block's seed for the opening; the dice of ply i draw from stream i.
OPENING_STREAM = 1 << 40
_OPENING_TRIES = 100
_LONGEST_REASON = 500
_RAISED = "it raised"


@dataclass(frozen=True)
class GameRecord:
    """One game as it was played."""

    number: int
    # For each seat, the index of its agent in the contest's list.
    seats: tuple[int, ...]
    seed: int
    # Actions and dice in order, as numbers separated by blanks.
    moves: str
    # The number of opening moves among them.
    opening: int
    # One value per seat; after a forfeit, the lowest one for its side and the highest for the others.
    returns: tuple[float, ...]
    # The thinking time of each seat.
    seconds: tuple[float, ...]
    # The seat that forfeited the game, and why.
    forfeit: int | None = None
    reason: str = ""
    # In a report: what was played. It lets a notebook draw the game.
    contest: Contest | None = field(default=None, repr=False, compare=False)

    def _repr_html_(self) -> str:
        return game_html(self)

    def score(self, agent: int) -> float:
        """1 if this agent's side did best of all, ½ if it shared the best result, else 0; for two seats or more."""
        own = max(value for value, who in zip(self.returns, self.seats, strict=True) if who == agent)
        others = max(value for value, who in zip(self.returns, self.seats, strict=True) if who != agent)
        return 1.0 if own > others else 0.5 if own == others else 0.0

    @property
    def failed(self) -> bool:
        """Was the game forfeited because the agent raised an error?"""
        return self.forfeit is not None and self.reason.startswith(_RAISED)

    @property
    def winner(self) -> int | None:
        """The seat with the best return; None if several share it, and in a game of one seat."""
        best = max(self.returns)
        return self.returns.index(best) if self.returns.count(best) == 1 < len(self.returns) else None


class TimeKeeper(Protocol):
    """Kills an agent that does not return in time."""

    def begin(self, record: GameRecord, limit: float, is_move: bool) -> None:
        """An agent is being called; if it never returns, `record` is the record of the game."""
        ...

    def end(self) -> None:
        """The agent has returned."""
        ...


class Stopped(BaseException):
    """Ends a game that is no longer needed. A BaseException passes through most agents; this one is no forfeit then."""


class Forfeit(Exception):
    """An agent failed; the message names the failure."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason[:_LONGEST_REASON])
        self.seat = seat


def play_game(
    contest: Contest,
    fixture: Fixture,
    agents: Sequence[Agent],
    stopped: Callable[[], bool] = lambda: False,
    keeper: TimeKeeper | None = None,
) -> GameRecord:
    """Play one game, with one agent for each seat. With a time limit, the keeper is notified of every call."""
    try:
        return _play(_Table(contest, fixture, agents, stopped, keeper))
    except (CannotPlay, Stopped, KeyboardInterrupt):
        raise
    except BaseException as error:  # `_Table.ask` handles the errors of agents: this one is the game's
        if isinstance(error, Exception) or is_the_games(error):
            raise game_failed(contest.game, error) from error
        raise


def _play(table: "_Table") -> GameRecord:
    opening = table.opening()
    table.opening_length = len(opening)
    forfeit = None
    try:
        table.seat_agents()
        for move in opening:
            table.make(move)
        while table.state.player != TERMINAL:
            if table.stopped():
                raise Stopped
            table.make(table.next_move())
    except Forfeit as failure:
        forfeit = failure
    if not isinstance(table.state, NativeState):
        require_same_end(table.contest.game, table.state, table.moves)
    return table.record(forfeit)


class _Table:
    """A game being played."""

    def __init__(
        self,
        contest: Contest,
        fixture: Fixture,
        agents: Sequence[Agent],
        stopped: Callable[[], bool],
        keeper: TimeKeeper | None = None,
    ) -> None:
        self.contest, self.fixture, self.agents, self.stopped = contest, fixture, agents, stopped
        self.keeper = keeper if contest.move_seconds is not None else None
        self.opening_length = 0
        self.state = quick_start(contest.game)
        self.moves: list[int] = []
        self.seconds = [0.0] * len(agents)
        self.observers = [(seat, agent) for seat, agent in enumerate(agents) if type(agent).observe != Agent.observe]

    def opening(self) -> list[int]:
        """The random moves that begin every game of the block and do not end it."""
        rng = Rng(self.fixture.seed, OPENING_STREAM)
        for _ in range(_OPENING_TRIES):
            state, moves, left = self.state.clone(), list[int](), self.contest.opening_moves
            while left and state.player != TERMINAL:
                if state.player == CHANCE:
                    move = self.roll(state, len(moves))
                else:
                    actions = state.actions()
                    move = actions[rng.below(len(actions))]
                    left -= 1
                state.apply(move)
                moves.append(move)
            if state.player != TERMINAL:
                return moves
        count = self.contest.opening_moves
        what = f"{count} random opening moves" if count else "its first move"
        raise CannotPlay(f"{self.contest.game} is over before {what}")

    def seat_agents(self) -> None:
        for seat, agent in enumerate(self.agents):
            self.ask(seat, "reset", agent.reset, self.contest.game, seat, self.fixture.agent_seeds[seat])

    def ask(self, seat: int, what: str, call: Callable[..., T], *arguments: object) -> T:
        """Call an agent for "move", "reset" or "observe"; an error forfeits the game unless the game is to blame."""
        self.tell_keeper(seat, what)
        try:
            return call(*arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if isinstance(error, Stopped) and self.stopped():
                raise
            if is_the_games(error):
                raise game_failed(self.contest.game, error) from error
            raise Forfeit(seat, f"{_RAISED} {named(error)}") from error
        finally:
            if self.keeper is not None:
                self.keeper.end()

    def next_move(self) -> int:
        seat = self.state.player
        return self.roll(self.state, len(self.moves)) if seat == CHANCE else self.think(seat)

    def roll(self, state: State, ply: int) -> int:
        """Roll the dice. Each ply has its own random stream, the same in all games of the block."""
        return Rng(self.fixture.seed, ply).outcome(state.chance())

    def tell_keeper(self, seat: int, what: str) -> None:
        """Announce a call of an agent, with the record of the game for the case that it never returns."""
        limit = self.contest.move_seconds
        if self.keeper is None or limit is None:
            return
        reason = f"it did not return from {what} and was killed"
        if what == "move":
            reason = f"it took more than the {limit:g} s allowed for a move and was killed"
        self.keeper.begin(self.record(Forfeit(seat, reason)), limit, what == "move")

    def think(self, seat: int) -> int:
        state, agent = self.view(seat), self.agents[seat]
        begin = time.perf_counter()
        action = self.ask(seat, "move", lambda: operator.index(agent.act(state)))
        spent = time.perf_counter() - begin
        self.seconds[seat] += spent
        limit = self.contest.move_seconds
        if limit is not None and spent > limit:
            raise Forfeit(seat, f"it took {spent:.3g} s for a move, and {limit:g} s are allowed")
        if action not in self.state.actions():
            raise Forfeit(seat, f"it played the illegal action {action}")
        return action

    def view(self, seat: int) -> State:
        """A copy of the state for an agent, in Python if the agent thinks in Python."""
        if isinstance(self.state, NativeState) and self.contest.thinks_in_python[self.fixture.seats[seat]]:
            return self.state.specification()
        return self.state.clone()

    def make(self, move: int) -> None:
        for seat, agent in self.observers:
            self.ask(seat, "observe", agent.observe, self.view(seat), move)
        self.state.apply(move)
        self.moves.append(move)

    def returns(self) -> tuple[float, ...]:
        """The returns at the end; raises unless the contract allows them."""
        returns = list(map(float, self.state.returns()))
        for _, kept, problem in value_laws("returns", returns, self.contest.game):
            if not kept:
                raise BrokenRules(broken_sentence(self.state, problem))
        return tuple(returns)

    def record(self, forfeit: Forfeit | None = None) -> GameRecord:
        seats = self.fixture.seats
        if forfeit is None:
            returns = self.returns()
        else:
            low, high = self.contest.game.value_range
            returns = tuple(low if agent == seats[forfeit.seat] else high for agent in seats)
        return GameRecord(
            number=self.fixture.number,
            seats=seats,
            seed=self.fixture.seed,
            moves=" ".join(map(str, self.moves)),
            opening=min(self.opening_length, len(self.moves)),
            returns=returns,
            seconds=tuple(self.seconds),
            forfeit=None if forfeit is None else forfeit.seat,
            reason="" if forfeit is None else str(forfeit),
        )
