"""Rollouts: play on at random and see who wins."""

from dataclasses import dataclass
from typing import Literal

from plyground.deadline import look
from plyground.games.base import TERMINAL, State
from plyground.rng import Rng
from plyground.search.evaluate.playout import Playout
from plyground.search.part import register_evaluate
from plyground.search.walk import Move
from plyground.text_form import LARGEST, param
from plyground.tree import Tree


@register_evaluate("rollout")
@dataclass(frozen=True)
class Rollout(Playout):
    """Plays random games from the leaf on, and takes the mean of their results.

    Teytaud, Teytaud: On the huge benefit of decisive moves (2010), for `decisive`. Turcotte's lecture, for
    `depth_limit`.

    Args:
        n: Number of games from each leaf.
        policy: How the seats play: at random (uniform); at random unless a move wins at once (decisive); or the move
            with the highest heuristic value (heuristic).
        depth_limit: After this many moves the game's heuristic replaces the result; none plays to the end.
    """

    samples = ("rollout(n=3)", "rollout(policy=decisive)", "rollout(policy=heuristic, depth_limit=4)")
    tries_every_move = ("rollout(policy=decisive)", "rollout(policy=heuristic)")
    shares_tree = True

    n: int = param(1, low=1, high=100_000)
    policy: Literal["uniform", "decisive", "heuristic"] = "uniform"
    depth_limit: int | None = param(None, low=0, high=LARGEST)

    def action(self, tree: Tree, state: State, actions: list[int], moves: list[Move], rng: Rng) -> int:
        if self.policy == "uniform":
            return actions[rng.below(len(actions))]
        best, ties = 0.0, list[int]()
        for action in actions:
            look()
            child = state.clone()
            child.apply(action)
            over = child.player == TERMINAL
            value = child.returns()[state.player] if over else None
            if self.policy == "decisive":
                if value is not None and value >= state.game.value_range[1]:
                    return action
                continue
            value = child.heuristic()[state.player] if value is None else value
            if not ties or value > best:
                best, ties = value, [action]
            elif value == best:
                ties.append(action)
        return (ties or actions)[rng.below(len(ties or actions))]
