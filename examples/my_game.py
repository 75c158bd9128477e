"""A game of your own is two short classes: who moves, what may be played, what happens, who won.

You learn the contract of a game, how to test its laws, and how to find the best move in it.

    python examples/my_game.py
    plyground check examples/my_game.py
    plyground play examples/my_game.py human mcts
"""

from dataclasses import dataclass

import plyground as pg


@pg.register_game("misere_nim")
@dataclass(frozen=True)
class MisereNim(pg.Game):
    """Three heaps of size, size + 1 and size + 2 stones; taking the last stone loses."""

    size: int = pg.param(3, low=1, high=7)
    num_players = 2

    def initial_state(self) -> "MisereNimState":
        return MisereNimState(self)


class MisereNimState(pg.State):
    def __init__(self, game: MisereNim) -> None:
        super().__init__(game)
        self.heaps, self.player, self.loser = [game.size, game.size + 1, game.size + 2], 0, 0

    def actions(self) -> list[int]:  # action 10·h + n: take n stones from heap h (from 1)
        return [10 * h + n for h, heap in enumerate(self.heaps, 1) for n in range(1, heap + 1)]

    def apply(self, action: int) -> None:
        self.heaps[action // 10 - 1] -= action % 10
        self.loser = self.player
        self.player = 1 - self.player if any(self.heaps) else pg.TERMINAL

    def returns(self) -> list[float]:  # one value per seat: the loser −1, the other 1
        return [-1.0 if seat == self.loser else 1.0 for seat in (0, 1)]

    def __str__(self) -> str:
        return "\n".join(f"heap {h}: {'o' * heap}" for h, heap in enumerate(self.heaps, 1))


if __name__ == "__main__":
    state = MisereNim(size=2).initial_state()
    pg.check_game(state.game).require_ok()
    print(state)
    result = pg.Search(state.game, pg.configure(backup=pg.backup.Solver()), seed=1).run(state, 20_000)
    best = result.moves[0]
    print(
        f"after {result.simulations:,} simulations: {best.name} has the value {best.value:+.2f}, proven: {best.proven}"
    )
