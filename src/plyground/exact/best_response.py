"""The best reply to a given player, and a player's loss to it.

Against a fixed player a game is a Markov decision process without cycles: one pass from the ends to the start
solves it. Exploitability is half of NashConv, as usual (Lanctot et al.: A unified game-theoretic approach to
multiagent reinforcement learning, 2017): zero for perfect play in any game.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from plyground.agents.base import Agent
from plyground.errors import PlygroundError
from plyground.exact.policy import Number, Policy, mean, policy_of, probabilities
from plyground.games.base import CHANCE, TERMINAL, Start, State, position_of
from plyground.solve.state_graph import MOST_STATES, GraphNode, StateGraph, state_graph, winner
from plyground.text_form import require_choice

Objective = Literal["return", "wins"]


@dataclass(frozen=True)
class BestResponse:
    """The value and the actions of the best reply in every state."""

    seat: int
    graph: StateGraph
    values: list[Number]

    def __repr__(self) -> str:
        return f"<the best reply in seat {self.seat} of {self.graph.game}: value {float(self.value):+z.4g}>"

    @property
    def value(self) -> Number:
        """The value of the best reply at the start."""
        return self.values[-1]

    def action_values(self, state: State) -> dict[int, Number]:
        """The value of each action in a state of the seat, with perfect play afterwards."""
        node = self._node(state)
        if node.player != self.seat:
            raise PlygroundError(f"{self.graph.game}: the best reply does not move in this state")
        return {move: self.values[child] for move, child in zip(node.moves, node.children, strict=True)}

    def policy(self, state: State) -> dict[int, Number]:
        """The first of the best actions."""
        values = self.action_values(state)
        return {max(values, key=lambda action: (values[action], -action)): Fraction(1)}

    def _node(self, state: State) -> GraphNode:
        number = self.graph.number.get(state.key())
        if state.game != self.graph.game or number is None:
            raise PlygroundError(f"{self.graph.game}: this state cannot be reached from the start of the best reply")
        return self.graph.nodes[number]


def best_response(
    start: Start,
    player: Policy | Agent | str,
    seat: int,
    objective: Objective = "return",
    limit: int = MOST_STATES,
) -> BestResponse:
    """The best reply in a seat when `player` has every other seat.

    It maximises the expected return, or with `objective="wins"` the probability to win.
    """
    graph = state_graph(start, limit)
    if not 0 <= seat < graph.game.num_players:
        raise PlygroundError(f"{graph.game} has seats 0 to {graph.game.num_players - 1}, not {seat}")
    require_choice("the objective", objective, get_args(Objective))
    policy = policy_of(player)
    values: list[Number] = []
    for node in graph.nodes:
        if node.player == TERMINAL:
            returns = node.state.returns()
            values.append(Fraction(winner(returns) == seat) if objective == "wins" else Fraction(returns[seat]))
        elif node.player == seat:
            values.append(max(values[child] for child in node.children))
        else:
            chance = node.player == CHANCE
            weights = node.chance if chance else probabilities(policy, node.state, node.moves)
            values.append(mean(weights, [values[child] for child in node.children]))
    return BestResponse(seat, graph, values)


def exploitability(start: Start, player: Policy | Agent | str, limit: int = MOST_STATES) -> Number:
    """The mean loss of a player to its best reply over both seats; zero for perfect play."""
    first = position_of(start)
    game = first.game
    if game.num_players != 2:
        raise PlygroundError(f"exploitability needs a game for two, and {game} has {game.num_players} seats")
    replies = [best_response(first, player, seat, limit=limit) for seat in (0, 1)]
    for node in replies[0].graph.nodes:
        if node.player == TERMINAL and sum(node.state.returns()) != 0:
            raise PlygroundError(f"exploitability needs a zero-sum game, and the returns of {game} do not sum to zero")
    return (replies[0].value + replies[1].value) / 2
