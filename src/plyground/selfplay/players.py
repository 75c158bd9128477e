"""The moves of a network in many positions at once, alone and with a search: what a judge and an arena ask for."""

from collections.abc import Sequence

import numpy as np

from plyground.games.base import State
from plyground.games.planes import pack
from plyground.net.network import Network
from plyground.search import Select, configure
from plyground.search.evaluate.batched import BatchEvaluator
from plyground.search.pool import SearchPool
from plyground.tree import ROOT


def network_moves(answer: BatchEvaluator, states: Sequence[State]) -> list[int]:
    """The legal move of the largest logit in each position."""
    _, logits = answer(np.stack([pack(state) for state in states]))
    return [max(state.actions(), key=lambda action, row=row: row[action]) for state, row in zip(states, logits, strict=True)]


def searched_moves(
    answer: BatchEvaluator, states: Sequence[State], simulations: int, select: Select, threads: int = 1
) -> list[int]:
    """The move of a search of so many simulations in each position."""
    config = configure(select=select)
    pool = SearchPool(
        states[0].game, config, searches=len(states), simulations=simulations, positions=states, plays=False, threads=threads
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
