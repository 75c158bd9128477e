"""Numbers with or without an interval: how charts read, place and print them."""

import math
from collections.abc import Iterable, Sequence

from plyground.statistics.intervals import Estimate

Datum = float | Estimate


def estimate(value: Datum) -> Estimate:
    """A plain number is an estimate without an interval."""
    return value if isinstance(value, Estimate) else Estimate(value, value, value)


def has_interval(value: Datum) -> bool:
    return isinstance(value, Estimate) and value.low < value.high


def number(value: float, percent: bool = False) -> str:
    """A number as people read it: 62.5, 0.829, 12,000, ∞."""
    if not math.isfinite(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:z.1f}" if percent else f"{value:,.0f}" if abs(value) >= 1000 else f"{value:z.3g}"
    return text.replace("-", "−")


def said(value: Datum, percent: bool = False) -> str:
    """A value with its interval: 62.5 % [58.1, 66.7]."""
    found = estimate(value)
    text = number(found.value, percent) + (" %" if percent else "")
    if has_interval(value):
        text += f" [{number(found.low, percent)}, {number(found.high, percent)}]"
    return text


def scaled(value: Datum, factor: float) -> Estimate:
    found = estimate(value)
    return Estimate(found.value * factor, found.low * factor, found.high * factor)


def span(values: Iterable[Datum], room: float = 0.06) -> tuple[float, float]:
    """From the lowest to the highest number, intervals included, with some room; infinite ones are left out."""
    found = [estimate(value) for value in values]
    ends = [end for one in found for end in (one.low, one.value, one.high) if math.isfinite(end)] or [0.0]
    low, high = min(ends), max(ends)
    more = (high - low) * room or abs(high) * room or 0.5
    return low - more, high + more


def within(value: float, low: float, high: float) -> float:
    """The value, limited to the range of an axis: infinite bounds end at its edge."""
    return min(max(value, low), high)


def spread(places: Sequence[float], low: float, high: float, gap: float) -> list[float]:
    """The places, moved apart so that labels do not overlap; their order stays."""
    order = sorted(range(len(places)), key=places.__getitem__)
    moved = [0.0] * len(places)
    floor = low
    for index in order:
        moved[index] = floor = max(places[index], floor)
        floor += gap
    ceiling = high
    for index in reversed(order):
        moved[index] = min(moved[index], ceiling)
        ceiling = moved[index] - gap
    return moved
