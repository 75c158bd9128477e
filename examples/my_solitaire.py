"""A game for one seat: how good is an agent that nobody plays against?

You learn how agents are compared in such a game: each plays alone, on the same dice, so that luck cancels in the
differences; and how far they are from the best play, which is known exactly here.

    python examples/my_solitaire.py
    plyground match "mcts(simulations=50)" random --game examples/my_solitaire.py
"""

from dataclasses import dataclass

import plyground as pg


@pg.register_game("digits")
@dataclass(frozen=True)
class Digits(pg.Game):
    """Throw a die with ten sides and put its digit into a free place of a number, until the number is full.

    The return is the number as a fraction: 0.97 for 97 of two places.
    """

    places: int = pg.param(3, low=1, high=6)
    num_players = 1
    value_range = (0.0, 1.0)

    def initial_state(self) -> "DigitsState":
        return DigitsState(self)


class DigitsState(pg.State):
    def __init__(self, game: Digits) -> None:
        super().__init__(game)
        self.number: list[int | None] = [None] * game.places
        self.digit, self.player = 0, pg.CHANCE

    def chance(self) -> list[tuple[int, float]]:
        return [(digit, 0.1) for digit in range(10)] if self.player == pg.CHANCE else []

    def actions(self) -> list[int]:
        free = [place for place, digit in enumerate(self.number) if digit is None]
        return free if self.player == 0 else []

    def apply(self, action: int) -> None:
        if self.player == pg.CHANCE:
            self.digit, self.player = action, 0
            return
        self.number[action] = self.digit
        self.player = pg.CHANCE if None in self.number else pg.TERMINAL

    def returns(self) -> list[float]:
        return [sum((digit or 0) / 10 ** (place + 1) for place, digit in enumerate(self.number))]

    def action_name(self, action: int) -> str:  # a digit, or the place a, b, c, …
        return str(action) if self.player == pg.CHANCE else "abcdef"[action]

    def __str__(self) -> str:
        shown = "".join("_" if digit is None else str(digit) for digit in self.number)
        return f"0.{shown}" + (f", place the {self.digit}" if self.player == 0 else "")


if __name__ == "__main__":
    game = Digits(places=2)
    pg.check_game(game).require_ok()
    players = {"searcher": "mcts(simulations=100)", "guesser": "random", "leftmost": "first"}
    print(pg.tournament(players, game, games=600, seed=1, workers=1))
    graph = pg.exact.state_graph(game)
    best = pg.exact.best_response(game, "random", seat=0)
    print(f"\nbest play: {float(best.value):.4f}, in a game of {len(graph.nodes):,} states")
