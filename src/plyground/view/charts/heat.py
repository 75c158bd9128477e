"""Heat maps: payoffs, boards, surfaces. One scale (viridis) that grows brighter with the value, in grey too."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from plyground.errors import PlygroundError
from plyground.statistics.intervals import score_estimate
from plyground.statistics.payoff import Payoff
from plyground.view.charts.chart import Chart, grid
from plyground.view.charts.library import altair
from plyground.view.charts.style import ON_BRIGHT, ON_DEEP, Style, label_width
from plyground.view.charts.values import Datum, estimate, number, said, scaled

_BRIGHT = 0.6  # the share of the scale from which a cell needs dark text
_BAR = 74  # pixels right of a plot for the colour bar
_LARGEST_CELL, _FLATTEST = 84, 34


def heat_map(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Mapping[tuple[str, str], Datum],
    *,
    label: str = "",
    note: str = "",
    percent: bool = False,
    value_range: tuple[float, float] | None = None,
) -> Chart:
    """A cell for each (row, column) that has a value, with the number in it; `label` names the colour bar."""
    factor = 100.0 if percent else 1.0
    data = {place: scaled(value, factor) for place, value in cells.items()}
    if not data:
        raise PlygroundError(f"the chart {title!r} has no cells")
    numbers = [value.value for value in data.values()]
    low, high = (
        (min(numbers), max(numbers)) if value_range is None else (value_range[0] * factor, value_range[1] * factor)
    )

    def draw(style: Style) -> Any:
        return _cells(style, rows, columns, data, label, percent, (low, high)).properties(
            title=style.title(title, note)
        )

    return Chart(title, draw)


def payoff(title: str, results: Payoff, *, note: str = "row against column, both seats") -> Chart:
    """The score of every player (row) against every other (column), the strongest first."""
    strength = {name: score_estimate(results.counts(name)).value for name in results.players}
    ranked = sorted(results.players, key=lambda name: -strength[name])
    meetings = {
        (row, column): score_estimate(results.against(row, column))
        for row in ranked
        for column in ranked
        if row != column and results.against(row, column).games
    }
    return heat_map(title, ranked, ranked, meetings, label="score, %", note=note, percent=True, value_range=(0, 1))


def boards(
    title: str,
    panels: Mapping[str, Sequence[Sequence[float]]],
    *,
    note: str = "",
    texts: bool = True,
) -> Chart:
    """Numbers on boards, side by side: visits or values of the cells. Each board has its own scale."""
    drawn = [_board(name, fields, texts) for name, fields in panels.items()]
    return grid(title, *drawn, columns=min(5, len(drawn)), narrow_columns=2, note=note)


def surface(
    title: str,
    f: Callable[[float, float], float],
    xs: Sequence[float],
    ys: Sequence[float],
    *,
    x: str,
    y: str,
    label: str,
    note: str = "",
) -> Chart:
    """f(x, y) over a rectangle, with axes and a colour bar. `xs` and `ys` are the middles of evenly spaced cells."""
    half_x, half_y = (xs[1] - xs[0]) / 2, (ys[1] - ys[0]) / 2
    rows = [
        {
            "x": at - half_x, "x2": at + half_x, "y": up - half_y, "y2": up + half_y, "value": f(at, up),
            "said": f"{x} {number(at)}, {y} {number(up)}: {number(f(at, up))}",
        }
        for at in xs
        for up in ys
    ]  # fmt: skip

    def draw(style: Style) -> Any:
        alt = altair()
        # Whole pixels for every cell: else seams show between them.
        wide = max(1, int(style.plot_width(56, _BAR) / len(xs)))
        high = max(1, int(min(300, wide * len(xs)) / len(ys)))
        exact = {"nice": False, "zero": False}
        axis = alt.Axis(grid=False, tickCount=5)
        chart = alt.Chart(alt.Data(values=rows)).mark_rect()
        return chart.encode(
            x=alt.X("x:Q", title=x, scale=alt.Scale(**exact), axis=axis),
            x2="x2:Q",
            y=alt.Y("y:Q", title=y, scale=alt.Scale(**exact), axis=axis),
            y2="y2:Q",
            color=_colour(label, None),
            tooltip=[alt.Tooltip("said:N", title=label)],
            description=alt.Description("said:N"),
        ).properties(width=wide * len(xs), height=high * len(ys), title=style.title(title, note))

    return Chart(title, draw)


def _colour(label: str, bounds: tuple[float, float] | None, bar: bool = True) -> Any:
    alt = altair()
    scale = alt.Scale(scheme="viridis", **({} if bounds is None else {"domain": bounds}))
    legend = alt.Legend(title=label or None, orient="right", gradientThickness=12, tickCount=5) if bar else None
    return alt.Color("value:Q", scale=scale, legend=legend)


def _cells(
    style: Style,
    rows: Sequence[str],
    columns: Sequence[str],
    data: Mapping[tuple[str, str], Any],
    label: str,
    percent: bool,
    bounds: tuple[float, float],
) -> Any:
    alt = altair()
    low, high = bounds
    values = [
        {
            "row": row,
            "column": column,
            "value": estimate(value).value,
            "text": f"{value.value:.0f}" if percent else number(value.value),
            "ink": ON_BRIGHT if (value.value - low) / ((high - low) or 1.0) > _BRIGHT else ON_DEEP,
            "said": f"{row}, {column}: {said(value, percent)}",
        }
        for (row, column), value in data.items()
    ]
    limit = 135 if style.narrow else 200
    left = min(limit, max(map(label_width, rows), default=0)) + 14
    cell = min(_LARGEST_CELL, style.plot_width(left, _BAR) / len(columns))
    flat = all(label_width(name) <= cell for name in columns)
    names = alt.Axis(
        labelAngle=0 if flat else -40, orient="bottom", labelLimit=limit, labelOverlap=False, ticks=False, domain=False
    )  # fmt: skip
    side = alt.Axis(labelLimit=limit, labelOverlap=False, ticks=False, domain=False)
    base = alt.Chart().encode(
        x=alt.X("column:N", sort=None, title=None, axis=names, scale=alt.Scale(domain=list(columns), padding=0.03)),
        y=alt.Y("row:N", sort=None, title=None, axis=side, scale=alt.Scale(domain=list(rows), padding=0.03)),
    )
    fields = base.mark_rect(cornerRadius=3).encode(
        color=_colour(label, bounds),
        tooltip=[alt.Tooltip("said:N", title=label or "value")],
        description=alt.Description("said:N"),
    )
    texts = base.mark_text(fontSize=13, aria=False).encode(text="text:N", color=alt.Color("ink:N", scale=None))
    return (
        alt.layer(fields, texts, data=alt.Data(values=values))
        .resolve_scale(color="independent")
        .properties(width=cell * len(columns), height=max(_FLATTEST, min(cell, 56)) * len(rows))
    )


def _board(name: str, fields: Sequence[Sequence[float]], texts: bool) -> Chart:
    most = max(max(row) for row in fields) or 1.0
    values = [
        {
            "i": i, "j": j, "value": value / most, "text": number(value),
            "ink": ON_BRIGHT if value / most > _BRIGHT else ON_DEEP,
            "said": f"{name}, row {i + 1}, column {j + 1}: {number(value)}",
        }
        for i, row in enumerate(fields)
        for j, value in enumerate(row)
    ]  # fmt: skip

    def draw(style: Style) -> Any:
        alt = altair()
        side = min(180.0, style.width - 40)
        base = alt.Chart().encode(
            x=alt.X("j:O", axis=None, scale=alt.Scale(padding=0.03)),
            y=alt.Y("i:O", axis=None, scale=alt.Scale(padding=0.03)),
        )
        layers = [
            base.mark_rect(cornerRadius=3).encode(
                color=_colour("", (0, 1), bar=False),
                tooltip=[alt.Tooltip("said:N", title=" ")],
                description=alt.Description("said:N"),
            )
        ]
        if texts:
            size = 12 if side / len(fields[0]) >= 34 else 10
            layers.append(
                base.mark_text(fontSize=size, aria=False).encode(text="text:N", color=alt.Color("ink:N", scale=None))
            )
        title = {"text": name, "fontSize": 12, "fontWeight": "normal", "anchor": "middle", "offset": 6}
        return (
            alt.layer(*layers, data=alt.Data(values=values))
            .resolve_scale(color="independent")
            .properties(width=side, height=side * len(fields) / len(fields[0]), title=title)
        )

    return Chart(name, draw)
