"""Playouts by the average result of a move, wherever it was played."""

from dataclasses import dataclass

from plyground.games.base import State
from plyground.rng import Rng
from plyground.search.columns.amaf import average_of_moves
from plyground.search.evaluate.playout import Playout
from plyground.search.part import best_of, register_evaluate
from plyground.search.walk import Move
from plyground.text_form import param
from plyground.tree import Tree


@register_evaluate("mast")
@dataclass(frozen=True)
class Mast(Playout):
    """Plays the move with the best average result in earlier simulations, wherever in a game it was played.

    This is the move-average sampling technique. A move that no simulation has played comes first. The averages are
    those of the root's "all moves as first", which rave reads, too.

    Finnsson, Björnsson: Simulation-based approach to general game playing (AAAI 2008); Tak, Winands, Björnsson: N-grams
    and the last-good-reply policy applied in general game playing (2012), for `epsilon`.

    Args:
        epsilon: Probability of a random move instead.
    """

    samples = ("mast(epsilon=0)",)
    needs = frozenset({"amaf"})

    epsilon: float = param(0.4, low=0, high=1)

    def action(self, tree: Tree, state: State, actions: list[int], moves: list[Move], rng: Rng) -> int:
        if rng.uniform() < self.epsilon:
            return actions[rng.below(len(actions))]
        return best_of(actions, average_of_moves(tree, state.player, actions), rng)
