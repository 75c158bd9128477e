"""Between the mean and the maximum: the more visits, the more the best child counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.games.base import CHANCE
from plyground.search.part import Backup, register_backup
from plyground.text_form import LARGEST, param
from plyground.tree import Tree


@register_backup("max_mean_mix")
@dataclass(frozen=True)
class MaxMeanMix(Backup):
    """Starts with the mean and moves towards the value of the most visited child as visits grow.

        value = (k · mean + n · best) / (k + n)

    For two players with opposite values. In the spirit of the mix operator of Coulom: Efficient selectivity and backup
    operators in Monte-Carlo tree search (2006).

    Args:
        k: Number of visits at which the mean and the best child count the same.
    """

    samples = ("max_mean_mix(k=10)",)
    needs = frozenset({"average"})
    two_players_only = True
    zero_sum_only = True

    k: float = param(100.0, low=0, high=LARGEST)

    def update(self, tree: Tree, path: Sequence[int], values: list[float]) -> None:
        average = tree.extra["average"]
        for row in reversed(path):
            seat = tree.seat[row]
            tree.visits[row] += 1
            visits = tree.visits[row]
            average[row] += (values[seat] - average[row]) / visits
            best = -1
            if tree.player[row] != CHANCE:
                for child in tree.children(row):
                    if tree.visits[child] and (best < 0 or tree.visits[child] > tree.visits[best]):
                        best = child
            if best < 0:
                tree.value[row] = average[row]
                continue
            value = tree.value[best] if tree.seat[best] == seat else -tree.value[best]
            tree.value[row] = (self.k * average[row] + visits * value) / (self.k + visits)
