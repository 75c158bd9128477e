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
    had (a win), or by all children proven: then by the best of them. Each player seeks the best for itself, so
    that this holds for more than two (max^n). A chance row is proven when all its outcomes are equal in value.

    A visit to a proven row would teach nothing: select sees the other children alone, and a proven draw cannot
    hold them back. What a player is sure of still counts: a visit to a child that is worth less to the player
    than the best proven one, by its mean, is backed up as that one's values, as if it had gone there. Chance goes
    to its proven outcomes as to the others, for their share in the mean.

    Winands, Björnsson, Saito: Monte-Carlo tree search solver (2008); Cazenave, Saffidine: Score bounded
    Monte-Carlo tree search (2010), which leaves solved children out and bounds a row by what is proven below it.
    """

    needs = frozenset({"proven"})

    def update(self, tree: Tree, path: Sequence[int], values: list[float]) -> None:
        proven = tree.extra["proven"]
        values = self.seen(tree, values)
        below: int | None = None
        for row in reversed(path):
            best: list[float] | None = None
            if proven[row] is None:
                best, known = (values, True) if tree.player[row] == TERMINAL else self._best_proven(tree, row)
                if known:
                    proven[row] = best
            if proven[row] is not None:
                values = proven[row]
            elif best is not None and below is not None and tree.value[below] < best[tree.player[row]]:
                values = best
            tree.visits[row] += 1
            seat = tree.seat[row]
            tree.value[row] += (values[seat] - tree.value[row]) / tree.visits[row]
            if proven[row] is not None:
                tree.value[row] = values[seat]
            below = row

    def _best_proven(self, tree: Tree, row: int) -> tuple[list[float] | None, bool]:
        """The best that is proven among the children, to the player who moves, and whether it proves the row."""
        proven, player = tree.extra["proven"], tree.player[row]
        best: list[float] | None = None
        all_known = True
        for child in tree.children(row):
            values = proven[child]
            if values is None:
                all_known = False
                if player == CHANCE:
                    return None, False
            elif player == CHANCE:
                if best is not None and values != best:
                    return None, False
                best = values
            elif best is None or values[player] > best[player]:
                best = values
        wins = best is not None and player != CHANCE and best[player] >= self.win
        return best, best is not None and (all_known or wins)
