"""Open loop: rows stand for decisions alone; every simulation throws the dice anew."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from plyground.games.base import CHANCE, State
from plyground.rng import Rng
from plyground.search.part import Expand, register_expand
from plyground.search.walk import Walk
from plyground.text_form import MOST, param
from plyground.tree import Tree


@register_expand("open_loop")
@dataclass(frozen=True)
class OpenLoop(Expand):
    """Lets a row stand for a sequence of decisions; every simulation throws the dice between them anew.

    A row averages over all positions that the same decisions lead to. Its children are the actions that were legal
    in any simulation; select compares those that are legal now, unvisited ones too. No row stands for a throw, so that
    a search advanced by one starts a new tree.

    Perez et al.: Open loop search for general video game playing (GECCO 2015).

    Args:
        after: Number of evaluations of a leaf before it gets children.
    """

    all_at_once: ClassVar[bool] = True
    hides_chance: ClassVar[bool] = True

    after: int = param(1, low=0, high=MOST)

    def limit(self, visits: int, count: int) -> int:
        return 0

    def arrive(self, state: State, rng: Rng) -> None:
        while state.player == CHANCE:
            state.apply(rng.outcome(state.chance()))

    def children(self, tree: Tree, walk: Walk, added: Callable[[Sequence[int], int], None]) -> Sequence[int]:
        """The children that are legal now, moved to the front; missing ones are added."""
        row, player, legal = walk.row, walk.state.player, walk.state.actions()
        known = [tree.action[child] for child in tree.children(row) if tree.seat[child] == player]
        missing = [action for action in legal if action not in known]
        if missing:
            old = tree.children(row)
            first = tree.add_rows([0] * len(old), 0)
            tree.add_rows(missing, player)
            for place, child in enumerate(old, start=first):
                tree.swap_rows(place, child)
            tree.first_child[row], tree.num_children[row] = first, len(old) + len(missing)
            added(walk.path, len(missing))
        front = tree.first_child[row]
        for child in tree.children(row):
            if tree.seat[child] == player and tree.action[child] in legal:
                tree.swap_rows(front, child)
                front += 1
        return range(tree.first_child[row], front)
