"""A game with dice lists the outcomes of a throw with their probabilities; it never throws the dice itself.

You learn how to write chance, that a search works with dice as in any game, and how to check its choice against exact
values. The search's own values are averages over all that it tried, bad replies too: far from the exact values, but in
the right order.

    python examples/my_dice_game.py
    plyground play examples/my_dice_game.py human mcts
"""

from dataclasses import dataclass

import plyground as pg

STOP, THROW = 0, 1


@pg.register_game("eleven")
@dataclass(frozen=True)
class Eleven(pg.Game):
    """Each player throws a die as often as wanted; the higher sum wins, and a sum above the limit counts 0."""

    limit: int = pg.param(11, low=6, high=30)
    num_players = 2

    def initial_state(self) -> "ElevenState":
        return ElevenState(self)


class ElevenState(pg.State):
    def __init__(self, game: Eleven) -> None:
        super().__init__(game)
        self.sums, self.turn, self.player = [0, 0], 0, 0

    def actions(self) -> list[int]:
        return [STOP, THROW] if self.player >= 0 else []

    def chance(self) -> list[tuple[int, float]]:
        return [(face, 1 / 6) for face in range(1, 7)] if self.player == pg.CHANCE else []

    def apply(self, action: int) -> None:
        if self.player != pg.CHANCE and action == THROW:
            self.player = pg.CHANCE
        elif self.player == pg.CHANCE and self.sums[self.turn] + action <= self.game.limit:
            self.sums[self.turn] += action
            self.player = self.turn
        else:  # the player stops, or has thrown too much
            if self.player == pg.CHANCE:
                self.sums[self.turn] = 0
            self.turn += 1
            self.player = self.turn if self.turn < 2 else pg.TERMINAL

    def returns(self) -> list[float]:
        first, second = self.sums
        value = float((first > second) - (first < second))
        return [value, -value]

    def action_name(self, action: int) -> str:
        return str(action) if self.player == pg.CHANCE else ("stop", "throw")[action]


def second_player(state):
    """The second player's best play is simple: throw until ahead; when level, weigh a higher sum against losing all."""
    first, second = state.sums
    higher = state.game.limit - second  # faces that improve the sum
    throw = second < first or (second == first and min(higher, 6) > 3)
    return {THROW if throw else STOP: 1}


if __name__ == "__main__":
    game = Eleven()
    pg.check_game(game).require_ok()
    exact = pg.exact.best_response(game, second_player, seat=0)
    print("first player with a sum of   searched: stop   throw     exactly: stop   throw")
    for total in range(7, 11):
        state = game.initial_state()
        state.sums[0] = total
        result = pg.Search(game, seed=1).run(state, 4000)
        searched = {move.action: move.value for move in result.moves}
        known = {action: float(value) for action, value in exact.action_values(state).items()}
        print(
            f"{total:27}   {searched[STOP]:+14.3f} {searched[THROW]:+7.3f}   {known[STOP]:+15.3f} {known[THROW]:+7.3f}"
        )
