"""A model of the opponents: a random child wherever another player moves."""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.rng import Rng
from plyground.search.part import Select, register_select
from plyground.search.select.around import Around
from plyground.search.select.ucb1 import DEFAULT_UCB1
from plyground.tree import ROOT, Tree


@register_select("random_opponent")
@dataclass(frozen=True)
class RandomOpponent(Around):
    """Follows the inner rule where the root's player moves, and walks to a random child where others do.

    The search then finds the best reply to a random player instead of the best move (Qi, Hu: Report on
    assignment 3). Proofs of the backup `solver` still assume best play.

    Args:
        inner: The rule for the moves of the root's player.
    """

    samples = ("random_opponent(ucb1(c=0.7))",)
    shares_tree = True
    draws = True

    inner: Select | str = DEFAULT_UCB1

    def choose(self, tree: Tree, path: Sequence[int], children: Sequence[int], rng: Rng) -> int:
        row = path[-1]
        if tree.player[row] != tree.player[ROOT]:
            return children[rng.below(len(children))]
        return self.rule.choose(tree, path, children, rng)
