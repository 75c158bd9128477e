"""What the rule `gumbel` keeps of a network's answers."""

from plyground.search.columns.base import Column, Statistic, register_statistic
from plyground.search.walk import Walk
from plyground.tree import Tree


@register_statistic("gumbel")
class GumbelNoise(Statistic):
    """`judged`: what the evaluation said a row is worth to the seat that moves there. `noise`, which the rule fills in:
    of the root how many simulations are planned, of its children a Gumbel draw and the logarithm of the prior."""

    columns = (Column("judged", "float", 0.0), Column("noise", "float", 0.0))

    def evaluated(self, tree: Tree, walk: Walk) -> None:
        if tree.player[walk.row] >= 0:
            tree.extra["judged"][walk.row] = walk.values[tree.player[walk.row]]
