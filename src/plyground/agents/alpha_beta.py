"""Alpha-beta: minimax without the branches that cannot change the result. Twin: `src/native/solve/alpha_beta.hpp`.

Both engines deepen move by move; at a given depth they find the value and the move of plain minimax, independent
of their tables and of the order of search. Three rules make the choice the same in both:

- the choice is the first move, in the game's order, with the best value;
- the search ends at the first depth that proves a win, so that it wins as fast as possible;
- if a depth proves a loss, the search ends too, but keeps the move of the depth before.
"""

import math
import time
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from plyground.agents.base import Agent, Decision, register
from plyground.agents.lookahead import dice_refused, require_duel, require_two_players
from plyground.games.base import CHANCE, TERMINAL, Game, State, require_decision
from plyground.games.native import Engine, choose_engine
from plyground.text_form import LONGEST, param

DEFAULT_SECONDS = 1.0
DEEPEST = 1000


@register("alpha_beta")
@dataclass
class AlphaBeta(Agent):
    """Searches deeper and deeper with alpha-beta pruning, until it reaches `depth`, its time is up, or the
    position is solved.

    For two-player games without dice. The game's heuristic judges at the horizon, and must lie strictly between a loss
    and a win. A search that runs out of time plays the move of its last completed depth. Knuth, Moore: An
    analysis of alpha-beta pruning (1975).

    Args:
        depth: The maximum number of moves to look ahead.
        seconds: Time for a move; with neither `depth` nor `seconds`, one second.
        engine: The engine of the search: python, native (C++), or auto: native if the game has a twin.
    """

    depth: int | None = param(None, low=1, high=DEEPEST)
    seconds: float | None = param(None, low=0, high=LONGEST)
    engine: Engine = "auto"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._searcher: Any = None
        self._game: Game | None = None

    def check(self, game: Game) -> None:
        choose_engine(game, self.engine)
        require_duel(self.name, game)

    def choose(self, state: State) -> Decision:
        require_decision(state)
        game = state.game
        if game != self._game:
            require_two_players(self.name, game)
            self._game, self._searcher = game, _searcher(game, self.engine)
        seconds = DEFAULT_SECONDS if self.depth is None and self.seconds is None else self.seconds
        begin = time.perf_counter()
        found = self._searcher.search(state, self.depth or DEEPEST, seconds)
        info = {
            "depth": found.depth,
            "exact": found.exact,
            "nodes": found.nodes,
            "seconds": time.perf_counter() - begin,
        }
        return Decision(found.action, [found.value, 0.0 - found.value], info)


def _searcher(game: Game, engine: Engine) -> "PythonAlphaBeta | NativeAlphaBeta":
    twin = choose_engine(game, engine)
    return PythonAlphaBeta(game) if twin is None else NativeAlphaBeta(game, twin)


@dataclass
class Found:
    """The result of a search."""

    value: float = 0.0  # to the first seat
    action: int = -1
    depth: int = 0  # of the last iteration that was completed
    exact: bool = False  # the game's value: nothing was cut off at the horizon
    nodes: int = 0


class NativeAlphaBeta:
    """The search in C++; it keeps its table from move to move."""

    def __init__(self, game: Game, twin: Any) -> None:
        from plyground import _native

        self.game = game
        self._search = _native.alpha_beta(twin)

    def search(self, state: State, depth: int, seconds: float | None) -> Any:
        key = state.key()
        assert isinstance(key, bytes)  # so are all keys of games with a twin
        try:
            # The C++ search takes 0 as no limit.
            return self._search.search(key, depth, 0.0 if seconds is None else max(seconds, 1e-9))
        except ValueError:
            raise dice_refused("alpha_beta", self.game) from None


class _OutOfTime(Exception):
    pass


class PythonAlphaBeta:
    """The readable search, also for games without a twin."""

    def __init__(self, game: Game) -> None:
        self.low, self.high = game.value_range

    def search(self, state: State, depth: int, seconds: float | None) -> Found:
        self.deadline = math.inf if seconds is None else time.perf_counter() + seconds
        self.found = found = Found()
        try:
            for now in range(1, depth + 1):
                self.deepen(state, now, depth)
                if found.exact:
                    break
        except _OutOfTime:
            pass
        return found

    def deepen(self, root: State, depth: int, last: int) -> None:
        """One iteration of the deepening search."""
        self.now = depth
        # Bounds of the value to the first seat, by position and depth; they hold within one iteration.
        self.table: dict[tuple[Hashable, int], tuple[float, float]] = {}
        self.saw_horizon = False
        found = self.found
        value = self.value(root, depth, self.low, self.high)
        exact = not self.saw_horizon
        lost = value == (self.low if root.player == 0 else self.high)
        decided = value in (self.low, self.high)
        if not lost or depth == 1:
            found.action = self.first_best(root, depth, value)
        found.value, found.depth, found.exact = value, depth, decided or exact
        if exact and not decided:
            found.action = self.first_best(root, last, value)

    def first_best(self, root: State, depth: int, best: float) -> int:
        """The first move, in the game's order, with the best value."""
        worse = math.nextafter(best, -math.inf if root.player == 0 else math.inf)
        for action in root.actions():
            value = self.value(_after(root, action), depth - 1, min(worse, best), max(worse, best))
            if value >= best if root.player == 0 else value <= best:
                return action
        raise AssertionError("the best value is that of some move")

    def value(self, state: State, depth: int, alpha: float, beta: float) -> float:
        """The value to the first seat, exact within (alpha, beta), a bound outside."""
        self.found.nodes += 1
        if self.now > 1 and time.perf_counter() >= self.deadline:
            raise _OutOfTime
        if state.player == TERMINAL:
            return state.returns()[0]
        if state.player == CHANCE:
            raise dice_refused("alpha_beta", state.game)
        settled = state.settled()
        if settled is not None:
            return settled[0]
        if depth == 0:
            self.saw_horizon = True
            return state.heuristic()[0]
        key = (state.key(), depth)
        low, high = self.table.get(key, (self.low, self.high))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        best, a, b = math.nan, alpha, beta
        for action in state.actions():
            value = self.value(_after(state, action), depth - 1, a, b)
            if state.player == 0:  # maximises
                best = value if math.isnan(best) else max(best, value)
                a = max(a, best)
            else:  # minimises
                best = value if math.isnan(best) else min(best, value)
                b = min(b, best)
            if a >= b:  # the other moves cannot change the result
                break
        self.table[key] = (max(low, best) if best > alpha else low, min(high, best) if best < beta else high)
        return best


def _after(state: State, action: int) -> State:
    child = state.clone()
    child.apply(action)
    return child
