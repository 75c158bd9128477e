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
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from plyground.errors import PlygroundError
from plyground.games.base import Game, State
from plyground.rng import Rng
from plyground.search.walk import Move, Walk
from plyground.text_form import Registry, TextForm
from plyground.tree import ROOT, Tree


def numbers_of(what: str, answer: Any, count: int) -> list[float]:
    """What a part answered, as so many numbers, or an error that says what it was; infinity is one, NaN is none."""
    try:
        numbers = [float(number) for number in answer]
    except (TypeError, ValueError, OverflowError):
        numbers = []
    if len(numbers) != count or any(map(math.isnan, numbers)):
        text = repr(answer)
        shown = text if len(text) <= 80 else f"{text[:60]} …"
        raise PlygroundError(f"{what} must be a list of {count} numbers, not {shown}")
    return numbers


class Part(TextForm):
    """Common to all parts."""

    registry: ClassVar[Registry[Any]]
    # Further text forms that the test of the twins tries, beside the part as it is by default.
    samples: ClassVar[tuple[str, ...]] = ()
    # The statistics that must be kept for this part: names in plyground.search.columns.
    needs: ClassVar[frozenset[str]] = frozenset()
    # May threads share a tree with this part (`parallel=tree`)? There, paths on their way count as lost visits, so that
    # values must be plain means, rows must keep their places, and nothing else may be counted by visits.
    shares_tree: ClassVar[bool] = False
    # Does what it does depend on a file?
    reads_files: ClassVar[bool] = False
    # What the part asks of a game; `Config.check` refuses others.
    two_players_only: ClassVar[bool] = False
    zero_sum_only: ClassVar[bool] = False  # where there are two players: what one wins, the other loses
    unit_returns_only: ClassVar[bool] = False  # returns lie in [−1, 1]
    unit_values_only: ClassVar[bool] = False  # values, which are returns as the backup counts them, lie in [−1, 1]

    def inner_parts(self) -> list["Part"]:
        """Parts that this one is made of."""
        return [value for value in vars(self).values() if isinstance(value, Part)]

    def check(self, game: Game) -> None:
        """Raise one clear sentence unless the part can be used in this game."""

    def files(self, game: Game) -> Sequence[str | Path]:
        """The files that it reads in this game: games that were played with other contents do not count."""
        return ()

    def all_needs(self) -> frozenset[str]:
        return self.needs.union(*(part.all_needs() for part in self.inner_parts()))

    def all_share_tree(self) -> bool:
        return self.shares_tree and all(part.all_share_tree() for part in self.inner_parts())


def is_ours(part: Part | type[Part]) -> bool:
    """Does plyground bring this part along?"""
    return part.__module__.startswith("plyground.search.")


class Select(Part, ABC):
    """Which child to walk to, among children that have been tried (or all of them: `all_children`).

    Children whose value is proven, or cut, are left out: nothing is to be learnt there (see the backup `solver`).
    The rule is a score; the largest wins, ties are broken by one draw. A child that was never visited scores
    infinity unless the rule scores those too.
    """

    # A rule that says what a child is worth before it was visited decides itself when to try it.
    scores_unvisited: ClassVar[bool] = False
    # A rule that draws lots does not always take the largest score.
    draws: ClassVar[bool] = False

    @abstractmethod
    def scores(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        """How much the seat that moves at the end of the path (rows, root first) wants to visit each child."""

    def rate(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        """The scores, with infinity for children that nobody visited."""
        rated = dict.fromkeys(children, math.inf)
        scored = [child for child in children if tree.visits[child] or self.scores_unvisited]
        if scored:  # a rule need not think of a row that nobody has visited
            scores = numbers_of(f"{self}: the scores", self.scores(tree, path, scored), len(scored))
            rated.update(zip(scored, scores, strict=True))
        return list(rated.values())

    def terms(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> dict[str, list[float]]:
        """What the ratings are made of, for people who ask why: named terms, one number per child, which add up."""
        return {"score": self.rate(tree, path, children)}

    def choose(self, tree: Tree, path: Sequence[int], children: Sequence[int], rng: Rng) -> int:
        """The child to walk to."""
        ratings = self.rate(tree, path, children)
        best = max(ratings)
        ties = [child for child, rating in zip(children, ratings, strict=True) if rating == best]
        return ties[rng.below(len(ties))]

    def stops(self, tree: Tree, path: Sequence[int]) -> bool:
        """Shall the walk down end at the last row of the path, though it has children?"""
        return False

    def priors(self, state: State, actions: list[int]) -> list[float] | None:
        """How likely each action is before any search; None for rules without priors."""
        return None

    def plan(self, tree: Tree, simulations: int) -> None:
        """A search of the root begins, and so many simulations will choose there; 0 where nobody knows."""

    def start_root(self, tree: Tree, rng: Rng) -> None:
        """The root has got its children and their priors: draw the noise that the rule wants there."""

    def decision(self, tree: Tree) -> int | None:
        """The child of the root to play, for a rule that plans the visits of the root; None leaves it to `Decide`."""
        return None

    def policy(self, tree: Tree) -> list[float]:
        """What a network should learn from the search: for every child of the root a probability."""
        return normalised([float(tree.visits[child]) for child in tree.children(ROOT)])


def normalised(weights: Sequence[float]) -> list[float]:
    """The weights, divided by their sum."""
    total = 0.0
    for weight in weights:  # `sum` rounds in another way, from Python 3.12 on
        total += weight
    return [weight / total for weight in weights]


def softmax(logits: Sequence[float]) -> list[float]:
    """Probabilities in proportion to the exponentials of the logits."""
    best = max(logits)  # the largest exponent is 0: nothing overflows
    return normalised([math.exp(logit - best) for logit in logits])


def rewards(tree: Tree, children: Sequence[int]) -> list[float]:
    """The values as rewards in [0, 1]; 0 for a child that nobody visited."""
    return [(tree.value[child] + 1.0) / 2.0 if tree.visits[child] else 0.0 for child in children]


def split_scores(scores: Sequence[float], known: Sequence[float], name: str = "value") -> dict[str, list[float]]:
    """Scores as two terms: what is known of a child, and the rest, which makes the rule explore."""
    return {name: list(known), "exploration": [score - part for score, part in zip(scores, known, strict=True)]}


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
    """What a leaf is worth: one value per seat. A network says also how likely its moves are.

    Then the search begins with an evaluation of the root, every leaf gets its children as soon as the answer is there,
    and rows where chance moves are passed through: a network judges decisions alone.
    """

    gives_logits: ClassVar[bool] = False

    @abstractmethod
    def values(self, state: State, rng: Rng, moves: list[Move]) -> list[float]:
        """The value of a leaf that is not terminal. May play on in `state`; appends the moves it played."""

    def judge(self, state: State) -> tuple[list[float], list[float]]:
        """Where it `gives_logits`: the values of a leaf, and one logit per legal action."""
        raise NotImplementedError


class Backup(Part, ABC):
    """How the value of a leaf changes the rows on the path that led to it."""

    # Does what the root's player gets decide about the values of all seats?
    one_sided: ClassVar[bool] = False

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

    def value_range(self, game: Game) -> tuple[float, float]:
        """The lowest and the highest value to the root's player, as this backup counts values."""
        low, high = game.value_range
        worth = self.worth([low, high, min(max(0.0, low), high)])
        return min(worth), max(worth)


class Decide(Part, ABC):
    """Which action to play after the search."""

    def at_move(self, number: int) -> "Decide":
        """The rule for this move of a game, counted from 0 over all seats."""
        return self

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

# The kinds by the names that a search gives them.
KINDS: dict[str, type[Part]] = {
    "select": Select,
    "expand": Expand,
    "evaluate": Evaluate,
    "backup": Backup,
    "decide": Decide,
}


def own_parts() -> Iterator[tuple[str, str, type[Part]]]:
    """The kind, the name and the class of every part that plyground brings along, in sorted order within a kind.

    Without those that read a file: what they do depends on it.
    """
    for kind, base in KINDS.items():
        for name in base.registry:
            part: Any = base.registry.get(name)  # registered by the decorator of a class
            if is_ours(part) and not part.reads_files:
                yield kind, name, part
