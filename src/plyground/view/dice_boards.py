"""Dice, and Pig's scores."""

from plyground.games.base import TERMINAL
from plyground.games.pig import PigState
from plyground.view import svg
from plyground.view.drawing import Drawing, Last, draw, draw_chips
from plyground.view.text_width import text_width

# The pips of a die, in thirds of its side from its middle.
_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def die(x: float, y: float, side: float, face: int) -> list[str]:
    """A die with its upper left corner at (x, y); face 0 has not been rolled yet."""
    body = [svg.rect(x, y, side, side, "f-card s-ink", ' stroke-width="1.5"', side * 0.2)]
    middle_x, middle_y = x + side / 2, y + side / 2
    if face == 0:
        return [*body, svg.text(middle_x, middle_y, "?", side * 0.55, colour="soft", bold=True)]
    pips = [
        svg.circle(middle_x + dx * side * 0.27, middle_y + dy * side * 0.27, side * 0.09, "f-ink")
        for dx, dy in _PIPS[face]
    ]
    return body + pips


@draw.register
def draw_pig(state: PigState, last: Last = None) -> Drawing:
    """A bar of points per seat; the points of this turn, which a 1 loses, are hatched."""
    label, bar = 74.0, 300.0
    body: list[str] = []
    for seat, score in enumerate(state.scores):
        y, colour = seat * 42.0, f"seat{seat % 4}"
        mine = seat == state.turn and state.player != TERMINAL
        body.append(svg.text(0, y + 13, state.game.seat_name(seat), 13, "start", bold=mine))
        body.append(svg.rect(label, y, bar, 26, "f-even", radius=6))
        safe = bar * min(1.0, score / state.target)
        if safe:
            body.append(svg.rect(label, y, safe, 26, f"f-{colour}", radius=6))
        pot = min(bar - safe, bar * state.pot / state.target) if mine else 0.0
        if pot:
            body.append(svg.rect(label + safe, y, pot, 26, f"f-{colour}", ' fill-opacity=".35"', 6))
            body += [
                svg.line(label + safe + x, y + 22, label + safe + x + 6, y + 4, f"s-{colour}", 1.5)
                for x in range(3, max(4, int(pot) - 7), 8)
            ]
        points = f"{score} + {state.pot}" if mine and state.pot else str(score)
        body.append(svg.text(label + bar + 8, y + 13, f"{points} of {state.target}", 13, "start"))
    bottom = len(state.scores) * 42.0 + 4
    width = label + bar + 8 + text_width(f"{state.target} + {state.target} of {state.target}", 13)
    chips = draw_chips(state, state.moves(), bottom, width)
    return Drawing(width, chips.height if state.moves() else bottom, body + chips.body, chips.spots, chips.front)
