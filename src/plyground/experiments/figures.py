"""Figures as data: a kind of chart, its numbers and its words, which can be stored with the results, drawn later and
saved as CSV.

A value is a number or an `Estimate`; in JSON an estimate is [value, low, high].
"""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plyground.errors import PlygroundError
from plyground.statistics.intervals import Estimate
from plyground.statistics.tally import Tally
from plyground.view import charts
from plyground.view.charts import Chart, Palette

# A player has the same look in every chart of the report.
PALETTE = Palette(["MCTS", "Random", "Q-learning", "SARSA", "Minimax", "RuleBased"])
for _same, _name in (("MinMax", "Minimax"), ("UCT", "MCTS"), ("random", "Random"), ("MCTS (100)", "MCTS")):
    PALETTE.looks[_same] = PALETTE.looks[_name]


@dataclass(frozen=True)
class Figure:
    """A chart, a table, or lines of plain text."""

    id: str
    title: str
    # bars, lines, outcomes, dots, heat_map, boards, surfaces, table or text
    kind: str
    data: Any
    # The other arguments of the chart function, besides title and data.
    options: Mapping[str, Any] = field(default_factory=dict)
    # A sentence below it.
    caption: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", _plain(self.data))

    @property
    def has_chart(self) -> bool:
        return self.kind in _DRAW

    def chart(self) -> Chart:
        if not self.has_chart:
            raise PlygroundError(f"the figure {self.id!r} is a {self.kind}, not a chart")
        return _DRAW[self.kind](self.title, self.data, dict(self.options))

    def csv(self) -> str:
        """The data as a table with a head."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(_ROWS[self.kind](self.data))
        return text.getvalue()

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id, "title": self.title, "kind": self.kind, "data": self.data, "options": dict(self.options),
            "caption": self.caption,
        }  # fmt: skip

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> "Figure":
        return cls(**found)


def _plain(value: Any) -> Any:
    """Data as JSON can hold it."""
    if isinstance(value, Estimate):
        return list(value.to_dict().values())
    if isinstance(value, Tally):
        return list(value.counts)
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return value


def _value(found: Any) -> Any:
    """A number, or [value, low, high] as an estimate; a missing bound is infinite."""
    if not isinstance(found, list):
        return found
    value, low, high = found
    return Estimate(value, float("-inf") if low is None else low, float("inf") if high is None else high)


def _bars(title: str, data: Any, options: dict[str, Any]) -> Chart:
    series = {name: [_value(one) for one in values] for name, values in data["series"].items()}
    return charts.bars(title, data["groups"], series, palette=PALETTE, **options)


def _lines(title: str, data: Any, options: dict[str, Any]) -> Chart:
    series = {name: [(x, _value(y)) for x, y in points] for name, points in data.items()}
    level = options.pop("level", None)
    return charts.lines(title, series, palette=PALETTE, level=level and (level[0], level[1]), **options)


def _outcomes(title: str, data: Any, options: dict[str, Any]) -> Chart:
    tallies = [Tally(*counts) for counts in data.values()]
    return charts.outcomes(title, list(data), tallies, palette=PALETTE, **options)


def _dots(title: str, data: Any, options: dict[str, Any]) -> Chart:
    level = options.pop("level", None)
    values = {name: _value(one) for name, one in data.items()}
    return charts.dots(title, values, palette=PALETTE, level=level and (level[0], level[1]), **options)


def _heat_map(title: str, data: Any, options: dict[str, Any]) -> Chart:
    cells = {(row, column): _value(value) for row, column, value in data}
    rows, columns = (list(dict.fromkeys(pair[place] for pair in cells)) for place in (0, 1))
    span = options.pop("value_range", None)
    return charts.heat_map(title, rows, columns, cells, value_range=span and (span[0], span[1]), **options)


def _boards(title: str, data: Any, options: dict[str, Any]) -> Chart:
    return charts.boards(title, data, **options)


def _surfaces(title: str, data: Any, options: dict[str, Any]) -> Chart:
    """One surface per name: [x, y, value] for every point of a grid."""
    panels = []
    for name, points in data.items():
        values = {(x, y): value for x, y, value in points}
        xs, ys = (sorted({point[place] for point in points}) for place in (0, 1))
        panels.append(charts.surface(name, lambda x, y, values=values: values[x, y], xs, ys, **options))  # type: ignore[misc]
    return charts.grid(title, *panels, columns=2)


_DRAW: dict[str, Callable[[str, Any, dict[str, Any]], Chart]] = {
    "bars": _bars, "lines": _lines, "outcomes": _outcomes, "dots": _dots, "heat_map": _heat_map, "boards": _boards,
    "surfaces": _surfaces,
}  # fmt: skip


def _three(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value, "", ""]


_INTERVAL = ("value", "low", "high")
_ROWS: dict[str, Callable[[Any], Sequence[Sequence[Any]]]] = {
    "bars": lambda data: [
        ("group", "name", *_INTERVAL),
        *([group, name, *_three(value)] for name, values in data["series"].items()
          for group, value in zip(data["groups"], values, strict=True)),
    ],
    "lines": lambda data: [
        ("name", "x", *_INTERVAL), *([name, x, *_three(y)] for name, points in data.items() for x, y in points)
    ],
    "outcomes": lambda data: [("group", "won", "drawn", "lost"), *([group, *counts] for group, counts in data.items())],
    "dots": lambda data: [("name", *_INTERVAL), *([name, *_three(value)] for name, value in data.items())],
    "heat_map": lambda data: [("row", "column", *_INTERVAL), *([a, b, *_three(value)] for a, b, value in data)],
    "boards": lambda data: [
        ("board", "row", "column", "value"),
        *([name, i + 1, j + 1, value] for name, fields in data.items()
          for i, line in enumerate(fields) for j, value in enumerate(line)),
    ],
    "surfaces": lambda data: [
        ("surface", "x", "y", "value"), *([name, *point] for name, points in data.items() for point in points)
    ],
    "table": lambda data: [data["head"], *data["rows"]],
    "text": lambda data: [("text",), *([line] for line in data.splitlines())],
}  # fmt: skip


def table(id: str, title: str, head: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "") -> Figure:
    return Figure(id, title, "table", {"head": head, "rows": rows}, caption=caption)
