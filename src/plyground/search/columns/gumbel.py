"""Statistics of the selection rule `gumbel`."""

from plyground.search.columns.base import Column, Statistic, register_statistic
from plyground.search.walk import Walk
from plyground.tree import Tree


@register_statistic("gumbel")
class GumbelNoise(Statistic):
    """`judged`: the evaluation of a row, as the value to the seat that moves there. `noise`, which the rule fills in:
    at the root the number of planned simulations, at its children a Gumbel draw plus the logit."""

    columns = (Column("judged", "float", 0.0), Column("noise", "float", 0.0))

    def evaluated(self, tree: Tree, walk: Walk) -> None:
        if tree.player[walk.row] >= 0:
            tree.extra["judged"][walk.row] = walk.values[tree.player[walk.row]]
