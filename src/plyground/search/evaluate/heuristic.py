"""The game's own guess instead of a rollout."""

from dataclasses import dataclass

from plyground.games.base import State
from plyground.rng import Rng
from plyground.search.part import Evaluate, register_evaluate
from plyground.search.walk import Move


@register_evaluate("heuristic")
@dataclass(frozen=True)
class Heuristic(Evaluate):
    """Takes the game's own guess, `state.heuristic()`, for the value of a leaf; nothing is drawn."""

    shares_tree = True

    def values(self, state: State, rng: Rng, moves: list[Move]) -> list[float]:
        return state.heuristic()
