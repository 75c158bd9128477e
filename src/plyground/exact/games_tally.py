"""The number of different games: by winner, by length and by first move (Turcotte's lecture)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from plyground.games.base import TERMINAL, Start
from plyground.solve.state_graph import MOST_STATES, state_graph, winner

# Wins of each seat; None counts the draws.
Winners = Mapping[int | None, int]


@dataclass(frozen=True)
class GamesTally:
    """Numbers of games, a game being a sequence of moves (dice included) from the start to an end."""

    total: int
    by_winner: Winners
    by_length: Mapping[int, Winners]
    by_first_move: Mapping[int, Winners]


def enumerate_games(start: Start, limit: int = MOST_STATES) -> GamesTally:
    """Count the games without playing each: the counts of a state are the sum of its children's."""
    graph = state_graph(start, limit)
    # For every state: the number of games that continue from it, by (moves left, winner).
    counts: list[Counter[tuple[int, int | None]]] = []
    for node in graph.nodes:
        here: Counter[tuple[int, int | None]] = Counter()
        if node.player == TERMINAL:
            here[0, winner(node.state.returns())] = 1
        for child in node.children:
            for (length, won), games in counts[child].items():
                here[length + 1, won] += games
        counts.append(here)
    root = graph.nodes[-1]
    by_length: dict[int, Counter[int | None]] = {}
    for (length, won), games in sorted(counts[-1].items(), key=lambda item: item[0][0]):
        by_length.setdefault(length, Counter())[won] += games
    return GamesTally(
        total=counts[-1].total(),
        by_winner=_winners(counts[-1]),
        by_length=by_length,
        by_first_move={move: _winners(counts[child]) for move, child in zip(root.moves, root.children, strict=True)},
    )


def _winners(counts: Counter[tuple[int, int | None]]) -> Counter[int | None]:
    winners: Counter[int | None] = Counter()
    for (_, won), games in counts.items():
        winners[won] += games
    return winners
