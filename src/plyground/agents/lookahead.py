"""Lookahead through every move and every roll of the dice, for the exhaustive agents.

Each seat maximises its own value (max^n, Sturtevant 2008), which for two players is minimax. Outcomes of chance are
weighted by their probabilities. Depth counts decisions only, so that the heuristic judges positions where a seat
decides, never a roll of the dice. Values are returns of the game: a win now and a win later are worth the same.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field

from plyground.errors import PlygroundError
from plyground.games.base import CHANCE, TERMINAL, Game, State
from plyground.games.native import NativeState, native_game, native_state
from plyground.games.playouts import has_chance

# This many positions take a few hundred megabytes and some seconds.
MOST_POSITIONS = 1_000_000


def require_two_players(name: str, game: Game) -> None:
    """Raise, with the agent's name, unless the game is a zero-sum game for two players."""
    if game.num_players != 2:
        raise PlygroundError(f"{name} is for two players, {game} has {game.num_players}: use expectimax")
    if not game.zero_sum:
        raise PlygroundError(f"{name} is for zero-sum games, which {game} is not: use expectimax")


def require_duel(name: str, game: Game) -> None:
    """Raise as `require_two_players` does, and also if a random game meets chance."""
    require_two_players(name, game)
    if has_chance(game):
        raise dice_refused(name, game)


def dice_refused(name: str, game: Game) -> PlygroundError:
    return PlygroundError(f"{name} is for games without chance, {game} has dice: use expectimax")


def swift(state: State) -> State:
    """The state's C++ twin if there is one, else the state itself."""
    if isinstance(state, NativeState) or native_game(state.game) is None:
        return state
    return native_state(state)


@dataclass
class Lookahead:
    """Values of positions, each computed once and kept as long as this object lives."""

    depth: int | None = None  # in decisions; None: to the end of the game
    paranoid: int | None = None  # all other seats minimise the value of this seat
    dice: bool = True  # False: refuse a game where chance moves
    _known: dict[tuple[Hashable, int | None], list[float]] = field(default_factory=dict)

    def options(self, state: State) -> list[tuple[int, list[float]]]:
        """The values of every legal action, one per seat."""
        state = swift(state)
        left = None if self.depth is None else self.depth - 1
        try:
            return [(action, self._values(_after(state, action), left)) for action in state.actions()]
        except RecursionError:
            raise PlygroundError(f"{state.game} is too long to look so far ahead: set a smaller depth") from None

    def best(self, state: State) -> list[tuple[int, list[float]]]:
        """The options with the highest value to the mover."""
        options = self.options(state)
        most = max(self._want(state.player, values) for _, values in options)
        return [option for option in options if self._want(state.player, option[1]) == most]

    def _values(self, state: State, depth: int | None) -> list[float]:
        if state.player == TERMINAL:
            return state.returns()
        if state.player == CHANCE and not self.dice:
            raise dice_refused("minimax", state.game)
        if state.player != CHANCE:
            settled = state.settled()
            if settled is not None:
                return settled
            if depth == 0:
                return state.heuristic()
        key = (state.key(), depth)
        if key not in self._known:
            if len(self._known) >= MOST_POSITIONS:
                raise PlygroundError(
                    f"{state.game} has more than {MOST_POSITIONS:,} positions to look at: set a smaller depth"
                )
            self._known[key] = self._mean(state, depth) if state.player == CHANCE else self._choice(state, depth)
        return self._known[key]

    def _mean(self, state: State, depth: int | None) -> list[float]:
        means = [0.0] * state.game.num_players
        for outcome, probability in state.chance():
            for seat, value in enumerate(self._values(_after(state, outcome), depth)):
                means[seat] += probability * value
        return means

    def _choice(self, state: State, depth: int | None) -> list[float]:
        left = None if depth is None else depth - 1
        children = (self._values(_after(state, action), left) for action in state.actions())
        return max(children, key=lambda values: self._want(state.player, values))

    def _want(self, player: int, values: list[float]) -> float:
        if self.paranoid is None or player == self.paranoid:
            return values[player]
        return -values[self.paranoid]


def _after(state: State, action: int) -> State:
    child = state.clone()
    child.apply(action)
    return child
