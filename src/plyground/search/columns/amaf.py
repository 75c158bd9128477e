"""All moves as first."""

import math
from collections.abc import Sequence

from plyground.games.base import CHANCE
from plyground.search.columns.base import Column, Statistic, register_statistic
from plyground.search.walk import Move, Walk
from plyground.tree import ROOT, Tree


@register_statistic("amaf")
class Amaf(Statistic):
    """`amaf`: for each row, (seat, action) -> [visits, mean value to that seat] over all simulations through the
    row in which the seat played the action anywhere below it ("all moves as first").

    Gelly, Silver: Combining online and offline knowledge in UCT (ICML 2007).
    """

    columns = (Column("amaf", "moves", None),)

    def updated(self, tree: Tree, walk: Walk) -> None:
        amaf, moves, values = tree.extra["amaf"], walk.moves, walk.values
        later: dict[Move, None] = {}  # moves from here to the end, each once, in the same order in both engines
        step = len(moves)
        for depth in range(len(walk.path) - 1, -1, -1):
            while step > depth:
                step -= 1
                if moves[step][0] != CHANCE:
                    later[moves[step]] = None
            row = walk.path[depth]
            if later and amaf[row] is None:
                amaf[row] = {}
            for move in later:
                entry = amaf[row].setdefault(move, [0, 0.0])
                entry[0] += 1
                entry[1] += (values[move[0]] - entry[1]) / entry[0]


def average_of_moves(tree: Tree, seat: int, actions: Sequence[int]) -> list[float]:
    """The mean values of a seat's moves over all simulations; infinity for a move that none has played."""
    known = tree.extra["amaf"][ROOT] or {}
    return [known.get((seat, action), (0, math.inf))[1] for action in actions]
