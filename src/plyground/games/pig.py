"""Pig: roll as often as you dare, a 1 loses the turn's points. Twin: `src/native/games/pig.hpp`.

Neller and Presser: Optimal play of the dice game Pig (The UMAP Journal, 2004) solve it by value iteration.
"""

from dataclasses import dataclass

from plyground.errors import PlygroundError
from plyground.games.base import CHANCE, TERMINAL, Game, State, register
from plyground.games.planes import Planes, ones
from plyground.text_form import param

HOLD, ROLL = 0, 1
DIE = [(face, 1 / 6) for face in range(1, 7)]


@register("pig")
@dataclass(frozen=True)
class Pig(Game):
    """Players roll a die as often as they dare; a 1 loses the points of the turn, and the first at the target wins.

    A move is roll or hold. A turn is one roll or more; holding after a roll keeps the points. Points that reach the
    target win at once, and no player may hold before the first roll: so every game ends, and the game has the same
    value as under the usual rules.

    Args:
        players: Number of players.
        target: Points that win.
    """

    players: int = param(2, low=2, high=8)
    target: int = param(100, low=1, high=1000)

    @property
    def num_players(self) -> int:
        return self.players

    def initial_state(self) -> "PigState":
        return PigState(self)

    @property
    def num_actions(self) -> int:
        return 2

    @property
    def planes(self) -> Planes:
        """Each number in unary: as many ones."""
        others = (f"points of the seat {n} after it" for n in range(1, self.players))
        return Planes(("points of the turn", "points of the mover", *others), 1, self.target)

    @property
    def twin(self) -> tuple[str, tuple[int, ...]]:
        return "pig", (self.players, self.target)

    def state_from_key(self, key: bytes) -> "PigState":
        if len(key) != 4 + 2 * self.players:
            raise PlygroundError(f"{self}: a position has {4 + 2 * self.players} bytes, not {len(key)}")
        state = PigState(self)
        numbers = [int.from_bytes(key[start : start + 2], "big") for start in range(2, len(key), 2)]
        state.turn, rolling, state.pot, state.scores = key[0], key[1], numbers[0], numbers[1:]
        if state.turn >= self.players or rolling > 1 or 1 in numbers:
            raise PlygroundError(f"{self}: no game has these bytes: {key.hex(' ')}")
        others = [score for seat, score in enumerate(state.scores) if seat != state.turn]
        mine = state.scores[state.turn]
        won = mine >= self.target
        most = self.target + 5 if won and state.pot == 0 and rolling == 0 else self.target - 1
        if max(others) >= self.target or mine + state.pot > most:
            raise PlygroundError(f"{self}: the game was over before these scores: {state.scores}")
        state.player = TERMINAL if won else CHANCE if rolling else state.turn
        return state


class PigState(State):
    """Actions are hold (0) and roll (1); the outcomes of the die are its faces."""

    def __init__(self, game: Pig) -> None:
        super().__init__(game)
        self.target = game.target
        self.scores = [0] * game.players
        self.turn = 0
        self.pot = 0  # the points of this turn, not yet safe
        self.player = 0

    def actions(self) -> list[int]:
        if self.player < 0:
            return []
        return [HOLD, ROLL] if self.pot > 0 else [ROLL]

    def chance(self) -> list[tuple[int, float]]:
        return DIE if self.player == CHANCE else []

    def apply(self, action: int) -> None:
        self.require_legal(action)
        if self.player != CHANCE:
            if action == ROLL:
                self.player = CHANCE
            else:
                self._end_turn(self.pot)
        elif action == 1:
            self._end_turn(0)
        else:
            self.pot += action
            if self.scores[self.turn] + self.pot >= self.target:
                self.scores[self.turn] += self.pot
                self.pot = 0
                self.player = TERMINAL
            else:
                self.player = self.turn

    def _end_turn(self, points: int) -> None:
        self.scores[self.turn] += points
        self.pot = 0
        self.turn = self.player = (self.turn + 1) % len(self.scores)

    def returns(self) -> list[float]:
        if self.player != TERMINAL:
            return [0.0] * len(self.scores)
        return [1.0 if score >= self.target else -1.0 for score in self.scores]

    def plane_bits(self) -> list[int]:
        return [ones(points) for points in (self.pot, *self.scores[self.turn :], *self.scores[: self.turn])]

    def key(self) -> bytes:
        numbers = b"".join(number.to_bytes(2, "big") for number in [self.pot, *self.scores])
        return bytes([self.turn, self.player == CHANCE]) + numbers

    def action_name(self, action: int) -> str:
        if self.player == CHANCE:
            return str(action)
        return {ROLL: "roll", HOLD: "hold"}[action]

    def __str__(self) -> str:
        lines = []
        for seat, score in enumerate(self.scores):
            now = f" + {self.pot}" if seat == self.turn and self.player != TERMINAL else ""
            rolling = ", the die is rolling" if now and self.player == CHANCE else ""
            lines.append(f"player {seat + 1}: {score}{now} of {self.target}{rolling}")
        return "\n".join(lines)
