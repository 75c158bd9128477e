"""Thompson sampling: draw a value for each child from its posterior and take the largest draw."""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.errors import PlygroundError
from plyground.rng import Rng
from plyground.search.draws import gamma
from plyground.search.part import Select, register_select
from plyground.tree import Tree


@register_select("thompson")
@dataclass(frozen=True)
class Thompson(Select):
    """Draws a value for each child from its posterior distribution, and walks to the child with the largest draw.

        θ ~ Beta(1 + w, 1 + n − w), where w = n · (value + 1)/2 are the child's wins

    An unvisited child has the uniform prior, so that not every child has to be tried first.

    Thompson (1933); Bai, Wu, Chen: Bayesian mixture modelling and inference based Thompson sampling in
    Monte-Carlo tree search (NIPS 2013).
    """

    scores_unvisited = True
    shares_tree = True
    unit_values_only = True
    draws = True

    def scores(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        raise PlygroundError("thompson draws its choice: it has no scores to show")

    def rate(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        """The means of the posterior distributions."""
        return [self._wins(tree, child) / (2.0 + tree.visits[child]) for child in children]

    def terms(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> dict[str, list[float]]:
        return {"mean of the posterior": self.rate(tree, path, children)}

    def choose(self, tree: Tree, path: Sequence[int], children: Sequence[int], rng: Rng) -> int:
        best, chosen = -1.0, children[0]
        for child in children:
            wins = self._wins(tree, child)
            draw = beta(wins, 2.0 + tree.visits[child] - wins, rng)
            if draw > best:
                best, chosen = draw, child
        return chosen

    def _wins(self, tree: Tree, child: int) -> float:
        return 1.0 + tree.visits[child] * ((tree.value[child] + 1.0) / 2.0)


def beta(a: float, b: float, rng: Rng) -> float:
    """A draw from Beta(a, b), both at least 1."""
    x = gamma(a, rng)
    return x / (x + gamma(b, rng))
