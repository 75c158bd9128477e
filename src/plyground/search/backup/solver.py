"""MCTS-Solver: exact values replace estimates where they are proven."""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.errors import PlygroundError
from plyground.games.base import CHANCE, TERMINAL
from plyground.search.backup.mean import Mean
from plyground.search.columns.proofs import known, open_ones
from plyground.search.part import register_backup
from plyground.tree import Tree


@register_backup("solver")
@dataclass(frozen=True)
class Solver(Mean):
    """Keeps the mean, and proves wins, draws and losses from the terminal rows up the tree.

    A terminal row is proven. A row is proven when one child is proven to give its player the highest possible value
    (a win), or when all children are proven or cut: then the best proven one counts. Each player maximises its own
    value, so that this holds for more than two (max^n). With two players of opposite interests, a child is cut when a
    proven reply to it gives no more than a proven sibling: it can be no better than that sibling. A chance row is
    proven when all its outcomes are proven to have the same value.

    A visit to a proven or cut child would add no information: select compares only the others, so that a proven draw
    does not take visits from them. The best proven child is still a lower bound: a visit to a child whose mean is
    lower backs up the values of that proven child instead. Chance rows still visit proven outcomes, which have
    their share in the mean.

    Winands, Björnsson, Saito: Monte-Carlo tree search solver (2008); Cazenave, Saffidine: Score bounded
    Monte-Carlo tree search (2010), which skips solved children and those whose bounds show that they cannot be best.
    """

    needs = frozenset({"proven"})
    shares_tree = False
    zero_sum_only = True
    unit_returns_only = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not min(self.win, self.loss) <= self.draw <= max(self.win, self.loss):
            raise PlygroundError(
                f"solver: a draw must lie between a loss and a win, or both players might want it; {self.draw:g} does "
                f"not lie between {self.loss:g} and {self.win:g}: give draw, loss and win in order, or use mean"
            )

    def known(self, tree: Tree, row: int) -> list[float] | None:
        return known(tree, row)

    def open_ones(self, tree: Tree, children: Sequence[int]) -> Sequence[int]:
        return open_ones(tree, children)

    def update(self, tree: Tree, path: Sequence[int], values: list[float]) -> None:
        proven, sure = tree.extra["proven"], tree.extra["sure"]
        values = self.seen(tree, values)
        below: int | None = None
        news = False  # was a row below proven, by this visit or (with merged states) before it?
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
        """The highest value a player can get. With `paranoid` the others count minus the root player's value."""
        worths = (self.win, self.draw, self.loss)
        return max(map(abs, worths)) if self.paranoid else max(worths)

    def _learn(self, tree: Tree, row: int) -> bool:
        """Update `proven`, `sure` and `cut` from the children; True if the row was proven or its `sure` values rose."""
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
