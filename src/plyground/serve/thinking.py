"""Agents that think in slices, in the threads of the server."""

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from plyground.agents import Agent
from plyground.agents.base import decision_of
from plyground.agents.mcts import Mcts
from plyground.arena.at_the_table import agent_seed
from plyground.arena.blame import game_failed, is_the_games
from plyground.errors import PlygroundError, named
from plyground.games import Game, State
from plyground.search import Budget, Search
from plyground.search.part import MOST_LEAVES
from plyground.serve.limits import SessionLimits, mcts_of
from plyground.serve.shapes import ChildShown, Opinion
from plyground.serve.work import SLICE_SECONDS


class Slices:
    """A search that runs slice by slice, under a budget that may change meanwhile. The slices do not change its tree.

    It plans the budget's simulations unless it has a plan: a limit of the session on a search by time is no plan.
    """

    def __init__(self, search: Search, budget: Budget) -> None:
        search.plan(budget.simulations or 0)
        self.search, self.budget = search, budget
        self.seconds = 0.0  # spent so far
        self._start = search.simulations
        self._stretch = 1

    @property
    def simulations(self) -> int:
        """Simulations made so far under this budget."""
        return self.search.simulations - self._start

    def step(self, seconds: float = SLICE_SECONDS, simulations: int | None = None) -> str:
        """Run one slice or less; a batch of leaves may exceed `simulations`. Returns what ended the search, or an empty
        text if it may go on."""
        budget = self.budget
        most = budget.simulations
        left = None if most is None else most - self.simulations
        if left is not None and left <= 0:
            return "simulations"
        if budget.seconds is not None and self.seconds >= budget.seconds:
            return "seconds"
        seconds *= self._stretch
        if budget.seconds is not None:
            seconds = min(seconds, budget.seconds - self.seconds)
        counts = [count for count in (left, simulations) if count is not None]
        count = min(counts) if counts else None
        slice_budget = Budget(simulations=count, seconds=seconds, megabytes=budget.megabytes)
        more = (MOST_LEAVES if left is None else left) - (count or 0)
        begin, before = time.perf_counter(), self.search.simulations
        reason = self.search.grow(slice_budget, more=max(more, 0))
        self.seconds += time.perf_counter() - begin
        # A simulation that the end of a slice cuts off is lost and made anew, so a slow one needs a longer slice.
        self._stretch = 1 if self.search.simulations > before else 2 * self._stretch
        if reason == "seconds" or (reason == "simulations" and (left is None or self.simulations < (most or 0))):
            return ""
        return reason

    def run(self) -> Generator[None, None, str]:
        """Run all slices. Returns what ended the search."""
        while not (reason := self.step()):
            yield
        return reason


# A search that takes longer than SILENT_SECONDS sends its opinion every TELL_SECONDS.
SILENT_SECONDS = 0.3
TELL_SECONDS = 0.25


def opinion(info: dict[str, Any], value: float | None, done: bool) -> Opinion:
    """The opinion in a search's result, in the form of `Result.to_dict` and `Decision.info`."""
    moves = [_child(move) for move in info.get("moves", [])]
    return Opinion(done, value, info.get("simulations", 0), info.get("line", []), moves)


def _child(move: dict[str, Any]) -> ChildShown:
    return ChildShown(
        action=move["action"],
        name=move["name"],
        visits=move["visits"],
        value=move["value"],
        low=move["low"],
        high=move["high"],
        exact=move["proven"],
        score=None,
        terms=[],
    )


@dataclass(frozen=True)
class Choice:
    """The move of an agent."""

    action: int
    seconds: float


class SeatedAgents:
    """The agents of one table, with their memory of its game. One thread at a time may use them."""

    def __init__(self, game: Game, seats: list[str], seed: int, limits: SessionLimits) -> None:
        self.game, self.seats, self.seed, self.limits = game, seats, seed, limits
        self.agents: list[Agent] = []
        self.seen: list[int] = []  # the moves that the agents have observed
        self.search: Search | None = None  # of the agent that thinks

    def choose(self, moves: list[int], tell: Callable[[Opinion], None]) -> Generator[None, None, Choice]:
        """The choice of the agent to move after these moves; `tell` receives its opinions."""
        try:
            state = self._catch_up(moves)
            agent = self.agents[state.player]
            begin = time.perf_counter()
            if isinstance(agent, Mcts):
                action = yield from self._search(agent, state, tell)
            else:
                decision = decision_of(agent, state.clone())
                action = decision.action
                if decision.values is not None:
                    tell(opinion(decision.info, decision.values[state.player], done=True))
            state.require_legal(action)
            return Choice(action, time.perf_counter() - begin)
        except PlygroundError:
            raise
        except Exception as error:
            if is_the_games(error):
                raise game_failed(self.game, error) from error
            raise PlygroundError(f"the agent failed: {named(error)}") from error

    def _search(self, agent: Mcts, state: State, tell: Callable[[Opinion], None]) -> Generator[None, None, int]:
        search = self.search = agent.searcher(state)
        own = agent.budget
        search.plan(own.simulations or 0)
        slices = Slices(
            search,
            Budget(
                simulations=min(own.simulations or self.limits.simulations, self.limits.simulations),
                seconds=min(own.seconds or self.limits.seconds, self.limits.seconds),
                megabytes=self.limits.megabytes,
            ),
        )

        def say(done: bool) -> None:
            result = search.result()
            tell(opinion(result.to_dict(), result.value, done))

        due = SILENT_SECONDS
        for _ in slices.run():
            if slices.seconds >= due:
                say(done=False)
                due = slices.seconds + TELL_SECONDS
            yield
        say(done=True)
        action = search.decide()
        if not agent.keep_tree and agent.merge == "none":
            search.start(state)  # free its memory: a table may wait days for a person
        return action

    def _catch_up(self, moves: list[int]) -> State:
        """Let the agents observe the moves that are new to them; after an undo, reset them and replay all."""
        if not self.agents or moves[: len(self.seen)] != self.seen:
            parsed = [self.limits.agent(text, self.game) for text in self.seats]
            self.agents = [mcts_of(agent) or self.limits.bounded(agent) for agent in parsed]
            self.seen = []
            for seat, agent in enumerate(self.agents):
                agent.reset(self.game, seat, agent_seed(self.seed, seat))
        state = self.game.initial_state()
        for ply, action in enumerate(moves):
            if ply >= len(self.seen):
                for agent in self.agents:
                    agent.observe(state, action)
            state.apply(action)
        self.seen = list(moves)
        return state
