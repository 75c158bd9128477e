"""Greedy play: the move with the best heuristic value."""

from dataclasses import dataclass

from plyground.agents.base import Decision, Seeded, register
from plyground.agents.lookahead import Lookahead
from plyground.games.base import State, require_decision
from plyground.text_form import seed_param


@register("heuristic")
@dataclass
class HeuristicAgent(Seeded):
    """Looks one move ahead and takes the move with the best heuristic value, averaged over dice.

    Args:
        seed: Seed of the choice between equal moves.
    """

    seed: int = seed_param()

    def choose(self, state: State) -> Decision:
        require_decision(state)
        best = Lookahead(depth=1).best(state)
        return Decision(*best[self._rng.below(len(best))])
