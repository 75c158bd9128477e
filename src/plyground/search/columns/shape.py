"""The depth and the width of every subtree."""

from collections.abc import Sequence

from plyground.search.columns.base import Column, Statistic, register_statistic
from plyground.tree import Tree


@register_statistic("shape")
class Shape(Statistic):
    """`levels`: the number of nodes on each level of the subtree, the row's own first (None for a leaf, which has one).

    Its length is the depth and its maximum (`width`) the width of Marchenko's rectangle. Trees only grow, so that one
    addition per ancestor keeps both exact.
    """

    columns = (Column("levels", "ints", None), Column("width", "int", 1))
    mixable = True

    def added(self, tree: Tree, path: Sequence[int], count: int) -> None:
        levels, width = tree.extra["levels"], tree.extra["width"]
        for below, row in enumerate(reversed(path), start=1):
            if levels[row] is None:
                levels[row] = [1]
            if below == len(levels[row]):
                levels[row].append(0)
            levels[row][below] += count
            width[row] = max(width[row], levels[row][below])

    def removed(self, tree: Tree, path: Sequence[int], count: int) -> None:
        levels, width = tree.extra["levels"], tree.extra["width"]
        for below, row in enumerate(reversed(path), start=1):
            levels[row][below] -= count
            if not levels[row][below]:
                levels[row].pop()
            width[row] = max(levels[row])
            if len(levels[row]) == 1:
                levels[row] = None
