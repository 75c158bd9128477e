"""PUCT: a prior says where to look first."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.games.base import TERMINAL, State
from plyground.search.part import Select, register_select
from plyground.text_form import param
from plyground.tree import Tree


@register_select("puct")
@dataclass(frozen=True)
class Puct(Select):
    """Explores children in proportion to a prior probability of each move, as AlphaZero does.

        Q + c · P · √N / (1 + n)

    Rosin: Multi-armed bandits with episode context (2011). Silver et al.: Mastering the game of Go without human
    knowledge (2017).

    Args:
        c: How much to explore; more follows the prior longer.
        prior: Where P comes from: the same for all moves, or a softmax of the game's heuristic after each move.
        temperature: What the heuristic is divided by in the softmax; less makes the prior sharper.
        fpu: What an unvisited child is worth (first-play urgency); none takes its parent's value.
    """

    needs = frozenset({"prior"})
    scores_unvisited = True

    c: float = param(1.5, low=0)
    prior: str = param("uniform", choices=("uniform", "heuristic"))
    temperature: float = param(0.1, low=1e-6)
    fpu: float | None = None

    def scores(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        row = path[-1]
        prior = tree.extra["prior"]
        factor = self.c * math.sqrt(tree.visits[row])
        # The row keeps its value for the seat that chose it; where another seat moves, that seat's is the opposite.
        parent = tree.value[row] if tree.seat[row] == tree.player[row] else -tree.value[row]
        urgency = parent if self.fpu is None else self.fpu
        return [
            (tree.value[child] if tree.visits[child] else urgency) + factor * prior[child] / (1.0 + tree.visits[child])
            for child in children
        ]

    def priors(self, state: State, actions: list[int]) -> list[float]:
        if self.prior == "uniform":
            return [1.0 / len(actions)] * len(actions)
        weights = []
        for action in actions:
            child = state.clone()
            child.apply(action)
            values = child.returns() if child.player == TERMINAL else child.heuristic()
            weights.append(math.exp(values[state.player] / self.temperature))
        total = 0.0
        for weight in weights:
            total += weight
        return [weight / total for weight in weights]
