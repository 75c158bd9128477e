"""Boards for the page: as `view` draws them, without styles of their own, which the page's security policy forbids."""

from plyground.errors import PlygroundError
from plyground.games import Game, State
from plyground.view import board, svg
from plyground.view.drawing import seat_colour
from plyground.view.overlay import Overlay

_STYLED = ' style="max-width:100%;height:auto"'


def picture(state: State, overlay: Overlay | None = None, last: State | None = None) -> str:
    """The position as SVG; `last` is a position before it: what changed since is marked."""
    return svg.unstyled(board(state, overlay=overlay, last=last)).replace(_STYLED, "", 1)


def board_css() -> str:
    """The style of all boards."""
    return f"{svg.STYLE}\nsvg.ply{{max-width:100%;height:auto}}\n"


def colours(game: Game) -> list[str]:
    """The name of the colour of every seat."""
    return [seat_colour(game, seat) for seat in range(game.num_players)]


def position_at(game: Game, moves: list[int], ply: int) -> State:
    """The position after so many of the moves."""
    if not 0 <= ply <= len(moves):
        raise PlygroundError(f"there are plies 0 to {len(moves)}, not {ply}")
    state = game.initial_state()
    for action in moves[:ply]:
        state.apply(action)
    return state
