"""MCTS-Solver: what is proven is not guessed any more."""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.games.base import CHANCE, TERMINAL
from plyground.search.backup.mean import Mean
from plyground.search.columns.proofs import known, open_ones
from plyground.search.part import register_backup
from plyground.tree import Tree


@register_backup("solver")
@dataclass(frozen=True)
class Solver(Mean):
    """Keeps the mean, and exact values where they are known: wins, draws and losses are proven up the tree.

    A terminal row is proven. A row is proven by one child that is proven to give its player the most that can be
    had (a win), or by all children proven: then by the best of them. Each player seeks the best for itself, so
    that this holds for more than two (max^n). With two players, who are taken to want the opposite, a child is
    cut, and counts as if it were proven to be no better, when a proven reply to it gives no more than a proven
    sibling. A chance row is proven when all its outcomes are equal in value.

    A visit to a proven or cut child would teach nothing: select sees the others alone, and a proven draw cannot
    hold them back. What a player is sure of still counts: a visit to a child that is worth less to the player
    than the best proven one, by its mean, is backed up as that one's values, as if it had gone there. Chance goes
    to its proven outcomes as to the others, for their share in the mean.

    Winands, Björnsson, Saito: Monte-Carlo tree search solver (2008); Cazenave, Saffidine: Score bounded
    Monte-Carlo tree search (2010), which leaves solved children out, and those whose bounds say that they cannot
    be the best.
    """

    needs = frozenset({"proven"})
    shares_tree = False
    zero_sum_only = True
    unit_returns_only = True

    def known(self, tree: Tree, row: int) -> list[float] | None:
        return known(tree, row)

    def open_ones(self, tree: Tree, children: Sequence[int]) -> Sequence[int]:
        return open_ones(tree, children)

    def update(self, tree: Tree, path: Sequence[int], values: list[float]) -> None:
        proven, sure = tree.extra["proven"], tree.extra["sure"]
        values = self.seen(tree, values)
        below: int | None = None
        news = False  # was something proven below, by this visit or, where states are merged, before it?
        for row in reversed(path):
            if proven[row] is None:
                if tree.player[row] == TERMINAL:
                    proven[row] = values
                elif news:
                    news = self._learn(tree, row)
            if proven[row] is not None:
                news, values = True, proven[row]
            elif below is not None and sure[row] is not None and tree.value[below] < sure[row][tree.player[row]]:
                values = sure[row]
            tree.visits[row] += 1
            seat = tree.seat[row]
            tree.value[row] += (values[seat] - tree.value[row]) / tree.visits[row]
            if proven[row] is not None:
                tree.value[row] = values[seat]
            below = row

    @property
    def most(self) -> float:
        """The most that a player can have; where all others count what the root's player loses, of either sign."""
        worths = (self.win, self.draw, self.loss)
        return max(map(abs, worths)) if self.paranoid else max(worths)

    def _learn(self, tree: Tree, row: int) -> bool:
        """Look what is known of the children: does it tell something new about the row?"""
        proven, sure, cut = (tree.extra[name] for name in ("proven", "sure", "cut"))
        player, children = tree.player[row], tree.children(row)
        exact = [proven[child] for child in children if proven[child] is not None]
        if player == CHANCE:
            if len(exact) == len(children) and all(values == exact[0] for values in exact):
                proven[row] = exact[0]
            return proven[row] is not None
        if not exact:
            return False
        best = max(exact, key=lambda values: values[player])
        better = sure[row] is None or best[player] > sure[row][player]
        if better:
            sure[row] = best
        for child in children:
            if len(best) == 2 and proven[child] is None and tree.player[child] == 1 - player:
                cut[child] = sure[child] is not None and sure[child][player] <= best[player]
        if best[player] >= self.most or all(proven[child] is not None or cut[child] for child in children):
            proven[row], sure[row] = sure[row], None
        return better
