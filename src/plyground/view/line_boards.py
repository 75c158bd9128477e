"""Boards of m,n,k games and of Connect Four."""

from plyground.games.connect_four import ConnectFourState
from plyground.games.lines import EMPTY, LineState, grid_lines
from plyground.games.mnk import Mnk, MnkState
from plyground.view import svg
from plyground.view.drawing import Drawing, Last, Spot, draw

LARGEST = 560.0  # no board is drawn wider
ON_CROSSINGS = 9  # m,n,k boards from this size on have stones on the crossings of lines, as Gomoku has


@draw.register
def draw_mnk(state: MnkState, last: Last = None) -> Drawing:
    """Crosses and rings in cells, or, on a large m,n,k board, stones on crossings."""
    rows, cols = state.rows, state.cols
    cell = _cell_size(rows, cols)
    left = top = 22.0
    stones = isinstance(state.game, Mnk) and max(rows, cols) >= ON_CROSSINGS
    body = [svg.rect(left, top, cols * cell, rows * cell, "f-card", radius=6)]
    body += _crossings(rows, cols, cell, left, top) if stones else _grid(rows, cols, cell, left, top)
    size = min(13.0, cell * 0.42)
    for column in range(cols):
        body.append(svg.text(left + (column + 0.5) * cell, 10, chr(ord("a") + column), size, colour="soft"))
    for row in range(rows):
        body.append(svg.text(left - 6, top + (row + 0.5) * cell, str(row + 1), size, "end", "soft"))

    def centre(at: int) -> tuple[float, float]:
        row, column = divmod(at, cols)
        return left + (column + 0.5) * cell, top + (row + 0.5) * cell

    marked = _new_cells(state, last)
    for at, seat in enumerate(state.cells):
        x, y = centre(at)
        if at in marked and not stones:
            edge = cell - 6
            body.append(svg.rect(x - edge / 2, y - edge / 2, edge, edge, "f-accent", ' fill-opacity=".14"', 6))
        if seat == EMPTY:
            continue
        if stones:
            body += _stone(x, y, cell * 0.42, seat, at in marked)
        else:
            thick = cell * 0.1
            mark = svg.cross(x, y, cell * 0.24, "seat0", thick) if seat == 0 else ""
            body.append(mark or svg.ring(x, y, cell * 0.26, "seat1", thick))
    spots = {}
    for action in state.actions():
        x, y = centre(action)
        spots[action] = Spot(x, y, cell, cell)
    front = _winning_lines(state, {at: centre(at) for at in range(rows * cols)}, cell)
    return Drawing(left + cols * cell, top + rows * cell, body, spots, front)


@draw.register
def draw_connect_four(state: ConnectFourState, last: Last = None) -> Drawing:
    """A board with holes, its lowest row at the bottom; a click on a column drops a stone."""
    rows, cols = state.rows, state.cols
    cell = _cell_size(rows, cols)
    height = rows * cell

    def centre(at: int) -> tuple[float, float]:
        row, column = divmod(at, cols)
        return (column + 0.5) * cell, height - (row + 0.5) * cell

    body = [svg.rect(0, 0, cols * cell, height, "f-frame", radius=cell * 0.18)]
    marked = _new_cells(state, last)
    for at, seat in enumerate(state.cells):
        x, y = centre(at)
        body.append(svg.circle(x, y, cell * 0.39, "f-hole"))
        if seat != EMPTY:
            body += _stone(x, y, cell * 0.36, seat, at in marked)
    size = min(13.0, cell * 0.42)
    for column in range(cols):
        body.append(svg.text((column + 0.5) * cell, height + 13, str(column + 1), size, colour="soft"))
    spots = {}
    for column in state.actions():
        x, y = centre(state.heights[column] * cols + column)
        spots[column] = Spot(x, y, cell * 0.8, cell * 0.8, hit=(column * cell, 0, cell, height))
    front = _winning_lines(state, {at: centre(at) for at in range(rows * cols)}, cell)
    return Drawing(cols * cell, height + 22, body, spots, front)


def _cell_size(rows: int, cols: int) -> float:
    largest = max(rows, cols)
    return min(84.0 if largest <= 4 else 64.0, LARGEST / largest)


def _new_cells(state: LineState, last: Last) -> set[int]:
    """The cells of the last move; of all moves since an earlier state."""
    if last is None:
        return set()
    if isinstance(last, LineState):
        return {at for at, seat in enumerate(state.cells) if seat != last.cells[at]}
    assert isinstance(last, int)
    if isinstance(state, ConnectFourState):
        return {(state.heights[last] - 1) * state.cols + last}
    return {last}


def _grid(rows: int, cols: int, cell: float, left: float, top: float) -> list[str]:
    across = [
        svg.line(left + 4, top + i * cell, left + cols * cell - 4, top + i * cell, "s-line", 2) for i in range(1, rows)
    ]
    down = [
        svg.line(left + i * cell, top + 4, left + i * cell, top + rows * cell - 4, "s-line", 2) for i in range(1, cols)
    ]
    return across + down


def _crossings(rows: int, cols: int, cell: float, left: float, top: float) -> list[str]:
    right, bottom = left + (cols - 0.5) * cell, top + (rows - 0.5) * cell
    across = [
        svg.line(left + cell / 2, top + (i + 0.5) * cell, right, top + (i + 0.5) * cell, "s-line") for i in range(rows)
    ]
    down = [
        svg.line(left + (i + 0.5) * cell, top + cell / 2, left + (i + 0.5) * cell, bottom, "s-line")
        for i in range(cols)
    ]
    return across + down


def _stone(x: float, y: float, radius: float, seat: int, marked: bool) -> list[str]:
    """A disc with the seat's sign on it, so that seats differ without colour too; a rim around a new one."""
    sign = svg.cross(x, y, radius * 0.3, "on_seat", max(1.2, radius * 0.13))
    if seat == 1:
        sign = svg.ring(x, y, radius * 0.36, "on_seat", max(1.2, radius * 0.13))
    rim = svg.ring(x, y, radius - 1.2, "on_seat", max(1.6, radius * 0.12)) if marked else ""
    return [svg.circle(x, y, radius, f"f-seat{seat}"), sign, rim]


def _winning_lines(state: LineState, centres: dict[int, tuple[float, float]], cell: float) -> list[str]:
    if state.winner is None:
        return []
    found = []
    for cells in grid_lines(state.rows, state.cols, state.k)[0]:
        if all(state.cells[at] == state.winner for at in cells):
            (x1, y1), (x2, y2) = centres[cells[0]], centres[cells[-1]]
            found.append(svg.line(x1, y1, x2, y2, "s-paper win-halo", cell * 0.2, ' stroke-opacity=".85"'))
            found.append(svg.line(x1, y1, x2, y2, "s-ink win", cell * 0.08))
    return found
