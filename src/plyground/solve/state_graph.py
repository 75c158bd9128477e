"""All states of a game, each once: the graph that every exact tool walks.

States are merged by key, so that tic-tac-toe has 5,478 of them instead of 549,946 move sequences.
"""

from collections.abc import Hashable
from dataclasses import dataclass

from plyground.deadline import look
from plyground.errors import PlygroundError
from plyground.games.base import CHANCE, Game, Start, State, position_of
from plyground.games.native import native_game, native_state

MOST_STATES = 1_000_000


@dataclass(frozen=True)
class GraphNode:
    """A state, its moves and the numbers of the nodes that they lead to; `chance` holds the probabilities of dice."""

    state: State
    player: int
    moves: tuple[int, ...]
    children: tuple[int, ...]
    chance: tuple[float, ...] = ()


@dataclass(frozen=True)
class StateGraph:
    """Every state that can be reached, children before their parents, so that the start comes last."""

    game: Game
    nodes: list[GraphNode]
    number: dict[Hashable, int]

    def __repr__(self) -> str:
        return f"<{len(self.nodes):,} states of {self.game}>"


def state_graph(start: Start, limit: int = MOST_STATES) -> StateGraph:
    """Enumerate the states. Raises an error if the game is too large or its states repeat."""
    first = position_of(start).clone()
    game = first.game
    if native_game(game) is not None:
        first = native_state(first)
    nodes: list[GraphNode] = []
    number: dict[Hashable, int] = {}
    open_keys = {first.key()}
    stack = [_Visit(first)]
    while stack:
        visit = stack[-1]
        if len(visit.children) == len(visit.moves):
            number[visit.key] = len(nodes)
            open_keys.discard(visit.key)
            state = visit.state
            chance = tuple(p for _, p in state.chance()) if state.player == CHANCE else ()
            nodes.append(GraphNode(state, state.player, visit.moves, tuple(visit.children), chance))
            stack.pop()
            continue
        look()
        child = visit.state.clone()
        child.apply(visit.moves[len(visit.children)])
        key = child.key()
        known = number.get(key)
        if known is not None:
            visit.children.append(known)
            continue
        if key in open_keys:
            raise PlygroundError(f"{game} cannot be enumerated: its states can repeat within a game")
        if len(number) + len(stack) >= limit:
            raise PlygroundError(f"{game} is too large to enumerate: it has more than {limit:,} states")
        open_keys.add(key)
        stack.append(_Visit(child))
    return StateGraph(game, nodes, number)


class _Visit:
    """A state on the way down. When it is finished, its parent tries the same move again and finds it known."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.key = state.key()
        self.moves = tuple(state.moves())
        self.children: list[int] = []


def winner(returns: list[float]) -> int | None:
    """The only seat with the highest return; None for a draw."""
    best = max(returns)
    seats = [seat for seat, value in enumerate(returns) if value == best]
    return seats[0] if len(seats) == 1 else None
