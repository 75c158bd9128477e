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
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from plyground.errors import WrongAnswer
from plyground.games.base import Game, State
from plyground.rng import Rng
from plyground.search.walk import Move, Walk
from plyground.text_form import Registry, TextForm
from plyground.tree import ROOT, Tree


def numbers_of(whose: object, what: str, answer: Any, count: int) -> list[float]:
    """The answer of a part as `count` numbers (infinity allowed, NaN not), or an error that shows the answer.

    The text of `whose` is made for an error alone: this check runs in every simulation.
    """
    try:
        numbers = [float(number) for number in answer]
    except (TypeError, ValueError, OverflowError):
        numbers = []
    if len(numbers) != count or any(map(math.isnan, numbers)):
        text = repr(answer)
        shown = text if len(text) <= 80 else f"{text[:60]} …"
        raise WrongAnswer(f"{whose}: {what} must be a list of {count} numbers, not {shown}")
    return numbers


class Part(TextForm):
    """The base of all parts."""

    registry: ClassVar[Registry[Any]]
    # Text forms that the twin tests try in addition to the default.
    samples: ClassVar[tuple[str, ...]] = ()
    # Text forms that try every legal move of a position each time: slow in the Python engine.
    tries_every_move: ClassVar[tuple[str, ...]] = ()
    # The statistics that the engine must keep for this part: names in plyground.search.columns.
    needs: ClassVar[frozenset[str]] = frozenset()
    # Whether threads may share a tree with this part (`parallel=tree`). A shared tree counts unfinished simulations as
    # lost visits: values must be plain means, rows must keep their places, and no other statistic may depend on visits.
    shares_tree: ClassVar[bool] = False
    # Whether the behaviour of the part depends on a file.
    reads_files: ClassVar[bool] = False
    # Requirements on the game; `Config.check` refuses other games.
    two_players_only: ClassVar[bool] = False
    zero_sum_only: ClassVar[bool] = False  # with two players: one wins what the other loses
    unit_returns_only: ClassVar[bool] = False  # returns lie in [−1, 1]
    unit_values_only: ClassVar[bool] = False  # values (returns on the backup's scale) lie in [−1, 1]

    def inner_parts(self) -> list["Part"]:
        """The parts inside this one."""
        return [value for value in vars(self).values() if isinstance(value, Part)]

    def check(self, game: Game) -> None:
        """Raise an error of one clear sentence unless the part can be used in this game."""

    def files(self, game: Game) -> Sequence[str | Path]:
        """The files that the part reads in this game. Stored games count only if the files had the same contents."""
        return ()

    def all_needs(self) -> frozenset[str]:
        return self.needs.union(*(part.all_needs() for part in self.inner_parts()))

    def all_share_tree(self) -> bool:
        return self.shares_tree and all(part.all_share_tree() for part in self.inner_parts())


def is_ours(part: Part | type[Part]) -> bool:
    """Whether the part is one of plyground's own."""
    return part.__module__.startswith("plyground.search.")


class Select(Part, ABC):
    """Chooses the child to walk to, among the children that have been tried (or all of them: `all_children`).

    Proven and cut children are left out: visits there add no information (see the backup `solver`).
    The rule gives each child a score. The largest wins; one draw breaks ties. An unvisited child scores infinity unless
    the rule scores unvisited children itself.
    """

    # Whether the rule scores unvisited children; it then decides when each is first tried.
    scores_unvisited: ClassVar[bool] = False
    # Whether the rule draws its choice, instead of always taking the largest score.
    draws: ClassVar[bool] = False
    # Whether the rule is for networks: a pool of searches can run it.
    for_pools: ClassVar[bool] = False

    @property
    def exploration(self) -> float | None:
        """The largest weight of exploration in the units of the values; None for rules that know no units."""
        return None

    @abstractmethod
    def scores(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        """The score of each child for the seat that moves at the end of the path (rows, root first)."""

    def rate(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        """The scores, with infinity for unvisited children."""
        scored = children
        if not self.scores_unvisited:
            visits = tree.visits
            scored = [child for child in children if visits[child]]
        if not scored:  # `scores` may divide by the row's visits: it is never called before a child was visited
            return [math.inf] * len(children)
        scores = numbers_of(self, "the scores", self.scores(tree, path, scored), len(scored))
        if len(scored) == len(children):
            return scores
        rated = dict.fromkeys(children, math.inf)
        rated.update(zip(scored, scores, strict=True))
        return list(rated.values())

    def terms(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> dict[str, list[float]]:
        """The terms that add up to the ratings, by name, one number per child: they explain a choice."""
        return {"score": self.rate(tree, path, children)}

    def choose(self, tree: Tree, path: Sequence[int], children: Sequence[int], rng: Rng) -> int:
        """The child to walk to."""
        return best_of(children, self.rate(tree, path, children), rng)

    def stops(self, tree: Tree, path: Sequence[int]) -> bool:
        """Whether the walk down ends at the last row of the path although it has children."""
        return False

    def priors(self, state: State, actions: list[int]) -> list[float] | None:
        """The prior of each action, before any search; None for rules without priors."""
        return None

    def plan(self, tree: Tree, simulations: int) -> None:
        """Called when a search of the root begins, with the number of simulations planned for it; 0 if unknown."""

    def start_root(self, tree: Tree, rng: Rng) -> None:
        """Called when the root has its children and their priors: the place to draw noise for them."""

    def decision(self, tree: Tree) -> int | None:
        """The child of the root to play, for a rule that plans the visits of the root; None leaves it to `Decide`."""
        return None

    def policy(self, tree: Tree) -> list[float]:
        """The policy that a network should learn from the search: a probability for every child of the root."""
        return normalised([float(tree.visits[child]) for child in tree.children(ROOT)])


def best_of(things: Sequence[int], ratings: Sequence[float], rng: Rng) -> int:
    """The thing with the highest rating; one draw breaks ties."""
    best = max(ratings)
    ties = [thing for thing, rating in zip(things, ratings, strict=True) if rating == best]
    return ties[rng.below(len(ties))]


def normalised(weights: Sequence[float]) -> list[float]:
    """The weights, divided by their sum."""
    total = 0.0
    for weight in weights:  # `sum` rounds differently from Python 3.12 on
        total += weight
    return [weight / total for weight in weights]


def softmax(logits: Sequence[float]) -> list[float]:
    """Probabilities in proportion to the exponentials of the logits."""
    best = max(logits)  # the largest exponent is 0: nothing overflows
    return normalised([math.exp(logit - best) for logit in logits])


def rewards(tree: Tree, children: Sequence[int]) -> list[float]:
    """The values as rewards in [0, 1]; 0 for an unvisited child."""
    return [(tree.value[child] + 1.0) / 2.0 if tree.visits[child] else 0.0 for child in children]


def split_scores(scores: Sequence[float], known: Sequence[float], name: str = "value") -> dict[str, list[float]]:
    """Scores as two terms: the known value of a child, and the rest, which is exploration."""
    return {name: list(known), "exploration": [score - part for score, part in zip(scores, known, strict=True)]}


class Expand(Part, ABC):
    """When a leaf gets children, and how many of them may be compared."""

    # Whether select compares all children from the start, unvisited ones too, instead of first trying each in turn.
    all_at_once: ClassVar[bool] = False
    # Whether rows stand for decisions alone, and every simulation throws the dice anew.
    hides_chance: ClassVar[bool] = False
    # A leaf is expanded on the visit after this many.
    after: int

    def arrive(self, state: State, rng: Rng) -> None:
        """Called with the state whenever a simulation comes to a row."""

    def children(self, tree: Tree, walk: Walk, added: Callable[[Sequence[int], int], None]) -> Sequence[int]:
        """The children of the walk's last row that select may compare: all, or those already tried.

        A part that adds nodes reports them by `added(path, count)`.
        """
        first, count = tree.first_child[walk.row], tree.num_children[walk.row]
        return range(first, first + (count if self.all_at_once else tree.tried(walk.row)))

    @abstractmethod
    def limit(self, visits: int, count: int) -> int:
        """How many of `count` children must be tried, one per visit, before select compares them."""

    def pick(self, tree: Tree, path: Sequence[int], untried: Sequence[int], rng: Rng) -> int:
        """The child to try next, one of these rows below the path's last one; by default a random one."""
        return untried[rng.below(len(untried))]


# The most leaves of one search that may wait for a network together.
MOST_LEAVES = 1024


class Evaluate(Part, ABC):
    """The value of a leaf, one number per seat. A network also gives a logit for each legal action (`gives_logits`).

    With such a network the first simulation evaluates the root, and every leaf gets its children as soon as it is
    evaluated. Simulations walk through chance nodes without stopping: a network judges decisions alone.
    """

    gives_logits: ClassVar[bool] = False
    # How many leaves of one search wait for the network together; a part that allows more has a field of this name.
    leaves: int = 1

    @abstractmethod
    def values(self, state: State, rng: Rng, moves: list[Move]) -> list[float]:
        """The value of a leaf that is not terminal. May play on in `state`; appends the moves that it played, each as
        the player (a seat, or CHANCE) and the action: rave and grave learn from them."""

    def at_leaf(self, tree: Tree, state: State, rng: Rng, moves: list[Move]) -> list[float]:
        """As `values`, for an evaluation that reads the statistics of the tree (`needs`)."""
        return self.values(state, rng, moves)

    def judge(self, leaves: Sequence[Walk]) -> list[tuple[list[float], list[float]]]:
        """For `gives_logits`: the values of every leaf, and one logit per legal action. It must not change states."""
        raise NotImplementedError


class Backup(Part, ABC):
    """How the value of a leaf changes the rows on the path that led to it."""

    # Whether the values of all seats are computed from the value to the root's player.
    one_sided: ClassVar[bool] = False

    @abstractmethod
    def update(self, tree: Tree, path: Sequence[int], values: list[float]) -> None:
        """Count the visit in every row of the path (root first) and update its value."""

    def worth(self, values: list[float]) -> list[float]:
        """The values on this backup's scale."""
        return values

    def known(self, tree: Tree, row: int) -> list[float] | None:
        """The exact values of a row, one per seat, if the backup has proven them."""
        return None

    def open_ones(self, tree: Tree, children: Sequence[int]) -> Sequence[int]:
        """The children that are worth visiting: neither proven nor cut."""
        return children

    def value_range(self, game: Game) -> tuple[float, float]:
        """The lowest and the highest value to the root's player, on this backup's scale."""
        low, high = game.value_range
        worth = self.worth([low, high, min(max(0.0, low), high)])
        return min(worth), max(worth)


class Decide(Part, ABC):
    """Chooses the action to play after the search."""

    def at_move(self, number: int) -> "Decide":
        """The rule for this move of a game, counted from 0 over all seats."""
        return self

    @abstractmethod
    def choose(self, tree: Tree, rng: Rng) -> int:
        """The row of a child of the root; the child must have been visited."""


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

# The kinds of parts, by name.
KINDS: dict[str, type[Part]] = {
    "select": Select,
    "expand": Expand,
    "evaluate": Evaluate,
    "backup": Backup,
    "decide": Decide,
}


def export(base: type[Part], names: dict[str, Any], modules: Iterable[ModuleType]) -> list[str]:
    """Enter the public classes of one kind of parts into the `names` of its package; returns them, for `__all__`."""
    classes = {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, type)
        and issubclass(value, base)
        and value.__module__ == module.__name__
        and not name.startswith("_")
    }
    names.update(classes)
    return sorted(classes)


def own_parts() -> Iterator[tuple[str, str, type[Part]]]:
    """The kind, the name and the class of each of plyground's own parts, sorted by name within a kind.

    Parts that read a file are left out: their behaviour depends on it.
    """
    for kind, base in KINDS.items():
        for name in base.registry:
            part: Any = base.registry.get(name)  # registered by the decorator of a class
            if is_ours(part) and not part.reads_files:
                yield kind, name, part
