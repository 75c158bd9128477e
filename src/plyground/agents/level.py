"""Ten levels of strength, for people who want an opponent of about their own strength."""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from plyground.agents.base import Decision, Seeded, register
from plyground.agents.mcts import Mcts
from plyground.agents.perfect import Perfect
from plyground.games.base import Game, State, require_decision
from plyground.solve.best_play import ExactMove, exact_moves
from plyground.text_form import param, seed_param


class Strength(NamedTuple):
    """Simulations before a move, and the probability of a random move instead."""

    simulations: int
    slips: float


# Level 1 first. In the matches of docs/play.md each level beats the one two below.
LEVELS = (
    Strength(0, 1.0),
    Strength(10, 0.7),
    Strength(20, 0.5),
    Strength(40, 0.4),
    Strength(80, 0.3),
    Strength(160, 0.23),
    Strength(320, 0.17),
    Strength(800, 0.12),
    Strength(2500, 0.07),
    Strength(10_000, 0.0),
)


@register("level")
@dataclass
class Level(Seeded):
    """Plays at a level from 1, which a beginner beats, to 10, the strongest.

    A higher level searches more simulations with mcts and plays fewer random moves. Level 10 plays no random move, and
    makes no mistake in games that plyground can solve, such as Connect Four, tic-tac-toe and small Nim.

    Args:
        level: The strength.
        seed: The same seed plays the same moves.
    """

    level: int = param(low=1, high=len(LEVELS))
    seed: int = seed_param()

    def __post_init__(self) -> None:
        super().__post_init__()
        self._strength = LEVELS[self.level - 1]
        self._searcher = Mcts(simulations=self._strength.simulations, seed=self.seed)

    @property
    def is_highest(self) -> bool:
        return self.level == len(LEVELS)

    def check(self, game: Game) -> None:
        self._searcher.check(game)

    def files(self, game: Game) -> list[Path]:
        return Perfect().files(game) if self.is_highest else []

    def reset(self, game: Game, seat: int, seed: int) -> None:
        super().reset(game, seat, seed)
        self._searcher.reset(game, seat, seed)

    def choose(self, state: State) -> Decision:
        require_decision(state)
        actions = state.actions()
        quick = self._unsearched(actions)
        if quick is not None:
            return Decision(quick, info={"slip": len(actions) > 1})
        known = exact_moves(state) if self.is_highest else None
        return self._searcher.choose(state) if known is None else self._choose_perfectly(state, known)

    def act(self, state: State) -> int:
        require_decision(state)
        quick = self._unsearched(state.actions())
        if quick is not None:
            return quick
        return self.choose(state).action if self.is_highest else self._searcher.act(state)

    def thinks_in_python(self, game: Game) -> bool:
        return self._searcher.thinks_in_python(game)

    def _unsearched(self, actions: list[int]) -> int | None:
        """The only move, or with the level's probability of a slip a random move; None if a search is to decide."""
        if len(actions) > 1 and self._rng.uniform() >= self._strength.slips:
            return None
        return actions[self._rng.below(len(actions))]

    def _choose_perfectly(self, state: State, known: list[ExactMove]) -> Decision:
        """The shortest win; without one, the move that the search ranks highest among the best: it invites mistakes."""
        seat, best = state.player, known[0]
        wins = best.values[seat] > 0
        sound = {move.action for move in known if move.values == best.values and (move.plies == best.plies or not wins)}
        action = best.action
        if len(sound) > 1:
            found = self._searcher.choose(state)
            action = next((move["action"] for move in found.info["moves"] if move["action"] in sound), action)
        return Decision(action, list(best.values), {"exact": True, "plies": best.plies})
