"""MCTS-Solver: what is proven is not guessed any more."""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.games.base import CHANCE, TERMINAL
from plyground.search.backup.mean import Mean
from plyground.search.part import register_backup
from plyground.tree import Tree


@register_backup("solver")
@dataclass(frozen=True)
class Solver(Mean):
    """The mean, and exact values where they are known.

    A terminal row is proven. A row is proven by one child that is proven to give its player the most that can be
    had (a win), or by all children proven: then by the best of them. A chance row is proven when all its
    outcomes are equal in value. Proven rows are not searched again; select sees their exact value.

    Winands, Björnsson, Saito: Monte-Carlo tree search solver (2008).
    """

    needs = frozenset({"proven"})

    def update(self, tree: Tree, path: Sequence[int], values: list[float]) -> None:
        super().update(tree, path, values)
        proven = tree.extra["proven"]
        if proven[path[-1]] is None and tree.player[path[-1]] == TERMINAL:
            proven[path[-1]] = values
        for row in reversed(path):
            if proven[row] is None:
                proven[row] = self._prove(tree, row)
            if proven[row] is None:
                return  # nothing above can have become known
            tree.value[row] = proven[row][tree.seat[row]]

    def _prove(self, tree: Tree, row: int) -> list[float] | None:
        proven, player = tree.extra["proven"], tree.player[row]
        best: list[float] | None = None
        known = True
        for child in tree.children(row):
            values = proven[child]
            if values is None:
                known = False
                if player == CHANCE:
                    return None
            elif player == CHANCE:
                if best is not None and values != best:
                    return None
                best = values
            elif values[player] >= self.win:
                return list(values)
            elif best is None or values[player] > best[player]:
                best = values
        return best if known else None
