"""The five kinds of parts that make a search: select, expand, evaluate, backup, decide.

A part is a frozen dataclass with its formula and its paper in the docstring. It declares which statistics it
needs beyond visits and values; the engine keeps exactly those. To write one of your own, derive from the
kind's base class, implement its one method, and register it:

    @register_select("my_rule")
    @dataclass(frozen=True)
    class MyRule(Select):
        c: float = 1.0

        def scores(self, tree, path, children):
            return [tree.value[child] + self.c / tree.visits[child] for child in children]
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from plyground.games.base import State
from plyground.rng import Rng
from plyground.search.walk import Move, Walk
from plyground.text_form import Registry, TextForm
from plyground.tree import Tree


class Part(TextForm):
    """Common to all parts."""

    registry: ClassVar[Registry[Any]]
    # The statistics that must be kept for this part: names in plyground.search.columns.
    needs: ClassVar[frozenset[str]] = frozenset()

    def inner_parts(self) -> list["Part"]:
        """Parts that this one is made of."""
        return [value for value in vars(self).values() if isinstance(value, Part)]

    def all_needs(self) -> frozenset[str]:
        return self.needs.union(*(part.all_needs() for part in self.inner_parts()))


class Select(Part, ABC):
    """Which child to walk to, among children that have been tried (or all of them: `all_children`).

    Children whose value is proven, or cut, are left out: nothing is to be learnt there (see the backup `solver`).
    The rule is a score; the largest wins, ties are broken by one draw. A child that was never visited scores
    infinity unless the rule scores those too.
    """

    # A rule that says what a child is worth before it was visited decides itself when to try it.
    scores_unvisited: ClassVar[bool] = False

    @abstractmethod
    def scores(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        """How much the seat that moves at the end of the path (rows, root first) wants to visit each child."""

    def rate(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        """The scores, with infinity for children that nobody visited."""
        rated = dict.fromkeys(children, math.inf)
        scored = [child for child in children if tree.visits[child] or self.scores_unvisited]
        if scored:  # a rule need not think of a row that nobody has visited
            rated.update(zip(scored, self.scores(tree, path, scored), strict=True))
        return list(rated.values())

    def choose(self, tree: Tree, path: Sequence[int], children: Sequence[int], rng: Rng) -> int:
        """The child to walk to."""
        ratings = self.rate(tree, path, children)
        best = max(ratings)
        ties = [child for child, rating in zip(children, ratings, strict=True) if rating == best]
        return ties[rng.below(len(ties))]

    def stops(self, tree: Tree, path: Sequence[int]) -> bool:
        """Shall the walk down end at the last row of the path, though it has children?"""
        return False

    def expanded(self, tree: Tree, row: int, state: State) -> None:
        """The row of this state got children: fill in what the rule keeps for them."""


class Expand(Part, ABC):
    """When a leaf gets children, and how many of them may be compared."""

    # Compare all children from the start, unvisited ones too, instead of trying one after the other first.
    all_at_once: ClassVar[bool] = False
    # Rows stand for decisions alone; dice are thrown anew whenever a simulation comes by.
    hides_chance: ClassVar[bool] = False
    # A leaf is expanded on the visit after this many.
    after: int

    def arrive(self, state: State, rng: Rng) -> None:
        """A simulation comes to a row, with its state."""

    def children(self, tree: Tree, walk: Walk, added: Callable[[Sequence[int], int], None]) -> Sequence[int]:
        """The children of the walk's last row that select may compare: all, or those that were tried.

        New nodes, where the part makes some, are reported by `added(path, count)`.
        """
        first, count = tree.first_child[walk.row], tree.num_children[walk.row]
        return range(first, first + (count if self.all_at_once else tree.tried(walk.row)))

    @abstractmethod
    def limit(self, visits: int, count: int) -> int:
        """How many of `count` children are to be tried, one new child a visit, before select compares them."""


class Evaluate(Part, ABC):
    """What a leaf is worth: one value per seat."""

    @abstractmethod
    def values(self, state: State, rng: Rng, moves: list[Move]) -> list[float]:
        """The value of a leaf that is not terminal. May play on in `state`; appends the moves it played."""


class Backup(Part, ABC):
    """How the value of a leaf changes the rows on the path that led to it."""

    two_players_only: ClassVar[bool] = False

    @abstractmethod
    def update(self, tree: Tree, path: Sequence[int], values: list[float]) -> None:
        """Count the visit in every row of the path (root first) and update its value."""

    def worth(self, values: list[float]) -> list[float]:
        """The values as this backup counts them."""
        return values

    def known(self, tree: Tree, row: int) -> list[float] | None:
        """The exact values of a row, one per seat, where the backup has proven them."""
        return None

    def open_ones(self, tree: Tree, children: Sequence[int]) -> Sequence[int]:
        """The children that a visit can still teach something about."""
        return children


class Decide(Part, ABC):
    """Which action to play after the search."""

    @abstractmethod
    def choose(self, tree: Tree, rng: Rng) -> int:
        """The row of the chosen child of the root, which has been visited."""


Select.registry = Registry[Select]("selection rule", "select")
Expand.registry = Registry[Expand]("expansion rule", "expand")
Evaluate.registry = Registry[Evaluate]("evaluation", "evaluate")
Backup.registry = Registry[Backup]("backup", "backup")
Decide.registry = Registry[Decide]("decision rule", "decide")
register_select = Select.registry.register
register_expand = Expand.registry.register
register_evaluate = Evaluate.registry.register
register_backup = Backup.registry.register
register_decide = Decide.registry.register
