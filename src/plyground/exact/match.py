"""The exact odds of every result between given players, without playing."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from plyground.agents.base import Agent
from plyground.errors import PlygroundError
from plyground.exact.policy import Number, Policy, mean, policy_of, probabilities
from plyground.games.base import CHANCE, TERMINAL, Start
from plyground.solve.state_graph import MOST_STATES, state_graph, winner


@dataclass(frozen=True)
class Odds:
    """The probabilities of each seat's win and of a draw. A seat wins if it alone has the highest return."""

    wins: tuple[Number, ...]
    draw: Number


def exact_match(start: Start, *players: Policy | Agent | str, limit: int = MOST_STATES) -> Odds:
    """The odds when these players, one per seat, play on from the start; fractions if the policies give fractions."""
    graph = state_graph(start, limit)
    seats = graph.game.num_players
    if len(players) != seats:
        raise PlygroundError(f"{graph.game} has {seats} seats, and {len(players)} players were given")
    policies = [policy_of(player) for player in players]
    # Row by row: the odds of every seat, then of a draw.
    odds: list[list[Number]] = []
    for node in graph.nodes:
        if node.player == TERMINAL:
            won = winner(node.state.returns())
            odds.append([Fraction(won == result) for result in (*range(seats), None)])
            continue
        weights: Sequence[Number] = node.chance
        if node.player != CHANCE:
            weights = probabilities(policies[node.player], node.state, node.moves)
        odds.append([mean(weights, column) for column in zip(*(odds[child] for child in node.children), strict=True)])
    *wins, draw = odds[-1]
    return Odds(tuple(wins), draw)
