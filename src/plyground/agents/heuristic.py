"""Greedy play: the move after which the game's own guess is best."""

from dataclasses import dataclass

from plyground.agents.base import Agent, Decision, register, require_decision
from plyground.agents.lookahead import Lookahead
from plyground.games.base import Game, State
from plyground.rng import Rng


@register("heuristic")
@dataclass
class Heuristic(Agent):
    """Looks one move ahead and takes what `state.heuristic()` likes best, the mean over the dice; ties at random."""

    seed: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._rng = Rng(self.seed)

    def reset(self, game: Game, seat: int, seed: int) -> None:
        self._rng = Rng(seed, self.seed)

    def choose(self, state: State) -> Decision:
        require_decision(state)
        best = Lookahead(depth=1).best(state)
        return Decision(*best[self._rng.below(len(best))])
