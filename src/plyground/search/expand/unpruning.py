"""Children are tried in the order of what earlier simulations say about their moves, and not all at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.rng import Rng
from plyground.search.columns.amaf import average_of_moves
from plyground.search.expand.children import ProgressiveWidening
from plyground.search.part import best_of, register_expand
from plyground.tree import Tree


@register_expand("progressive_unpruning")
@dataclass(frozen=True)
class ProgressiveUnpruning(ProgressiveWidening):
    """Lets ⌈k · N^a⌉ children take part after N visits, those first whose moves did best in earlier simulations.

    The averages of moves are those of the root's "all moves as first", which rave and mast read, too; a move that no
    simulation has played comes first.

    Chaslot et al.: Progressive strategies for Monte-Carlo tree search (2008), there with knowledge of the game.
    """

    samples = ("progressive_unpruning(k=2, a=0.3)",)
    needs = frozenset({"amaf"})
    shares_tree = False

    def pick(self, tree: Tree, path: Sequence[int], untried: Sequence[int], rng: Rng) -> int:
        actions = [tree.action[child] for child in untried]
        return best_of(untried, average_of_moves(tree, tree.player[path[-1]], actions), rng)
