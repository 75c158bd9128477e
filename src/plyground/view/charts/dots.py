"""Dots with error bars: ratings, win rates, the trials of a tuning."""

from collections.abc import Mapping, Sequence
from typing import Any

from plyground.errors import PlygroundError
from plyground.statistics.intervals import Estimate
from plyground.view.charts.chart import Chart
from plyground.view.charts.library import altair
from plyground.view.charts.style import Palette, Style, label_width
from plyground.view.charts.values import Datum, estimate, number, said, scaled, span, within

_ROW = 30  # pixels of height for each name


def dots(
    title: str,
    values: Mapping[str, Datum],
    *,
    x: str = "",
    note: str = "",
    percent: bool = False,
    level: tuple[str, float] | None = None,
    palette: Palette | None = None,
) -> Chart:
    """One row per name, from the top: a dot at its value, a bar over its interval.

    `level`: a named vertical line. An infinite value is an arrow at the edge.
    """
    if not values:
        raise PlygroundError(f"the chart {title!r} has no values")
    factor = 100.0 if percent else 1.0
    data = {name: scaled(value, factor) for name, value in values.items()}
    looks = palette or Palette()
    for name in data:
        looks.look(name)
    across = None if level is None else (level[0], level[1] * factor)

    def draw(style: Style) -> Any:
        return _dots(style, data, x + (", %" if percent and x else ""), percent, across, looks).properties(
            title=style.title(title, note)
        )

    return Chart(title, draw)


def ratings(title: str, elo: Mapping[str, Datum], *, note: str = "", palette: Palette | None = None) -> Chart:
    """Elo ratings with their error bars, the strongest on top."""
    ranked = dict(sorted(elo.items(), key=lambda item: -estimate(item[1]).value))
    return dots(title, ranked, x="Elo", note=note, level=("", 0.0), palette=palette)


def trials(
    title: str,
    points: Sequence[tuple[float, Datum, int]],
    *,
    x: str,
    note: str = "",
    log_x: bool = False,
    best: float | None = None,
) -> Chart:
    """The score over a parameter: (parameter, score, games) for each trial.

    Larger dots have more games; `best` is the parameter that was chosen.
    """
    if not points:
        raise PlygroundError(f"the chart {title!r} has no points")

    def draw(style: Style) -> Any:
        return _trials(style, points, x, log_x, best).properties(title=style.title(title, note))

    return Chart(title, draw)


def _dots(
    style: Style,
    data: Mapping[str, Estimate],
    x: str,
    percent: bool,
    level: tuple[str, float] | None,
    palette: Palette,
) -> Any:
    alt = altair()
    low, high = span([*data.values(), *([] if level is None else [level[1]])])
    if percent:
        low, high = max(0.0, low), min(100.0, high)
    limit = 135 if style.narrow else 200
    alone = len(data) == 1  # the title names it
    left = 0.0 if alone else min(limit, max(map(label_width, data)))
    base = alt.Chart().encode(
        y=alt.Y(
            "name:N",
            sort=None,
            title=None,
            axis=alt.Axis(labels=not alone, labelLimit=limit, labelColor=style.colour("ink"), ticks=False),
        ),
        color=alt.Color("colour:N", scale=None),
    )
    scale = alt.Scale(domain=(low, high), nice=False, zero=False)
    horizontal = alt.X("x:Q", title=x or None, scale=scale, axis=alt.Axis(tickCount=3 if style.narrow else 8))
    layers = [] if level is None else _level_marks(style, level, x)
    layers += [
        base.mark_rule(strokeWidth=2, aria=False).encode(x=alt.X("low:Q", title=x or None), x2="high:Q"),
        base.mark_point(filled=True, size=90, opacity=1).encode(
            x=horizontal,
            shape=alt.Shape("shape:N", scale=None),
            tooltip=[alt.Tooltip("name:N", title="name"), alt.Tooltip("value:N", title=x or "value")],
            description=alt.Description("said:N"),
        ),
        *(
            base.mark_text(align="left", dx=8, dy=-10, fontSize=11, aria=False, **rim)
            .transform_calculate(label="split(datum.value, ' [')[0]")
            .encode(x=horizontal, text="label:N", color=alt.value(style.colour("ink")))
            for rim in ({"stroke": style.colour("paper"), "strokeWidth": 3}, {})  # readable where it crosses a line
        ),
    ]
    whole = alt.layer(*layers, data=alt.Data(values=_dot_rows(style, data, x, percent, (low, high), palette)))
    return whole.properties(width=style.plot_width(left + 14, 40), height=_ROW * len(data) + 14)


def _dot_rows(
    style: Style, data: Mapping[str, Estimate], x: str, percent: bool, bounds: tuple[float, float], palette: Palette
) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "x": within(value.value, *bounds),
            "low": within(value.low, *bounds),
            "high": within(value.high, *bounds),
            "value": said(value, percent),
            "said": f"{name}: {said(value, percent)}{'' if percent or not x else ' ' + x}",
            "shape": _shape(value.value, palette.look(name).shape),
            "colour": style.colour(palette.look(name).colour),
        }
        for name, value in data.items()
    ]


def _level_marks(style: Style, level: tuple[str, float], x: str) -> list[Any]:
    """A line from top to bottom, with its name above it."""
    alt = altair()
    name, at = level
    base = alt.Chart(alt.Data(values=[{"level": at, "name": name}])).encode(x=alt.X("level:Q", title=x or None))
    return [
        base.mark_rule(color=style.colour("ink"), strokeDash=[3, 3], strokeWidth=1.3, aria=False),
        base.mark_text(baseline="bottom", dy=-3, fontSize=11, aria=False).encode(y=alt.value(0), text="name:N"),
    ]


def _shape(value: float, usual: str) -> str:
    if value in (float("inf"), float("-inf")):
        return "triangle-right" if value > 0 else "triangle-left"
    return usual


def _trials(style: Style, points: Sequence[tuple[float, Datum, int]], x: str, log_x: bool, best: float | None) -> Any:
    alt = altair()
    data = [(at, scaled(value, 100.0), games) for at, value, games in points]
    low, high = span(value for _, value, _ in data)
    low, high = max(0.0, low), min(100.0, high)
    rows = [
        {
            "x": at,
            "y": value.value,
            "low": within(value.low, low, high),
            "high": within(value.high, low, high),
            "games": games,
            "value": said(value, percent=True),
            "chosen": at == best,
            "said": f"{x} = {number(at)}: {said(value, percent=True)}, {games} games",
        }
        for at, value, games in data
    ]
    horizontal = alt.X(
        "x:Q",
        title=x,
        scale=alt.Scale(type="log" if log_x else "linear", nice=False, zero=False, padding=10),
        axis=alt.Axis(format=",~r", tickCount=5, grid=False),
    )
    colour = alt.Color(
        "chosen:N",
        scale=alt.Scale(domain=[False, True], range=[style.colour("seat1"), style.colour("seat0")]),
        legend=None,
    )
    scale = alt.Scale(domain=(low, high), nice=False, zero=False)
    base = alt.Chart().encode(x=horizontal, color=colour)
    layers = [
        base.mark_rule(strokeWidth=1.2, opacity=0.6, aria=False).encode(
            y=alt.Y("low:Q", title="score, %", scale=scale), y2="high:Q"
        ),
        base.mark_point(filled=True, opacity=1).encode(
            y=alt.Y("y:Q", title="score, %", scale=scale),
            shape=alt.Shape(
                "chosen:N", scale=alt.Scale(domain=[False, True], range=["circle", "diamond"]), legend=None
            ),
            size=alt.Size("games:Q", scale=alt.Scale(range=[25, 160]), legend=None),
            tooltip=[alt.Tooltip("x:Q", title=x), alt.Tooltip("value:N", title="score"), "games:Q"],
            description=alt.Description("said:N"),
        ),
    ]
    return alt.layer(*layers, data=alt.Data(values=rows)).properties(width=style.plot_width(62), height=240)
