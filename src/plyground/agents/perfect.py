"""The perfect Connect Four player: it plays by the exact scores of `plyground.solve`."""

from dataclasses import dataclass
from pathlib import Path

from plyground.agents.base import Decision, Seeded, register
from plyground.games.base import Game, State
from plyground.games.connect_four import ConnectFour
from plyground.solve.connect_four import TABLE_MB, analyse, solver_of
from plyground.solve.openings import deepest_file
from plyground.text_form import param, seed_param


@register("perfect")
@dataclass
class Perfect(Seeded):
    """Plays Connect Four without a mistake: the fastest win, else a draw, else the slowest loss.

    Args:
        seed: Seed of the choice between moves of the same score.
        table_mb: Memory of the solver, in megabytes.
    """

    seed: int = seed_param()
    table_mb: int = param(TABLE_MB, low=2, high=1 << 20)

    def check(self, game: Game) -> None:
        solver_of(game, self.table_mb)

    def files(self, game: Game) -> list[Path]:
        table = deepest_file(game.rows, game.cols) if isinstance(game, ConnectFour) else None
        return [] if table is None else [table]

    def reset(self, game: Game, seat: int, seed: int) -> None:
        self.check(game)
        super().reset(game, seat, seed)

    def choose(self, state: State) -> Decision:
        scores = analyse(state, self.table_mb)
        best = max(scores.values())
        actions = [action for action, score in scores.items() if score == best]
        value = float((best > 0) - (best < 0))
        values = [-value, -value]
        values[state.player] = value
        return Decision(actions[self._rng.below(len(actions))], values, {"score": best, "scores": scores})
