"""Base of rules that wrap another rule."""

from collections.abc import Sequence

from plyground.games.base import State
from plyground.rng import Rng
from plyground.search.part import Select
from plyground.tree import Tree


class Around(Select):
    """Follows the inner rule except for some choices."""

    inner: Select | str

    @property
    def rule(self) -> Select:
        """The inner rule: a text became a rule when this object was made."""
        assert isinstance(self.inner, Select)
        return self.inner

    @property
    def scores_unvisited(self) -> bool:  # type: ignore[override]
        return self.rule.scores_unvisited

    def scores(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        return self.rule.scores(tree, path, children)

    def rate(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        return self.rule.rate(tree, path, children)

    def terms(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> dict[str, list[float]]:
        return self.rule.terms(tree, path, children)

    def stops(self, tree: Tree, path: Sequence[int]) -> bool:
        return self.rule.stops(tree, path)

    def plan(self, tree: Tree, simulations: int) -> None:
        self.rule.plan(tree, simulations)

    def start_root(self, tree: Tree, rng: Rng) -> None:
        self.rule.start_root(tree, rng)

    def decision(self, tree: Tree) -> int | None:
        return self.rule.decision(tree)

    def policy(self, tree: Tree) -> list[float]:
        return self.rule.policy(tree)

    def priors(self, state: State, actions: list[int]) -> list[float] | None:
        return self.rule.priors(state, actions)
