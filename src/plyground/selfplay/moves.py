"""The moves of a network in many positions at once, alone and with a search."""

from collections.abc import Sequence

import numpy as np

from plyground.games.base import State
from plyground.games.planes import pack
from plyground.search import Select, configure
from plyground.search.evaluate.batched import BatchEvaluator
from plyground.search.pool import SearchPool
from plyground.search.select import Gumbel
from plyground.tree import ROOT

# The selection rule for play at full strength: no noise.
PLAYS = Gumbel(noise=0.0)


def network_moves(answer: BatchEvaluator, states: Sequence[State]) -> list[int]:
    """The legal move with the largest logit in each position."""
    _, logits = answer(np.stack([pack(state) for state in states]))
    return [max(state.actions(), key=row.__getitem__) for state, row in zip(states, logits, strict=True)]


def searched_moves(
    answer: BatchEvaluator, states: Sequence[State], simulations: int, threads: int = 1, select: Select = PLAYS
) -> list[int]:
    """The move that a search with this number of simulations chooses in each position."""
    config = configure(select=select)
    game, searches = states[0].game, len(states)
    pool = SearchPool(
        game, config, searches=searches, simulations=simulations, positions=states, plays=False, threads=threads
    )
    while len(positions := pool.collect()):
        pool.deliver(*answer(positions))
    actions = []
    for number in range(len(states)):
        tree = pool.tree(number)
        row = config.select.decision(tree)
        visits = [tree.visits[child] for child in tree.children(ROOT)]
        row = tree.first_child[ROOT] + visits.index(max(visits)) if row is None else row
        actions.append(tree.action[row])
    return actions
