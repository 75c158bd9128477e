"""The mean of the squared values."""

from plyground.search.columns.base import Column, Statistic, register_statistic
from plyground.search.walk import Walk
from plyground.tree import Tree


@register_statistic("squares")
class Squares(Statistic):
    """`squares`: the mean of the squared values, so that squares − value² is their variance."""

    columns = (Column("squares", "float", 0.0),)
    mixable = True

    def updated(self, tree: Tree, walk: Walk) -> None:
        squares = tree.extra["squares"]
        for row in walk.path:
            value = walk.values[tree.seat[row]]
            squares[row] += (value * value - squares[row]) / tree.visits[row]
