"""Perfect play by full enumeration: the value of every state, and the policies that keep it."""

from fractions import Fraction

from plyground.errors import PlygroundError
from plyground.exact.graph import MOST_STATES, state_graph
from plyground.exact.policy import Number, Policy
from plyground.games.base import CHANCE, TERMINAL, Game, State

TIES = ("uniform", "first")


def optimal_policy(start: Game | State, ties: str = "uniform", limit: int = MOST_STATES) -> Policy:
    """Maximise the own return against everybody who does: minimax for two, max^n for more.

    Among equally good actions it plays each as often ("uniform"), or the first of them.
    Luckhardt and Irani: An algorithmic solution of n-person games (AAAI 1986).
    """
    if ties not in TIES:
        raise PlygroundError(f"ties must be one of {', '.join(TIES)}, not {ties!r}")
    graph = state_graph(start, limit)
    values: list[list[float]] = []
    best: list[list[int]] = []
    for node in graph.nodes:
        optimal: list[int] = []
        if node.player == TERMINAL:
            values.append(node.state.returns())
        elif node.player == CHANCE:
            branches = list(zip(node.chance, node.children, strict=True))
            values.append([sum(p * values[c][seat] for p, c in branches) for seat in range(graph.game.num_players)])
        else:
            most = max(values[child][node.player] for child in node.children)
            moves = zip(node.moves, node.children, strict=True)
            optimal = [move for move, child in moves if values[child][node.player] == most]
            values.append(values[node.children[node.moves.index(optimal[0])]])
        best.append(optimal)

    def play(state: State) -> dict[int, Number]:
        number = graph.number.get(state.key())
        if state.game != graph.game or number is None or not best[number]:
            raise PlygroundError(f"{graph.game}: the optimal policy has no decision in this state")
        optimal = best[number] if ties == "uniform" else best[number][:1]
        return {action: Fraction(1, len(optimal)) for action in optimal}

    return play
