"""Expectimax: minimax for dice, and for more than two players."""

from dataclasses import dataclass

from plyground.agents.base import Agent, Decision, register
from plyground.agents.lookahead import Lookahead
from plyground.games.base import State, require_decision
from plyground.text_form import param


@register("expectimax")
@dataclass
class Expectimax(Agent):
    """Looks a few decisions ahead; dice are weighted by their probabilities, and each seat maximises its own value.

    Plays the first of the best moves. Michie: Game-playing and game-learning automata (1966); Sturtevant: An analysis
    of UCT in multi-player games (2008), for max^n.

    Args:
        depth: Decisions to look ahead.
        paranoid: Whether all other seats minimise this seat's value, as the MinMax player of Yadav's thesis assumes.
    """

    depth: int = param(2, low=1, high=150)
    paranoid: bool = False

    def choose(self, state: State) -> Decision:
        require_decision(state)
        best = Lookahead(self.depth, state.player if self.paranoid else None).best(state)
        return Decision(*best[0], {"best": len(best)})
