"""Bar charts: values side by side, results as stacks, the seatings of a table."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from plyground.errors import PlygroundError
from plyground.statistics.seatings import SeatingTable
from plyground.statistics.tally import Tally
from plyground.view.charts.chart import Chart, grid
from plyground.view.charts.dots import dots
from plyground.view.charts.library import altair
from plyground.view.charts.style import WORDS, Palette, Style, label_width
from plyground.view.charts.values import Datum, has_interval, said, scaled, span, within
from plyground.view.text_width import wrapped

_HEIGHT = 260
_LEFT = 62
_LEAST_LABELLED = 7.0  # percent: smaller parts of a stack have no number


def bars(
    title: str,
    groups: Sequence[str],
    series: Mapping[str, Sequence[Datum | None]],
    *,
    y: str = "",
    note: str = "",
    percent: bool = False,
    y_range: tuple[float, float] | None = None,
    palette: Palette | None = None,
) -> Chart:
    """Groups of bars, one bar per name, with the intervals that values have; None leaves a bar out."""
    factor = 100.0 if percent else 1.0
    data = {
        name: [None if value is None else scaled(value, factor) for value in values] for name, values in series.items()
    }
    if not data or not groups:
        raise PlygroundError(f"the chart {title!r} has no bars")
    for name, values in data.items():
        if len(values) != len(groups):
            raise PlygroundError(f"{name} has {len(values)} values for {len(groups)} groups")
    looks = palette or Palette()
    for name in data:
        looks.look(name)
    _, top = span(value for values in data.values() for value in values if value is not None)
    bounds = (0.0, min(top, 100.0) if percent else top)
    if y_range is not None:
        bounds = (y_range[0] * factor, y_range[1] * factor)

    def draw(style: Style) -> Any:
        label = y + (", %" if percent and y else "")
        return _bars(style, groups, data, label, percent, bounds, looks).properties(title=style.title(title, note))

    return Chart(title, draw)


def outcomes(
    title: str,
    groups: Sequence[str],
    tallies: Sequence[Tally],
    *,
    first: str = "won",
    second: str = "lost",
    draw: str = "drawn",
    note: str = "",
    palette: Palette | None = None,
) -> Chart:
    """A bar of 100 % per group: games that `first` won, drawn games, games that `second` won."""
    looks = palette or Palette()
    colours = {first: looks.look(first).colour, draw: "line", second: looks.look(second).colour}
    stacks = {
        group: [
            (name, 100.0 * count / tally.games) for name, count in zip((first, draw, second), tally.counts, strict=True)
        ]
        for group, tally in zip(groups, tallies, strict=True)
        if tally.games
    }
    return _stack_chart(title, stacks, colours, note)


def seatings(title: str, table: SeatingTable, *, note: str = "", palette: Palette | None = None) -> Chart:
    """The share that each player won: in every seating, in the order of the seats; over all, with intervals."""
    looks = palette or Palette()
    colours = {player: looks.look(player).colour for player in table.players}
    stacks = {}
    for number, (seats, games) in enumerate(table.games.items(), 1):
        wins = table.wins[seats]
        parts = [(player, 100.0 * won / games) for player, won in zip(seats, wins, strict=True)]
        stacks[f"{number}"] = parts
    each = _stack_chart("Each seating, the first seat at the bottom", stacks, colours, "", x="seating")
    rates = {player: table.win_rate(player) for player in table.players}
    even = ("even", 1 / len(rates))
    total = dots("All seatings", rates, x="won", percent=True, level=even, palette=looks)
    return grid(title, each, total, note=note)


def _stack_chart(
    title: str, stacks: Mapping[str, Sequence[tuple[str, float]]], colours: Mapping[str, str], note: str, x: str = ""
) -> Chart:
    if not stacks:
        raise PlygroundError(f"the chart {title!r} has no games")
    return Chart(title, lambda style: _stacks(style, stacks, colours, x).properties(title=style.title(title, note)))


def _bars(
    style: Style,
    groups: Sequence[str],
    data: Mapping[str, Sequence[Any]],
    y: str,
    percent: bool,
    bounds: tuple[float, float],
    palette: Palette,
) -> Any:
    alt = altair()
    names = list(data)
    low, high = bounds
    rows = [
        {
            "group": group,
            "name": name,
            "zero": low,
            "y": within(value.value, low, high),
            "low": within(value.low, low, high),
            "high": within(value.high, low, high),
            "value": said(value, percent),
            "said": f"{group}, {name}: {said(value, percent)}",
        }
        for name, values in data.items()
        for group, value in zip(groups, values, strict=True)
        if value is not None
    ]
    width = style.plot_width(_LEFT, 6)
    base = alt.Chart().encode(
        x=_group_axis(groups, width),
        xOffset=alt.XOffset("name:N", sort=None, scale=alt.Scale(domain=names, paddingInner=0.12)),
    )
    scale = alt.Scale(domain=bounds, nice=False)
    layers = [
        base.mark_bar(cornerRadiusEnd=2).encode(
            y=alt.Y("y:Q", title=y or None, scale=scale, axis=alt.Axis(tickCount=6)),
            y2="zero:Q",
            color=_colour(style, {name: palette.look(name).colour for name in names}),
            tooltip=[alt.Tooltip("group:N"), alt.Tooltip("name:N"), alt.Tooltip("value:N")],
            description=alt.Description("said:N"),
        )
    ]
    if any(has_interval(value) for values in data.values() for value in values if value is not None):
        layers += [
            base.mark_rule(strokeWidth=wide, color=style.colour(colour), aria=False).encode(
                y=alt.Y("low:Q", title=y or None, scale=scale), y2="high:Q"
            )
            for wide, colour in ((4, "paper"), (1.6, "ink"))  # a rim of paper, for bars of any colour
        ]
    return alt.layer(*layers, data=alt.Data(values=rows)).properties(width=width, height=_HEIGHT)


def _group_axis(groups: Sequence[str], width: float, title: str = "") -> Any:
    """Groups from left to right; names wrap within the width of a group."""
    alt = altair()
    room = width / len(groups)
    lines = {group: wrapped(group, room, WORDS) for group in groups}
    if all(label_width(line) <= room for found in lines.values() for line in found):
        how = {"labelAngle": 0, "labelExpr": f"{json.dumps(lines, ensure_ascii=False)}[datum.value]"}
    else:
        how = {"labelAngle": -40}
    axis = alt.Axis(labelOverlap=False, ticks=False, **how)
    scale = alt.Scale(paddingInner=0.25, paddingOuter=0.15)
    return alt.X("group:N", sort=None, title=title or None, axis=axis, scale=scale)


def _stacks(style: Style, stacks: Mapping[str, Sequence[tuple[str, float]]], colours: Mapping[str, str], x: str) -> Any:
    alt = altair()
    names = list(colours)
    width = style.plot_width(_LEFT, 6)
    words = _part_words(names, 0.75 * width / len(stacks))
    rows = []
    for group, parts in stacks.items():
        start = 0.0
        for name, share in parts:
            rows.append(
                {
                    "group": group, "name": name, "start": start, "end": start + share, "middle": start + share / 2,
                    "text": f"{words[name]}{share:.0f}" if share >= _LEAST_LABELLED else "",
                    "said": f"{group}, {name}: {share:.1f} %",
                    "ink": style.ink_on(colours[name]),
                }
            )  # fmt: skip
            start += share
    base = alt.Chart().encode(x=_group_axis(list(stacks), width, x))
    bar = base.mark_bar(stroke=style.colour("paper"), strokeWidth=1.5).encode(
        y=alt.Y("start:Q", title="games, %", scale=alt.Scale(domain=(0, 100)), axis=alt.Axis(tickCount=5)),
        y2="end:Q",
        color=_colour(style, {name: colours[name] for name in names}),
        tooltip=[alt.Tooltip("said:N", title=" ")],
        description=alt.Description("said:N"),
    )
    text = base.mark_text(aria=False, fontWeight=600).encode(
        y="middle:Q", text="text:N", color=alt.Color("ink:N", scale=None)
    )
    whole = alt.layer(bar, text, data=alt.Data(values=rows)).resolve_scale(color="independent")
    return whole.properties(width=width, height=_HEIGHT)


def _part_words(names: Sequence[str], room: float) -> dict[str, str]:
    """The text before the number in each part of a stack, which makes it readable in grey: the name, or the first one
    to three letters if they tell the names apart; nothing if that does not fit."""
    for words in (names, *([name[:letters] for name in names] for letters in (1, 2, 3))):
        if len(set(words)) == len(words) and all(label_width(f"{word} 100", bold=True) <= room for word in words):
            return {name: f"{word} " for name, word in zip(names, words, strict=True)}
    return dict.fromkeys(names, "")


def _colour(style: Style, colours: Mapping[str, str]) -> Any:
    """The colours of these names, with a legend if there are several."""
    alt = altair()
    names = list(colours)
    legend = alt.Legend(title=None, columns=2 if style.narrow else 4, symbolType="square") if len(names) > 1 else None
    scale = alt.Scale(domain=names, range=[style.colour(colours[name]) for name in names])
    return alt.Color("name:N", scale=scale, legend=legend)
