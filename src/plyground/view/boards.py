"""`board`: a position as a picture."""

from collections.abc import Mapping
from html import escape

import plyground.view.dice_boards
import plyground.view.heap_boards
import plyground.view.line_boards
import plyground.view.ludo_board  # noqa: F401  # each registers how its games are drawn
from plyground.errors import PlygroundError
from plyground.games.base import CHANCE, TERMINAL, Start, State, position_of
from plyground.games.native import NativeState
from plyground.search.result import Result
from plyground.view import svg
from plyground.view.drawing import MARGIN, Drawing, Last, draw, seat_colour
from plyground.view.overlay import Overlay, colour_bar, make_overlay, marks
from plyground.view.text_width import text_width

HEAD = 30.0  # the line above the board


def board(
    state: Start, overlay: Overlay | Result | Mapping[int, float] | None = None, last: int | State | None = None
) -> str:
    """The position, or the first one of a game, as SVG: clickable elements have `data-action`.

    `overlay` shows a number per move: the values of a search's result, `view.visits(result)`, or a solver's score for
    each action. `last` marks the last move: its action, or the state before it, which a game with dice needs.
    """
    state, drawing = draw_state(position_of(state), last)
    shown = make_overlay(overlay)
    body, bar, height = list(drawing.body), list[str](), drawing.height
    if shown is not None:
        body += marks(shown, drawing)
        bar, room = colour_bar(shown, drawing.height + 10, max(drawing.width, 200.0))
        height += 10 + room
    hits = [_hit(state, action, drawing, shown) for action in state.actions()]
    caption, colour = status(state)
    width = max(drawing.width, 200.0, text_width(caption, 14, bold=True) + 24)
    left = (width - drawing.width) / 2 + MARGIN
    parts = [
        svg.circle(MARGIN + 6, MARGIN + 8, 6, f"f-{colour}"),
        svg.text(MARGIN + 20, MARGIN + 8, caption, 14, "start", bold=True),
        f'<g transform="translate({svg.number(left)} {svg.number(HEAD + MARGIN)})">',
        *body,
        *drawing.front,
        *hits,
        "</g>",
        f'<g transform="translate({svg.number(MARGIN)} {svg.number(HEAD + MARGIN)})">',
        *bar,
        "</g>",
    ]
    title = f"{state.game}: {caption}"
    return svg.picture(width + 2 * MARGIN, height + HEAD + 2 * MARGIN, title, str(state), parts)


def draw_state(state: State, last: Last = None) -> tuple[State, Drawing]:
    """The position in Python, since one in C++ cannot be drawn, and its drawing."""
    if isinstance(last, bool) or not (last is None or isinstance(last, (int, State))):
        raise PlygroundError(f"last is the action that led here or the state before it, not {last!r}")
    if isinstance(last, State) and last.game != state.game:
        raise PlygroundError(f"last is a state of {last.game}, the board one of {state.game}")
    state = state.specification() if isinstance(state, NativeState) else state
    drawing = draw(state, last.specification() if isinstance(last, NativeState) else last)
    missing = [action for action in state.actions() if action not in drawing.spots]
    if missing:
        raise PlygroundError(f"{state.game}: its drawing has no spot for {state.action_name(missing[0])}")
    return state, drawing


def status(state: State) -> tuple[str, str]:
    """The mover or the winner in words, and the colour of that seat."""
    name = state.game.seat_name
    if state.player == CHANCE:
        return "chance moves", "soft"
    if state.player != TERMINAL:
        return f"{name(state.player)} to move", seat_colour(state.game, state.player)
    values = state.returns()
    if len(values) == 1:
        return f"over: {svg.signed(values[0])}", "soft"
    best = [seat for seat, value in enumerate(values) if value == max(values)]
    if len(best) == len(values):
        return "draw", "soft"
    return f"{' and '.join(map(name, best))} won", seat_colour(state.game, best[0])


def _hit(state: State, action: int, drawing: Drawing, overlay: Overlay | None) -> str:
    x, y, width, height = drawing.spots[action].area
    words = state.action_name(action)
    if overlay is not None and action in overlay.numbers:
        note = overlay.notes.get(action)
        words += f": {overlay.labels.get(action, '')}" + (f", {note} visits" if note else "")
    return (
        f'<rect x="{svg.number(x)}" y="{svg.number(y)}" width="{svg.number(width)}" height="{svg.number(height)}" '
        f'rx="6" class="hit" data-action="{action}"><title>{escape(words)}</title></rect>'
    )
