"""The Ludo board: the cross of the common track, four yards, home columns, tokens and the die."""

import math
from collections.abc import Iterator

from plyground.games.base import TERMINAL
from plyground.games.ludo import PASS, LudoState
from plyground.games.ludo_board import SEATS, Cell, arm_length, column_cell, track_cell, turn_cell
from plyground.view import svg
from plyground.view.dice_boards import die
from plyground.view.drawing import Drawing, Last, Spot, draw, draw_chips, on_colour, seat_colour

CELL = 34.0
# The seat and the step of a token.
Place = tuple[int, int]


@draw.register
def draw_ludo(state: LudoState, last: Last = None) -> Drawing:
    """The board; tokens that can move have a rim and a dashed line to their target."""
    board = _Board(state)
    body = [*board.yards(), *board.track(), *board.columns(), *board.centre()]
    if isinstance(last, LudoState):
        body += board.changes(last)
    body += [*board.ways(), *board.tokens()]
    side = board.size * CELL
    strip = _strip(state, side)
    spots = dict(strip.spots)
    for action in state.actions():
        if action != PASS:
            x, y = board.place(state.seat, action - 1)
            chip = spots[action]
            hit = (x - CELL / 2, y - CELL / 2, CELL, CELL)
            spots[action] = Spot(chip.x, chip.y, chip.width, chip.height, hit=hit, below=True)
    return Drawing(strip.width, strip.height, body + strip.body, spots, strip.front)


def _strip(state: LudoState, side: float) -> Drawing:
    """Below the board: the seat to move, the die, and the moves by name."""
    top = side + 12
    if state.player == TERMINAL:
        return Drawing(side, side, [])
    width = max(side, 320.0)
    colour = seat_colour(state.game, state.seat)
    body = [
        svg.circle(16, top + 18, 13, f"f-{colour}"),
        svg.text(16, top + 18, SEATS[state.seat][0], 13, colour=on_colour(colour), bold=True),
        *die(40, top, 36, state.roll),
    ]
    chips = draw_chips(state, state.moves(), top + 4, width - 96)
    spots = {
        action: Spot(spot.x + 92, spot.y, spot.width, spot.height, below=True) for action, spot in chips.spots.items()
    }
    height = max(chips.height, top + 44)
    return Drawing(width, height, [*body, _moved(chips.body)], spots, [_moved(chips.front)])


def _moved(body: list[str]) -> str:
    return f'<g transform="translate(92 0)">{"".join(body)}</g>'


class _Board:
    """The geometry of the board of one state."""

    def __init__(self, state: LudoState) -> None:
        self.state, self.rules = state, state.rules
        self.arm = arm_length(state.rules)
        self.size = 2 * self.arm + 3
        # With cut corners the centre is three squares wide, else one.
        self.cut_corners = (state.rules.track // 4) % 2 == 1

    def place(self, seat: int, step: int) -> tuple[float, float]:
        """The centre of a token on this step."""
        rules, quarter = self.rules, self.rules.quarters[seat]
        square = rules.square(seat, step)
        if step == 0:
            yard = self.yard_places(quarter)
            return yard[sum(at == 0 for at in self.state.tokens[seat]) - 1]
        if square is not None:
            return _middle(track_cell(rules, square))
        if step <= rules.lap + rules.home:
            return _middle(column_cell(rules, quarter, step - rules.lap - 1))
        if not self.cut_corners:
            return _middle((self.arm + 1, self.arm + 1))
        return _middle(turn_cell(rules, (self.arm + 2, self.arm + 1), quarter))

    def yard_places(self, quarter: int) -> list[tuple[float, float]]:
        """The places of a yard, which is the corner left of the quarter's arm."""
        inner = self.arm
        row, column = turn_cell(self.rules, (self.size - 1, 0), quarter)
        x0 = 0.0 if column == 0 else (self.size - inner) * CELL
        y0 = 0.0 if row == 0 else (self.size - inner) * CELL
        middle, off = inner * CELL / 2, min(max(inner * CELL * 0.2, CELL * 0.4), CELL * 0.95)
        return [(x0 + middle + dx * off, y0 + middle + dy * off) for dx, dy in ((-1, -1), (1, -1), (-1, 1), (1, 1))][
            : self.rules.tokens
        ]

    def yards(self) -> Iterator[str]:
        edge = self.arm * CELL
        for quarter in range(4):
            seat = self.rules.quarters.index(quarter) if quarter in self.rules.quarters else None
            row, column = turn_cell(self.rules, (self.size - 1, 0), quarter)
            x = 0.0 if column == 0 else (self.size - self.arm) * CELL
            y = 0.0 if row == 0 else (self.size - self.arm) * CELL
            yield svg.rect(x + 2, y + 2, edge - 4, edge - 4, f"f-{self.colour(quarter)}", radius=12)
            inset = edge * 0.16
            yield svg.rect(x + inset, y + inset, edge - 2 * inset, edge - 2 * inset, "f-card", radius=10)
            if seat is not None:
                if edge > 100:
                    name_at = y + edge * 0.085 if row == 0 else y + edge - edge * 0.085
                    yield svg.text(
                        x + edge / 2, name_at, SEATS[seat], 12, colour=on_colour(self.colour(quarter)), bold=True
                    )
                for px, py in self.yard_places(quarter):
                    yield svg.ring(px, py, CELL * 0.36, "line", 1.5)

    def track(self) -> Iterator[str]:
        rules = self.rules
        starts = {quarter * (rules.track // 4): quarter for quarter in rules.quarters}
        for square in range(rules.track):
            row, column = track_cell(rules, square)
            x, y = column * CELL, row * CELL
            yield svg.rect(x + 1, y + 1, CELL - 2, CELL - 2, "f-card s-line", radius=5)
            if square in starts:
                yield svg.rect(
                    x + 1, y + 1, CELL - 2, CELL - 2, f"f-{self.colour(starts[square])}", ' fill-opacity=".7"', 5
                )
            if square in rules.safe_squares:
                yield _star(x + CELL / 2, y + CELL / 2, CELL * 0.3)

    def columns(self) -> Iterator[str]:
        for quarter in range(4):
            for i in range(self.rules.home):
                row, column = column_cell(self.rules, quarter, i)
                x, y, edge = column * CELL + 1, row * CELL + 1, CELL - 2
                yield svg.rect(x, y, edge, edge, "f-card s-line", radius=5)
                if quarter in self.rules.quarters:
                    yield svg.rect(x, y, edge, edge, f"f-{self.colour(quarter)}", ' fill-opacity=".4"', 5)

    def centre(self) -> Iterator[str]:
        """The home squares, four triangles; none with slots, where the home columns are the goal."""
        if self.rules.slots:
            return
        middle, half = (self.arm + 1.5) * CELL, (1.5 if self.cut_corners else 0.5) * CELL
        low, high = middle - half, middle + half
        corners = ((low, high, high, high), (low, low, low, high), (low, low, high, low), (high, low, high, high))
        for quarter, (x1, y1, x2, y2) in enumerate(corners):
            yield (
                f'<path d="M{svg.number(middle)} {svg.number(middle)}L{svg.number(x1)} {svg.number(y1)}'
                f'L{svg.number(x2)} {svg.number(y2)}Z" class="f-{self.colour(quarter)} s-paper" stroke-width="2" '
                f'fill-opacity=".8"/>'
            )

    def colour(self, quarter: int) -> str:
        quarters = self.rules.quarters
        return seat_colour(self.state.game, quarters.index(quarter)) if quarter in quarters else "even"

    def changes(self, before: LudoState) -> Iterator[str]:
        """A rim around every place that a token entered or left since the state `before`."""
        for seat, (then, now) in enumerate(zip(before.tokens, self.state.tokens, strict=True)):
            for step in sorted(set(then) ^ set(now)):
                if step:
                    x, y = self.place(seat, step)
                    dash = "" if step in now else ' stroke-dasharray="4 3"'
                    yield svg.ring(x, y, CELL * 0.47, "accent", 2.5, dash)

    def ways(self) -> Iterator[str]:
        for action in self.state.actions():
            target = None if action == PASS else self.state.target(action - 1)
            if target is None:
                continue
            first = action - 1
            steps = [first, target] if first == 0 else range(first, target + 1)
            points = "L".join(" ".join(map(svg.number, self.place(self.state.seat, step))) for step in steps)
            yield (
                f'<path d="M{points}" class="s-accent" fill="none" stroke-width="2" stroke-dasharray="2 5" '
                f'stroke-linecap="round"/>'
            )
            x, y = self.place(self.state.seat, target)
            yield svg.circle(x, y, 4, "f-accent")

    def tokens(self) -> Iterator[str]:
        groups: dict[tuple[float, float], list[Place]] = {}
        movable = {action - 1 for action in self.state.actions() if action != PASS}
        for seat, steps in enumerate(self.state.tokens):
            in_yard = iter(self.yard_places(self.rules.quarters[seat]))
            for step in steps:
                place = next(in_yard) if step == 0 else self.place(seat, step)
                groups.setdefault(place, []).append((seat, step))
        for (x, y), standing in groups.items():
            kinds = list(dict.fromkeys(standing))
            for i, (seat, step) in enumerate(kinds):
                dx = (i - (len(kinds) - 1) / 2) * CELL * 0.34
                yield from self.token(x + dx, y, seat, standing.count((seat, step)))
            if any(seat == self.state.seat and step in movable for seat, step in kinds):
                yield svg.ring(x, y, CELL * 0.46, "accent", 2)

    def token(self, x: float, y: float, seat: int, count: int) -> Iterator[str]:
        colour = seat_colour(self.state.game, seat)
        yield svg.circle(x, y, CELL * 0.34, f"f-{colour} s-card", ' stroke-width="2"')
        label = SEATS[seat][0] if count == 1 else f"{SEATS[seat][0]}{count}"
        yield svg.text(x, y, label, 11.5, colour=on_colour(colour), bold=True)


def _middle(cell: Cell) -> tuple[float, float]:
    return (cell[1] + 0.5) * CELL, (cell[0] + 0.5) * CELL


def _star(x: float, y: float, radius: float) -> str:
    points = []
    for i in range(10):
        r = radius if i % 2 == 0 else radius * 0.45
        angle = math.pi * (i / 5 - 0.5)
        points.append(f"{svg.number(x + r * math.cos(angle))} {svg.number(y + r * math.sin(angle))}")
    return f'<path d="M{"L".join(points)}Z" class="s-soft safe" fill="none" stroke-width="1.3"/>'
