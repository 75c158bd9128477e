"""Line charts over games, simulations, a constant or time, with intervals and a level such as the exact value."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from plyground.agents.episodes import Window
from plyground.errors import PlygroundError
from plyground.statistics.intervals import wilson
from plyground.statistics.running_average import RunningAverage
from plyground.view.charts.chart import Chart, grid
from plyground.view.charts.library import altair
from plyground.view.charts.style import Palette, Style, label_width
from plyground.view.charts.values import Datum, estimate, has_interval, number, said, scaled, span, spread, within

Points = Iterable[tuple[float, Datum]]

_FEW = 14  # points of a line; a longer line has a band instead of error bars
_MOST_LABELS, _WIDEST_LABEL = 5, 200  # more lines or longer names get a legend
_MOST_HOVER = 60  # points of a line that show their value on hover
_MOST_POINTS = 240  # of a running average
_AXIS = 62  # pixels left of a plot for numbers and a title
_LABEL_GAP = 15


def lines(
    title: str,
    series: Mapping[str, Points],
    *,
    x: str = "",
    y: str = "",
    note: str = "",
    log_x: bool = False,
    percent: bool = False,
    y_range: tuple[float, float] | None = None,
    level: tuple[str, float] | None = None,
    palette: Palette | None = None,
    height: int = 280,
) -> Chart:
    """One line per name, through points (x, value) or (x, estimate with its interval).

    `percent`: values are shares of 1, printed in percent. `level`: a named dashed horizontal line, such as the exact
    value. `log_x`: a logarithmic axis; it may begin with 0.
    """
    factor = 100.0 if percent else 1.0
    data = {name: [(at, scaled(value, factor)) for at, value in points] for name, points in series.items()}
    if not any(data.values()):
        raise PlygroundError(f"the chart {title!r} has no points")
    bounds = None if y_range is None else (y_range[0] * factor, y_range[1] * factor)
    across = None if level is None else (level[0], level[1] * factor)
    drawing = _Lines(data, x, y + (", %" if percent and y else ""), log_x, percent, bounds, across, height)
    looks = palette or Palette()
    for name in data:
        looks.look(name)
    return Chart(title, lambda style: drawing.draw(style, looks).properties(title=style.title(title, note)))


def running_average(
    title: str, matches: Mapping[str, RunningAverage], *, note: str = "", palette: Palette | None = None
) -> Chart:
    """The score of one match or several over the number of games, with its 95 % interval."""
    series = {name: [(games, curve.after(games)) for games in _looks(curve)] for name, curve in matches.items()}
    return lines(
        title,
        series,
        x="games",
        y="score",
        note=note,
        percent=True,
        y_range=(0.0, 1.0),
        level=("even", 0.5),
        palette=palette,
    )


def convergence(
    title: str,
    curves: Mapping[str, Points],
    exact: float | None = None,
    *,
    x: str = "simulations",
    y: str = "Q",
    note: str = "",
    exact_name: str = "exact",
    palette: Palette | None = None,
) -> Chart:
    """How a search's value approaches the exact one: Q over simulations, on a logarithmic axis."""
    level = None if exact is None else (exact_name, exact)
    return lines(title, curves, x=x, y=y, note=note, log_x=True, level=level, palette=palette)


def learning_curve(
    title: str, curves: Mapping[str, Sequence[Window]], *, note: str = "", palette: Palette | None = None
) -> Chart:
    """A learner's results in the games before each episode: won, drawn and lost; for several learners, the share won.

    Each curve comes from `Training.learning_curve`.
    """
    if len(curves) == 1:
        (curve,) = curves.values()
        series = {
            word: [(window.episode, wilson(getattr(window, word), window.games)) for window in curve]
            for word in ("won", "drawn", "lost")
        }
    else:
        series = {
            name: [(window.episode, wilson(window.won, window.games)) for window in curve]
            for name, curve in curves.items()
        }
    what = "games" if len(curves) == 1 else "won"
    return lines(title, series, x="episodes", y=what, note=note, percent=True, y_range=(0, 1), palette=palette)


def tree_growth(
    title: str,
    searches: Mapping[str, Sequence[tuple[float, float, float]]],
    *,
    x: str = "simulations",
    note: str = "",
    log_x: bool = True,
    palette: Palette | None = None,
) -> Chart:
    """The depth and the width of trees while they grow: points (simulations or seconds, depth, width)."""
    looks = palette or Palette()
    panels = [
        lines(
            what,
            {name: [(point[0], point[place]) for point in points] for name, points in searches.items()},
            x=x,
            y=axis,
            log_x=log_x,
            palette=looks,
            height=220,
        )
        for place, what, axis in ((1, "Depth", "deepest node"), (2, "Width", "nodes of the widest level"))
    ]
    return grid(title, *panels, columns=2, note=note)


@dataclass(frozen=True)
class _Lines:
    """The data of a line chart, ready to be drawn in any style."""

    data: Mapping[str, Sequence[tuple[float, Any]]]
    x: str
    y: str
    log_x: bool
    percent: bool
    y_range: tuple[float, float] | None
    level: tuple[str, float] | None
    height: int

    @cached_property
    def bounds(self) -> tuple[float, float]:
        values = [value for points in self.data.values() for _, value in points]
        if self.y_range is not None:
            return self.y_range
        low, high = span([*values, *([] if self.level is None else [self.level[1]])])
        return (max(low, 0.0), min(high, 100.0)) if self.percent else (low, high)

    @cached_property
    def few(self) -> bool:
        return max(map(len, self.data.values())) <= _FEW

    def rows(self) -> list[dict[str, Any]]:
        low, high = self.bounds
        return [
            {
                "name": name,
                "x": at,
                "y": within(found.value, low, high),
                "low": within(found.low, low, high),
                "high": within(found.high, low, high),
                "value": said(value, self.percent),
                "said": f"{name}, {number(at)} {self.x}: {said(value, self.percent)}",
                "hover": index % math.ceil(len(points) / _MOST_HOVER) == 0,
            }
            for name, points in self.data.items()
            for index, (at, value) in enumerate(points)
            for found in (estimate(value),)
        ]

    def draw(self, style: Style, palette: Palette) -> Any:
        alt = altair()
        labels = self.labels(style)
        right = max((label_width(words, bold=True) for words, _, _ in labels), default=0.0)
        names = list(self.data)
        looks = [palette.look(name) for name in names]
        legend = None
        if len(names) > 1 and not any(name in names for name, _, _ in labels):
            long = max(map(label_width, names)) > style.width / 3
            legend = alt.Legend(
                title=None, columns=1 if long else 2 if style.narrow else 4, symbolStrokeWidth=2, symbolOpacity=1
            )
            if not self.few:
                legend.symbolType, legend.symbolSize = "stroke", 500
        colour = alt.Color(
            "name:N",
            scale=alt.Scale(domain=names, range=[style.colour(look.colour) for look in looks]),
            legend=legend,
        )
        dash = alt.StrokeDash(
            "name:N", scale=alt.Scale(domain=names, range=[look.dash for look in looks]), legend=legend
        )
        shapes = alt.Scale(domain=names, range=[look.shape for look in looks])
        shape = {"shape": alt.Shape("name:N", scale=shapes, legend=legend)} if self.few else {}
        base = alt.Chart().encode(x=self.x_axis(style), color=colour)
        vertical = alt.Y(
            "y:Q", title=self.y or None, scale=alt.Scale(domain=self.bounds, nice=False, zero=False),
            axis=alt.Axis(tickCount=6),
        )  # fmt: skip
        shown = [("name", "name" if len(names) > 1 else ""), ("x", self.x or "x"), ("value", self.y or "value")]
        tooltip = [alt.Tooltip(f"{field}:N", title=word) for field, word in shown if word]
        layers = self.level_marks(style) if self.level is not None else []
        if any(has_interval(value) for points in self.data.values() for _, value in points):
            ends = {"y": alt.Y("low:Q", title=self.y or None), "y2": "high:Q"}
            mark = base.mark_rule(strokeWidth=1.6, aria=False) if self.few else base.mark_area(opacity=0.2, aria=False)
            layers.append(mark.encode(**ends))
        layers.append(base.mark_line(strokeWidth=2.2, aria=False, clip=True).encode(y=vertical, strokeDash=dash))
        visible = {"opacity": 1, "size": 55} if self.few else {"opacity": 0, "size": 40}
        layers.append(
            base.mark_point(filled=True, **visible)
            .transform_filter("datum.hover")
            .encode(y=vertical, **shape, tooltip=tooltip, description=alt.Description("said:N"))
        )
        layers += self.label_marks(labels, style, palette)
        return alt.layer(*layers, data=alt.Data(values=self.rows())).properties(
            width=style.plot_width(_AXIS if self.y else _AXIS - 20, right + 8 if right else 6), height=self.height
        )

    def x_axis(self, style: Style) -> Any:
        alt = altair()
        places = sorted({at for points in self.data.values() for at, _ in points})
        large = places[-1] >= 10_000 and places[0] >= 1
        axis: dict[str, Any] = {
            "format": "~s" if large else ",~r",
            "tickCount": 4 if style.narrow else 8,
            "grid": False,
        }
        scale: dict[str, Any] = {"nice": False, "zero": False, "padding": 4}
        if self.log_x:
            positive = [at for at in places if at > 0] or [1.0]
            scale["type"] = "log" if places[0] > 0 else "symlog"
            if places[0] <= 0:
                scale["constant"] = positive[0]
            axis["values"] = places if len(places) <= (6 if style.narrow else 10) else _decades(places[0], places[-1])
        return alt.X("x:Q", title=self.x or None, scale=alt.Scale(**scale), axis=alt.Axis(**axis))

    def level_marks(self, style: Style) -> list[Any]:
        alt = altair()
        assert self.level is not None
        name, at = self.level
        first = min(at for points in self.data.values() for at, _ in points)
        rows = [{"x": first, "level": at, "name": name, "said": f"{name}: {number(at, self.percent)}"}]
        base = alt.Chart(alt.Data(values=rows)).encode(y=alt.Y("level:Q", title=self.y or None))
        line = base.mark_rule(color=style.colour("ink"), strokeDash=[3, 3], strokeWidth=1.3).encode(
            description=alt.Description("said:N")
        )
        if not style.narrow:
            return [line]  # its name is at the right end, like those of the lines
        return [line, base.mark_text(align="left", dx=4, dy=-8, aria=False).encode(x="x:Q", text="name:N")]

    def labels(self, style: Style) -> list[tuple[str, float, str]]:
        """The texts at the right end: (words, height, name whose colour they have). Names only where they fit."""
        if style.narrow:
            return []
        own = [] if self.level is None else [(*self.level, "")]
        ends = [(name, points[-1][1].value, name) for name, points in self.data.items() if points]
        if 1 < len(ends) <= _MOST_LABELS and max(map(label_width, self.data)) <= _WIDEST_LABEL:
            beside = self.apart([*ends, *own])
            if beside is not None:
                return beside
        return self.apart(own) or []

    def apart(self, labels: list[tuple[str, float, str]]) -> list[tuple[str, float, str]] | None:
        """The same labels without overlaps; None if one would stand too far from the end of its line."""
        low, high = self.bounds
        gap = _LABEL_GAP * (high - low) / self.height
        wanted = [within(at, low, high) for _, at, _ in labels]
        places = spread(wanted, low, high, gap)
        if any(abs(place - at) > gap for place, at in zip(places, wanted, strict=True)):
            return None
        return [(words, place, name) for (words, _, name), place in zip(labels, places, strict=True)]

    def label_marks(self, labels: list[tuple[str, float, str]], style: Style, palette: Palette) -> list[Any]:
        alt = altair()
        last = max(at for points in self.data.values() for at, _ in points)
        marks = []
        for words, place, name in labels:
            colour = style.word_colour(palette.look(name).colour if name else "ink")
            marks.append(
                alt.Chart(alt.Data(values=[{"x": last, "y": place, "words": words}]))
                .mark_text(align="left", dx=9, color=colour, fontWeight=600 if name else "normal", aria=False)
                .encode(x="x:Q", y="y:Q", text="words:N")
            )
        return marks


def _looks(curve: RunningAverage) -> list[int]:
    """The numbers of games at which a running average is drawn: whole pairs, at most a few hundred."""
    unit = 2 if curve.paired else 1
    last = len(curve.scores)
    step = unit * max(1, math.ceil(last / unit / _MOST_POINTS))
    looks = list(range(step, last + 1, step))
    return looks if looks and looks[-1] == last else [*looks, last]


def _decades(low: float, high: float) -> list[float]:
    """Ticks of a logarithmic axis: powers of ten, with 0 before them if the axis begins there."""
    first = math.floor(math.log10(low)) if low > 0 else math.floor(math.log10(high)) - 3
    powers = [10.0**power for power in range(first, math.ceil(math.log10(high)) + 1)]
    return powers if low > 0 else [0.0, *powers]
