"""Drawings of boards for the page, which adds the places to click and the results of a search."""

from plyground.errors import PlygroundError
from plyground.games import Game, State
from plyground.serve.shapes import BoardShown, SpotShown
from plyground.view.boards import draw_state
from plyground.view.drawing import seat_colour


def picture(state: State, last: State | None = None) -> BoardShown:
    """Draw a position. If `last` is an earlier position, mark what has changed since."""
    state, drawing = draw_state(state, last)
    spots = [
        SpotShown(action, state.action_name(action), spot.x, spot.y, spot.width, spot.height, spot.area, spot.below)
        for action in state.moves()
        if (spot := drawing.spots.get(action)) is not None
    ]
    return BoardShown(drawing.width, drawing.height, "".join([*drawing.body, *drawing.front]), spots)


def colours(game: Game) -> list[str]:
    """The name of the colour of every seat."""
    return [seat_colour(game, seat) for seat in range(game.num_players)]


def position_at(game: Game, moves: list[int], ply: int) -> State:
    """The position after the first `ply` moves."""
    if not 0 <= ply <= len(moves):
        raise PlygroundError(f"this game has plies 0 to {len(moves)}, not {ply}")
    state = game.initial_state()
    for action in moves[:ply]:
        state.apply(action)
    return state
