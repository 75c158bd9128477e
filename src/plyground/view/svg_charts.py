"""Small charts as SVG text: lines, bars, heat maps. No library, no network: they open anywhere."""

import math
from collections.abc import Mapping, Sequence
from html import escape

COLOURS = ("#2b6cb0", "#c05621", "#2f855a", "#805ad5", "#b83280", "#4a5568", "#b7791f", "#319795")
WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 58, 12, 34, 62
# Dark blue over green to yellow, familiar from other plots.
SCALE = ((68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37))

Points = Sequence[tuple[float, float]]


def lines(
    title: str,
    series: Mapping[str, Points],
    *,
    x_label: str = "",
    y_label: str = "",
    y_range: tuple[float, float] | None = None,
    log_x: bool = False,
    level: float | None = None,
) -> str:
    """One line per series; `level` is a dashed line across, for the expected value."""
    xs = [x for points in series.values() for x, _ in points]
    ys = [y for points in series.values() for _, y in points] + ([] if level is None else [level])
    low, high = y_range or _padded(min(ys), max(ys))
    place = _log if log_x else float
    first, last = place(min(xs)), place(max(xs))

    def at(x: float, y: float) -> tuple[float, float]:
        across = (place(x) - first) / ((last - first) or 1.0)
        return LEFT + across * (WIDTH - LEFT - RIGHT), _height(min(max(y, low), high), low, high)

    body = _frame(title, low, high, x_label, y_label)
    ticks = _decades(min(xs), max(xs)) if log_x else _few(sorted(set(xs)))
    for x in ticks:
        body.append(_text(at(x, low)[0], HEIGHT - BOTTOM + 15, _number(x), "middle"))
    if level is not None:
        y = _height(level, low, high)
        body.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#c53030" stroke-dasharray="5 4"/>')
    for number, points in enumerate(series.values()):
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in (at(*point) for point in points))
        body.append(f'<path d="M{path}" fill="none" stroke="{_colour(number)}" stroke-width="1.8"/>')
        if len(points) <= 40:
            body += [
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{_colour(number)}"/>'
                for x, y in (at(*point) for point in points)
            ]
    return _svg(title, [*body, *_legend(list(series))])


def bars(
    title: str,
    groups: Sequence[str],
    series: Mapping[str, Sequence[float]],
    *,
    y_label: str = "",
    y_range: tuple[float, float] | None = None,
    stacked: bool = False,
) -> str:
    """Groups of bars, one bar per series, or one stack of them."""
    tops = [sum(column) if stacked else max(column) for column in zip(*series.values(), strict=True)]
    low, high = y_range or (0.0, _padded(0.0, max(tops))[1])
    body = _frame(title, low, high, "", y_label)
    room = (WIDTH - LEFT - RIGHT) / len(groups)
    width = room * 0.72 / (1 if stacked else len(series))
    for place, group in enumerate(groups):
        start, base = LEFT + place * room + room * 0.14, 0.0
        for number, values in enumerate(series.values()):
            x = start if stacked else start + number * width
            top = _height(min(base + values[place], high), low, high)
            bottom = _height(max(base, low), low, high)
            body.append(
                f'<rect x="{x:.1f}" y="{top:.1f}" width="{width:.1f}" height="{max(0.0, bottom - top):.1f}" '
                f'fill="{_colour(number)}"><title>{escape(group)}: {_number(values[place])}</title></rect>'
            )
            base += values[place] if stacked else 0.0
        body.append(_text(LEFT + (place + 0.5) * room, HEIGHT - BOTTOM + 15, group, "middle"))
    return _svg(title, [*body, *_legend(list(series))])


def heat_maps(
    title: str,
    panels: Mapping[str, Sequence[Sequence[float]]],
    texts: Mapping[str, Sequence[Sequence[str]]] | None = None,
) -> str:
    """Boards side by side; the highest cell of each is bright."""
    side, gap = 132, 14
    width = len(panels) * (side + gap) + gap
    body = [_text(width / 2, 18, title, "middle", bold=True)]
    for number, (name, cells) in enumerate(panels.items()):
        left, most = gap + number * (side + gap), max(max(row) for row in cells) or 1.0
        size_y, size_x = side / len(cells), side / len(cells[0])
        body.append(_text(left + side / 2, 40, name, "middle"))
        for i, row in enumerate(cells):
            for j, value in enumerate(row):
                x, y = left + j * size_x, 48 + i * size_y
                body.append(
                    f'<rect x="{x:.1f}" y="{y:.1f}" width="{size_x + 0.3:.1f}" height="{size_y + 0.3:.1f}" '
                    f'fill="{heat(value / most)}"/>'
                )
                if texts is not None:
                    ink = "#fff" if value / most < 0.6 else "#222"
                    body.append(_text(x + size_x / 2, y + size_y / 2 + 4, texts[name][i][j], "middle", ink=ink))
    return _svg(title, body, width, 48 + side + 10)


def heat(share: float) -> str:
    """The colour of a number from 0 to 1."""
    place = min(max(share, 0.0), 1.0) * (len(SCALE) - 1)
    lower = min(int(place), len(SCALE) - 2)
    mixed = (a + (b - a) * (place - lower) for a, b in zip(SCALE[lower], SCALE[lower + 1], strict=True))
    return "#" + "".join(f"{round(part):02x}" for part in mixed)


def _svg(title: str, body: Sequence[str], width: float = WIDTH, height: float = HEIGHT) -> str:
    head = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" role="img" aria-label="{escape(title)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {head} font-family="sans-serif" font-size="11">'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(body)}</svg>'
    )


def _frame(title: str, low: float, high: float, x_label: str, y_label: str) -> list[str]:
    body = [_text(WIDTH / 2, 18, title, "middle", bold=True)]
    for tick in _ticks(low, high):
        y = _height(tick, low, high)
        body.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#e2e8f0"/>')
        body.append(_text(LEFT - 6, y + 4, _number(tick), "end"))
    body.append(f'<path d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}" fill="none" stroke="#718096"/>')
    if x_label:
        body.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 31, x_label, "middle"))
    middle = (TOP + HEIGHT - BOTTOM) / 2
    if y_label:
        body.append(f'<g transform="rotate(-90 13 {middle:.0f})">{_text(13, middle, y_label, "middle")}</g>')
    return body


def _legend(names: Sequence[str]) -> list[str]:
    if len(names) < 2:
        return []
    body, x = [], float(LEFT)
    for number, name in enumerate(names):
        body.append(f'<rect x="{x:.0f}" y="{HEIGHT - 20}" width="10" height="10" fill="{_colour(number)}"/>')
        body.append(_text(x + 14, HEIGHT - 11, name))
        x += 30 + 6.2 * len(name)
    return body


def _text(x: float, y: float, text: str, anchor: str = "start", bold: bool = False, ink: str = "#2d3748") -> str:
    weight = ' font-weight="600" font-size="13"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{ink}"{weight}>{escape(text)}</text>'


def _height(y: float, low: float, high: float) -> float:
    return HEIGHT - BOTTOM - (y - low) / ((high - low) or 1.0) * (HEIGHT - TOP - BOTTOM)


def _padded(low: float, high: float) -> tuple[float, float]:
    room = (high - low) * 0.06 or 0.5
    return (low - room if low else 0.0), high + room


def _ticks(low: float, high: float) -> list[float]:
    """About five round numbers from low to high."""
    rough = (high - low) / 5
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough * 0.999)
    return [round(n * step, 12) for n in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def _decades(low: float, high: float) -> list[float]:
    return [10.0**power for power in range(math.ceil(_log(low) - 1e-9), math.floor(_log(high) + 1e-9) + 1)]


def _few(values: Sequence[float], most: int = 12) -> Sequence[float]:
    return values if len(values) <= most else _ticks(values[0], values[-1])


def _log(x: float) -> float:
    return math.log10(max(x, 1e-12))


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:z.4g}"


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]
