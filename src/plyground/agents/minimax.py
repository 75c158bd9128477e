"""Minimax: the best move against the best replies, by full search."""

from dataclasses import dataclass
from fractions import Fraction

from plyground.agents.base import Agent, Decision, Seeded, register
from plyground.agents.lookahead import Lookahead, require_duel, require_two_players
from plyground.games.base import Game, State, require_decision
from plyground.text_form import param, seed_param


@register("minimax")
@dataclass
class Minimax(Agent):
    """Plays the first of the best moves by full search, to the end of the game or, with the heuristic, to `depth`.

    For two-player games without dice. Values are returns of the game: a win now and a win later are worth the same.

    Args:
        depth: Moves to look ahead; none looks to the end of the game.
    """

    depth: int | None = param(None, low=1, high=1000)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._game: Game | None = None
        self._lookahead = Lookahead()

    def check(self, game: Game) -> None:
        require_duel(self.name, game)

    def choose(self, state: State) -> Decision:
        best = self._best(state)
        return Decision(*best[0], {"best": len(best)})

    def policy(self, state: State) -> dict[int, Fraction]:
        return {self._best(state)[0][0]: Fraction(1)}

    def _best(self, state: State) -> list[tuple[int, list[float]]]:
        require_decision(state)
        if state.game != self._game:
            require_two_players(self.name, state.game)
            self._game, self._lookahead = state.game, Lookahead(self.depth, dice=False)
        return self._lookahead.best(state)


@register("random_minimax")
@dataclass
class RandomMinimax(Seeded, Minimax):
    """Plays like minimax, but plays each of the best moves equally often.

    Args:
        seed: Seed of the choice between equal moves.
    """

    seed: int = seed_param()

    def choose(self, state: State) -> Decision:
        best = self._best(state)
        return Decision(*best[self._rng.below(len(best))], {"best": len(best)})

    def policy(self, state: State) -> dict[int, Fraction]:
        best = self._best(state)
        return {action: Fraction(1, len(best)) for action, _ in best}
