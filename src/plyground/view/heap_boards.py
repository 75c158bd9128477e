"""Nim's heaps."""

from plyground.games.nim import NimState
from plyground.view import svg
from plyground.view.drawing import Drawing, Last, Spot, draw

A_ROW = 20  # objects side by side; a larger heap goes on below


@draw.register
def draw_nim(state: NimState, last: Last = None) -> Drawing:
    """Heaps side by side in rows; a click on an object takes it and all after it."""
    longest = min(max(state.largest, 1), A_ROW)
    pitch = 46.0 if longest <= 10 else 30.0
    drop = pitch + (8 if pitch > 40 else 4)
    left, y = 30.0, 0.0
    body: list[str] = []
    front: list[str] = []  # the rims of objects, around the numbers on them
    spots: dict[int, Spot] = {}
    before = _heaps_before(state, last)
    for heap, objects in enumerate(state.heaps):
        lines = max(1, -(-before[heap] // A_ROW))
        body.append(svg.rect(left - 4, y, longest * pitch + 8, lines * drop, "f-card", radius=8))
        body.append(svg.text(left - 14, y + drop / 2, chr(ord("a") + heap), 14, bold=True))
        body.append(svg.text(left + longest * pitch + 22, y + drop / 2, str(objects), 14, colour="soft"))
        for i in range(before[heap]):
            row, column = divmod(i, A_ROW)
            x, middle = left + (column + 0.5) * pitch, y + (row + 0.5) * drop
            if i >= objects:  # taken by the last move
                body.append(svg.ring(x, middle, pitch * 0.3, "line", 1.5, ' stroke-dasharray="3 3"'))
                continue
            body.append(svg.circle(x, middle, pitch * 0.34, "f-soft"))
            front.append(svg.ring(x, middle, pitch * 0.44, "soft", 1.2))
            action = heap * state.largest + objects - i - 1
            spots[action] = Spot(x, middle, pitch * 0.92, pitch * 0.92)
        y += lines * drop + 8
    return Drawing(left + longest * pitch + 40, y, body, spots, front)


def _heaps_before(state: NimState, last: Last) -> list[int]:
    if isinstance(last, NimState):
        return list(last.heaps)
    heaps = list(state.heaps)
    if isinstance(last, int):
        heap, take = divmod(last, state.largest)
        heaps[heap] += take + 1
    return heaps
