"""Base of rules that wrap another rule."""

from collections.abc import Sequence

from plyground.games.base import State
from plyground.rng import Rng
from plyground.search.part import Select
from plyground.tree import Tree


class Around(Select):
    """Follows the inner rule except for some choices."""

    inner: Select

    @property
    def scores_unvisited(self) -> bool:  # type: ignore[override]
        return self.inner.scores_unvisited

    def scores(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        return self.inner.scores(tree, path, children)

    def rate(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        return self.inner.rate(tree, path, children)

    def terms(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> dict[str, list[float]]:
        return self.inner.terms(tree, path, children)

    def stops(self, tree: Tree, path: Sequence[int]) -> bool:
        return self.inner.stops(tree, path)

    def plan(self, tree: Tree, simulations: int) -> None:
        self.inner.plan(tree, simulations)

    def start_root(self, tree: Tree, rng: Rng) -> None:
        self.inner.start_root(tree, rng)

    def decision(self, tree: Tree) -> int | None:
        return self.inner.decision(tree)

    def policy(self, tree: Tree) -> list[float]:
        return self.inner.policy(tree)

    def priors(self, state: State, actions: list[int]) -> list[float] | None:
        return self.inner.priors(state, actions)
