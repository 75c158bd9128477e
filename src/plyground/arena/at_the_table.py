"""Helpers for games with people, at a terminal or on the page: dice, agents' seeds, undo, the result in words."""

from collections.abc import Callable, Collection, Sequence

from plyground.errors import PlygroundError
from plyground.games import Game, State
from plyground.rng import Rng


def roll(state: State, seed: int, ply: int) -> int:
    """Roll the dice. Each ply has its own random stream, so undoing a move does not change the dice."""
    dice_seed = Rng(seed, state.game.num_players).next()
    return Rng(dice_seed, ply).outcome(state.chance())


def agent_seed(seed: int, seat: int) -> int:
    """The seed of the agent in this seat."""
    return Rng(seed, seat).next()


def earlier_decision(game: Game, moves: Sequence[int], seats: Collection[int]) -> int:
    """The ply of the latest decision of these seats, to which undo goes back."""
    plies = [ply for ply, (player, _) in enumerate(game.name_moves(moves)) if player in seats]
    if not plies:
        raise PlygroundError("there is no earlier decision of yours to go back to")
    return plies[-1]


def result_words(returns: Sequence[float], name: Callable[[int], str]) -> str:
    """How a game ended, in one or two sentences."""
    best = max(returns)
    if len(returns) == 1:
        return f"The game is over: {best:zg}."
    if min(returns) == best:
        return "A draw."
    winners = [name(seat) for seat, value in enumerate(returns) if value == best]
    plain = set(returns) <= {-1.0, 0.0, 1.0}
    scores = "" if plain else f" Returns: {', '.join(f'{value:zg}' for value in returns)}."
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}.{scores}"
