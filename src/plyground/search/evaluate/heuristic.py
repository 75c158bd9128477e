"""The game's own heuristic instead of a rollout."""

from dataclasses import dataclass

from plyground.games.base import State
from plyground.rng import Rng
from plyground.search.part import Evaluate, register_evaluate
from plyground.search.walk import Move


@register_evaluate("heuristic")
@dataclass(frozen=True)
class Heuristic(Evaluate):
    """Takes the game's own estimate, `state.heuristic()`, as the value of a leaf; draws no random numbers."""

    shares_tree = True

    def values(self, state: State, rng: Rng, moves: list[Move]) -> list[float]:
        return state.heuristic()
