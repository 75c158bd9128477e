"""Best play: the exact result of every move, in positions that plyground can solve.

The Connect Four solver answers for its boards. Any other game for one player, or zero-sum game for two, is solved by
enumeration if it has at most `MOST_STATES` states and none repeats within a game: tic-tac-toe, small heaps of Nim.
"""

import atexit
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from plyground.deadline import CutOff, look, until
from plyground.errors import PlygroundError
from plyground.games.base import CHANCE, TERMINAL, Game, Start, State, position_of, require_decision
from plyground.games.connect_four import ConnectFour
from plyground.games.native import quick_start
from plyground.rng import Rng
from plyground.solve.connect_four import analyse, solver_of
from plyground.solve.state_graph import GraphNode, StateGraph, state_graph

# About a second of enumeration in Python.
MOST_STATES = 20_000
MOST_NAMES = 1_000
WALKS, WALKED_PLIES = 500, 12


@dataclass(frozen=True)
class ExactMove:
    """A move and its result with best play on both sides."""

    action: int
    # The return of each seat; the expected return if dice may be thrown.
    values: tuple[float, ...]
    # Moves until the end, this one included: the winner hurries and the loser delays. None if dice may be thrown.
    plies: int | None


def exact_moves(state: Start, seconds: float | None = None) -> list[ExactMove] | None:
    """Every legal move with its exact result, best first; None if plyground cannot solve this position (in time)."""
    if seconds is not None:
        with suppress(CutOff), until(time.perf_counter() + seconds):
            return exact_moves(state)
        return None
    state = position_of(state)
    require_decision(state)
    game, seat = state.game, state.player
    found = _solved_connect_four(state) if _has_solver(game) else _enumerated(state)
    if found is None:
        return None
    return sorted(found, key=lambda move: _preference(move.values[seat], move.plies), reverse=True)


def _preference(value: float, plies: int | None) -> tuple[float, int]:
    """The order of moves for their player: by value; equal wins by the shortest way, the rest by the longest."""
    return value, (plies or 0) * (-1 if value > 0 else 1)


@lru_cache(maxsize=16)
def _has_solver(game: Game) -> bool:
    try:
        solver_of(game)
    except PlygroundError:
        return False
    return True


def _solved_connect_four(state: State) -> list[ExactMove]:
    game, seat = state.game, state.player
    assert isinstance(game, ConnectFour)
    key = state.key()
    assert isinstance(key, bytes)
    cells, stones = len(key), [key.count(0), key.count(1)]
    return [
        ExactMove(action, _connect_four_values(score, seat), _plies_left(score, seat, cells, stones))
        for action, score in analyse(state).items()
    ]


def _connect_four_values(score: int, seat: int) -> tuple[float, float]:
    value = float((score > 0) - (score < 0))
    return (value, 0.0 - value) if seat == 0 else (0.0 - value, value)


def _plies_left(score: int, seat: int, cells: int, stones: list[int]) -> int:
    """Moves until the end: a score counts the stones that the winner has left, the winning stone included."""
    if score == 0:
        return cells - sum(stones)
    winner = seat if score > 0 else 1 - seat
    all_stones = (cells + 1) // 2 if winner == 0 else cells // 2
    still_needed = all_stones - abs(score) + 1 - stones[winner]
    return 2 * still_needed - (winner == seat)


def _enumerated(state: State) -> list[ExactMove] | None:
    table = _table(state.game) if _is_small(state.game) else None
    number = None if table is None else table.graph.number.get(state.key())
    if table is None or number is None:
        return None
    node = table.graph.nodes[number]
    return [
        ExactMove(move, table.values[child], _one_more(table.plies[child]))
        for move, child in zip(node.moves, node.children, strict=True)
    ]


@dataclass(frozen=True)
class _Solution:
    """Values and plies of every state, by its number in the graph."""

    graph: StateGraph
    values: list[tuple[float, ...]]
    plies: list[int | None]


# Games that cannot be enumerated: finding that out takes a second.
_too_large: set[Game] = set()


def _is_small(game: Game) -> bool:
    if len(_too_large) > MOST_NAMES:
        _too_large.clear()
    return game not in _too_large and (game.num_players == 1 or (game.num_players == 2 and game.zero_sum))


def _is_large(game: Game) -> bool:
    """Whether the game has more than `MOST_STATES` states, as random games show long before an enumeration does.

    Among at most `MOST_STATES` states, some two of `WALKS` games are in the same one after any number of moves, with a
    probability of at least 1 − exp(−WALKS² / (2 · MOST_STATES)) = 0.998.
    """
    walks = [(quick_start(game), Rng(0, stream)) for stream in range(WALKS)]
    for _ in range(WALKED_PLIES):
        keys = set()
        for state, rng in walks:
            look()
            if state.player == TERMINAL:
                return False
            if state.player == CHANCE:
                state.apply(rng.outcome(state.chance()))
            else:
                actions = state.actions()
                state.apply(actions[rng.below(len(actions))])
            keys.add(state.key())
        if len(keys) == WALKS:
            return True
    return False


def _small_graph(game: Game) -> StateGraph | None:
    if _is_large(game):
        return None
    try:
        return state_graph(game, MOST_STATES)
    except PlygroundError:
        return None


@lru_cache(maxsize=4)
def _table(game: Game) -> _Solution | None:
    """Backward induction over all states; None for a game that cannot be enumerated."""
    graph = _small_graph(game)
    if graph is None:
        _too_large.add(game)
        return None
    table = _Solution(graph, [], [])
    for node in graph.nodes:
        values, plies = _worth(node, table)
        table.values.append(values)
        table.plies.append(plies)
    return table


atexit.register(_table.cache_clear)  # before the C++ core checks for objects that are still alive


def _one_more(plies: int | None) -> int | None:
    return None if plies is None else plies + 1


def _worth(node: GraphNode, table: _Solution) -> tuple[tuple[float, ...], int | None]:
    if node.player == TERMINAL:
        return tuple(node.state.returns()), 0
    results = [(table.values[child], _one_more(table.plies[child])) for child in node.children]
    if node.player == CHANCE:
        seats = range(len(results[0][0]))
        means = (sum(p * values[seat] for p, (values, _) in zip(node.chance, results, strict=True)) for seat in seats)
        return tuple(means), None
    return max(results, key=lambda result: _preference(result[0][node.player], result[1]))
