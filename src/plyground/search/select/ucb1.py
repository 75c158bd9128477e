"""UCB1, the rule that makes Monte Carlo tree search UCT."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.search.part import Select, register_select, split_scores
from plyground.text_form import LARGEST, param
from plyground.tree import Tree


@register_select("ucb1")
@dataclass(frozen=True)
class Ucb1(Select):
    """Walks to the child with the highest upper confidence bound: its value and a bonus for few visits (classic UCT).

        value + c · √(ln N) · 1/√n, where N and n are the visits of the parent and of the child

    Auer, Cesa-Bianchi, Fischer: Finite-time analysis of the multiarmed bandit problem (2002).
    Kocsis, Szepesvári: Bandit based Monte-Carlo planning (2006).
    Gelly, Wang: Exploration exploitation in Go: UCT for Monte-Carlo Go (2006), for `fpu`.

    Args:
        c: How much to explore; a larger c visits children that look worse more often.
        plus_one: Take ln(N + 1) instead of ln N, as Turcotte's lecture does.
        fpu: Value of an unvisited child (first-play urgency); none tries every child once first.
    """

    samples = ("ucb1(c=0.5, plus_one=true)", "ucb1(fpu=0.4)")
    shares_tree = True

    c: float = param(1.4, low=0, high=LARGEST)
    plus_one: bool = False
    fpu: float | None = param(None, low=-LARGEST, high=LARGEST)

    @property
    def exploration(self) -> float:
        return self.c

    @property
    def scores_unvisited(self) -> bool:  # type: ignore[override]
        return self.fpu is not None

    def scores(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        row = path[-1]
        factor = self.c * root_log(tree.visits[row] + 1 if self.plus_one else tree.visits[row])
        value, visits = tree.value, tree.visits
        return [
            value[child] + factor * (1.0 / math.sqrt(visits[child])) if visits[child] else float(self.fpu or 0.0)
            for child in children
        ]

    def terms(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> dict[str, list[float]]:
        values = [tree.value[child] if tree.visits[child] else float(self.fpu or 0.0) for child in children]
        return split_scores(self.rate(tree, path, children), values)


DEFAULT_UCB1 = Ucb1()


def root_log(visits: int) -> float:
    """√(ln N), or 0 without visits."""
    return math.sqrt(math.log(visits)) if visits else 0.0
