"""When a leaf gets children, and in which order they are tried."""

import math
from dataclasses import dataclass
from typing import ClassVar

from plyground.search.part import Expand, register_expand
from plyground.text_form import LARGEST, MOST, param


@register_expand("one_child")
@dataclass(frozen=True)
class OneChild(Expand):
    """Adds one child a visit, in random order, until all have been tried (classic UCT).

    By default a leaf is evaluated once before it is expanded, as in Turcotte's walkthrough.

    Coulom: Efficient selectivity and backup operators in Monte-Carlo tree search (2006).

    Args:
        after: Number of evaluations of a leaf before it gets children.
    """

    samples = ("one_child(after=3)",)
    shares_tree = True

    after: int = param(1, low=0, high=MOST)

    def limit(self, visits: int, count: int) -> int:
        return count


@register_expand("all_children")
@dataclass(frozen=True)
class AllChildren(Expand):
    """Adds all children at once, and select compares them all, unvisited ones too (Ali's n×n tic-tac-toe).

    Args:
        after: Number of evaluations of a leaf before it gets children.
    """

    all_at_once: ClassVar[bool] = True
    shares_tree = True

    after: int = param(1, low=0, high=MOST)

    def limit(self, visits: int, count: int) -> int:
        return 0


@register_expand("progressive_widening")
@dataclass(frozen=True)
class ProgressiveWidening(Expand):
    """Lets the first ⌈k · N^a⌉ children, in random order, take part after N visits.

    Coulom: Computing Elo ratings of move patterns in the game of Go (2007); Chaslot et al.: Progressive
    strategies for Monte-Carlo tree search (2008).

    Args:
        k: Number of children that take part after one visit.
        a: How fast further children follow: 0 never, 1 in proportion to the visits.
        after: Number of evaluations of a leaf before it gets children.
    """

    shares_tree = True

    k: float = param(1.0, low=0.01, high=LARGEST)
    a: float = param(0.5, low=0, high=1)
    after: int = param(1, low=0, high=MOST)

    def limit(self, visits: int, count: int) -> int:
        return max(1, min(count, math.ceil(self.k * math.pow(visits, self.a))))
