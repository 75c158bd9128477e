"""Playouts: play on from the leaf and see who wins. The loop of all evaluations that play games."""

from abc import abstractmethod

from plyground.deadline import look
from plyground.errors import PlygroundError
from plyground.games.base import CHANCE, TERMINAL, State
from plyground.games.native import rules_of
from plyground.rng import Rng
from plyground.search.part import Evaluate
from plyground.search.walk import Move
from plyground.tree import Tree


class Playout(Evaluate):
    """Plays games from the leaf on, and takes the mean of their results.

    A policy of your own derives from this class and implements `action`; it has the fields `n` and `depth_limit` if it
    offers them. In the C++ engine the rules of the game run in C++: `state` has the methods of `State`, and attributes
    of its own are copies.
    """

    # The number of games from each leaf. After `depth_limit` moves the game's heuristic replaces the result.
    n: int = 1
    depth_limit: int | None = None

    @abstractmethod
    def action(self, tree: Tree, state: State, actions: list[int], moves: list[Move], rng: Rng) -> int:
        """The move to play: one of these legal actions, at least two. `moves` are those since the leaf; `tree`
        has the statistics in `needs`, and is empty without any."""

    def values(self, state: State, rng: Rng, moves: list[Move]) -> list[float]:
        return self._mean(Tree(), state, rng, moves)

    def at_leaf(self, tree: Tree, state: State, rng: Rng, moves: list[Move]) -> list[float]:
        return self._mean(tree, state, rng, moves) if self.needs else self.values(state, rng, moves)

    def _mean(self, tree: Tree, state: State, rng: Rng, moves: list[Move]) -> list[float]:
        if self.n == 1:
            return self._play(tree, state, rng, moves)
        totals = [0.0] * state.game.num_players
        for _ in range(self.n):
            end = state.clone()  # in this frame, where the explanation of an error finds it
            for seat, value in enumerate(self._play(tree, end, rng, moves)):
                totals[seat] += value
        return [total / self.n for total in totals]

    def _play(self, tree: Tree, state: State, rng: Rng, moves: list[Move]) -> list[float]:
        rules, played = rules_of(state), 0
        while (player := rules.player) != TERMINAL:
            if not played & 3:  # every fourth move: reading the clock takes time, too
                look()
            if player == CHANCE:
                action = rng.outcome(rules.chance())
            else:
                settled = rules.settled()
                if settled is not None:
                    return settled
                if played == self.depth_limit:
                    return rules.heuristic()
                actions = rules.actions()
                action = actions[0] if len(actions) == 1 else self.action(tree, state, actions, moves, rng)
                if action not in actions:
                    raise PlygroundError(f"{self}: the action must be one of {actions}, not {action!r}")
                played += 1
            moves.append((player, action))
            rules.apply(action)
        return rules.returns()
