"""UCB1-Tuned: exploration in proportion to the observed variance."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.search.part import Select, register_select, rewards, split_scores
from plyground.text_form import LARGEST, param
from plyground.tree import Tree


@register_select("ucb1_tuned")
@dataclass(frozen=True)
class Ucb1Tuned(Select):
    """Explores children in proportion to the variance of their results.

        Q + c · √( (ln N / n) · min(¼, V) ) with V = s² + √(2 ln N / n)

    Q is the mean and s² the sample variance of rewards in [0, 1]: (value + 1)/2.

    Auer, Cesa-Bianchi, Fischer: Finite-time analysis of the multiarmed bandit problem (2002), section 4.

    Args:
        c: How much to explore; a larger c visits children that look worse more often.
    """

    needs = frozenset({"squares"})
    unit_values_only = True

    c: float = param(1.0, low=0, high=LARGEST)

    def scores(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        row = path[-1]
        log = math.log(tree.visits[row]) if tree.visits[row] else 0.0
        squares = tree.extra["squares"]
        scores = []
        for child in children:
            value, n = tree.value[child], tree.visits[child]
            # Never below 0: the solver may replace observed values by others.
            variance = max(0.0, (squares[child] - value * value) / 4.0)
            bound = min(0.25, variance + math.sqrt(2.0 * log / n))
            scores.append((value + 1.0) / 2.0 + self.c * math.sqrt(log / n * bound))
        return scores

    def terms(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> dict[str, list[float]]:
        return split_scores(self.rate(tree, path, children), rewards(tree, children), "reward")
