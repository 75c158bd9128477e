"""RAVE and GRAVE: results of a move played anywhere below count as evidence for playing it now."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.search.part import Select, register_select, split_scores
from plyground.search.select.ucb1 import root_log
from plyground.search.walk import Move
from plyground.text_form import LARGEST, MOST, param
from plyground.tree import Tree


@register_select("rave")
@dataclass(frozen=True)
class Rave(Select):
    """Counts the results of a move anywhere below as evidence for playing it now (rapid action value estimation).

        (1 − β) Q + β Q_amaf + c · √(ln N) · 1/√n with β = √(k / (3n + k))

    Q_amaf is the mean value of simulations in which the move was played at any time below the row.

    Gelly, Silver: Combining online and offline knowledge in UCT (ICML 2007).

    Args:
        c: How much to explore; a larger c visits children that look worse more often.
        k: Number of visits at which a child's own value and the evidence from below count the same.
    """

    needs = frozenset({"amaf"})

    c: float = param(0.2, low=0, high=LARGEST)
    k: float = param(100.0, low=0, high=LARGEST)

    @property
    def exploration(self) -> float:
        return self.c

    def scores(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        row = path[-1]
        factor = self.c * root_log(tree.visits[row])
        amaf = self.reference(tree, path)
        player = tree.player[row]
        scores = []
        for child in children:
            value, n = tree.value[child], tree.visits[child]
            entry = amaf.get((player, tree.action[child]))
            if entry is not None:
                beta = math.sqrt(self.k / (3.0 * n + self.k))
                value = (1.0 - beta) * value + beta * entry[1]
            scores.append(value + factor * (1.0 / math.sqrt(n)))
        return scores

    def terms(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> dict[str, list[float]]:
        factor = self.c * root_log(tree.visits[path[-1]])
        scores = self.rate(tree, path, children)
        mixed = [
            score - factor * (1.0 / math.sqrt(tree.visits[child])) if tree.visits[child] else 0.0
            for child, score in zip(children, scores, strict=True)
        ]
        return split_scores(scores, mixed, "value with all moves as first")

    def reference(self, tree: Tree, path: Sequence[int]) -> dict[Move, list[float]]:
        """The all-moves-as-first statistics to use: the row's own."""
        return tree.extra["amaf"][path[-1]] or {}


@register_select("grave")
@dataclass(frozen=True)
class Grave(Rave):
    """Works like rave, with the evidence of the nearest row at or above the node that has at least `ref` visits.

    Cazenave: Generalized rapid action value estimation (IJCAI 2015).

    Args:
        ref: Number of visits that a row needs before its own evidence counts; 0 is the same as rave.
    """

    samples = ("grave(ref=10)",)

    ref: int = param(50, low=0, high=MOST)

    def reference(self, tree: Tree, path: Sequence[int]) -> dict[Move, list[float]]:
        for row in reversed(path):
            if tree.visits[row] >= self.ref:
                return tree.extra["amaf"][row] or {}
        return tree.extra["amaf"][path[0]] or {}
