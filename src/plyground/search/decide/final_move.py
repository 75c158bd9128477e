"""Which move to play after the search."""

import math
from dataclasses import dataclass

from plyground.rng import Rng
from plyground.search.columns.proofs import contenders
from plyground.search.part import Decide, register_decide
from plyground.text_form import LARGEST, MOST, param
from plyground.tree import ROOT, Tree


def candidates(tree: Tree) -> list[int]:
    """The children of the root that may be best, sorted by action."""
    return sorted(contenders(tree, ROOT), key=lambda row: tree.action[row])


@register_decide("most_visits")
@dataclass(frozen=True)
class MostVisits(Decide):
    """Plays the move with the most visits; ties go to the higher value, then to the lower action (the robust child).

    Chaslot et al.: Progressive strategies for Monte-Carlo tree search (2008).
    """

    def choose(self, tree: Tree, rng: Rng) -> int:
        return max(candidates(tree), key=lambda row: (tree.visits[row], tree.value[row]))


@register_decide("best_value")
@dataclass(frozen=True)
class BestValue(Decide):
    """Plays the move with the highest value; ties go to more visits, then to the lower action (the max child).

    Chaslot et al.: Progressive strategies for Monte-Carlo tree search (2008).
    """

    def choose(self, tree: Tree, rng: Rng) -> int:
        return max(candidates(tree), key=lambda row: (tree.value[row], tree.visits[row]))


@register_decide("secure")
@dataclass(frozen=True)
class Secure(Decide):
    """Plays the move with the highest lower bound, value − a/√n, or the value if it is proven (the secure child).

    Chaslot et al.: Progressive strategies for Monte-Carlo tree search (2008).

    Args:
        a: Width of the bound; 0 compares the values alone.
    """

    a: float = param(1.0, low=0, high=LARGEST)

    def choose(self, tree: Tree, rng: Rng) -> int:
        proven = tree.find("proven")

        def bound(row: int) -> float:
            if proven is not None and proven[row] is not None:
                return tree.value[row]
            return tree.value[row] - self.a / math.sqrt(tree.visits[row])

        return max(candidates(tree), key=bound)


@register_decide("sampled")
@dataclass(frozen=True)
class Sampled(Decide):
    """Plays a random move, with a probability proportional to visits^(1/temperature) (Silver et al. 2017).

    Args:
        temperature: 1 draws in proportion to the visits; a lower one prefers the most visited move more.
        moves: Number of moves at the start of a game that are drawn; later ones are the most visited. None draws all.
            Only a pool of searches counts the moves; elsewhere all are drawn.
    """

    temperature: float = param(1.0, low=0.01, high=LARGEST)
    moves: int | None = param(None, low=0, high=MOST)

    def at_move(self, number: int) -> Decide:
        return self if self.moves is None or number < self.moves else MostVisits()

    def choose(self, tree: Tree, rng: Rng) -> int:
        rows = candidates(tree)
        most = max(tree.visits[row] for row in rows)
        weights = [(tree.visits[row] / most) ** (1.0 / self.temperature) for row in rows]
        total = 0.0
        for weight in weights:
            total += weight
        point = rng.uniform() * total
        for row, weight in zip(rows, weights, strict=True):
            point -= weight
            if point < 0.0:
                return row
        return rows[-1]
