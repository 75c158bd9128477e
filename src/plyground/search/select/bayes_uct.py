"""Bayes-UCT: scores from a Bayesian belief about each child instead of its sample mean. It needs the `bayes` backup."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.search.part import Select, register_select, rewards, split_scores
from plyground.text_form import LARGEST, param
from plyground.tree import Tree


@register_select("bayes_uct1")
@dataclass(frozen=True)
class BayesUct1(Select):
    """Prefers children by the mean of a Bayesian belief about their value instead of the sample mean.

        μ + c · √(2 ln N) · 1/√n

    Rewards in [0, 1]: μ = (value + 1)/2. Tesauro, Rajan, Segal: Bayesian inference in Monte-Carlo tree search
    (UAI 2010), equation 3; Yadav's thesis, chapter 5.

    Args:
        c: How much to explore; a larger c visits children that look worse more often.
    """

    needs = frozenset({"posterior"})
    unit_values_only = True

    c: float = param(1.0, low=0, high=LARGEST)

    def scores(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        row = path[-1]
        factor = self.c * math.sqrt(2.0 * math.log(tree.visits[row])) if tree.visits[row] else 0.0
        return [(tree.value[child] + 1.0) / 2.0 + factor * self.width(tree, child) for child in children]

    def width(self, tree: Tree, child: int) -> float:
        """How uncertain the child's reward is."""
        return 1.0 / math.sqrt(tree.visits[child])

    def terms(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> dict[str, list[float]]:
        return split_scores(self.rate(tree, path, children), rewards(tree, children), "reward")


@register_select("bayes_uct2")
@dataclass(frozen=True)
class BayesUct2(BayesUct1):
    """Prefers children by the mean and the standard deviation of a Bayesian belief about their value.

        μ + c · √(2 ln N) · σ

    σ stands outside the root. Do not lower c: the rule then gets stuck. Tesauro, Rajan, Segal (UAI 2010),
    equation 4; Yadav's thesis, chapter 5.

    Args:
        c: How much to explore; a larger c visits children that look worse more often.
    """

    def width(self, tree: Tree, child: int) -> float:
        return math.sqrt(tree.extra["variance"][child]) / 2.0
