"""Does our measurement agree with the document? One rule for every row of every report.

A published *value* has an uncertainty of its own: the games behind it, or the digits that it was rounded to. The
difference ours − published gets an interval from both (Newcombe 1998, method 10: the squared distances of each
value from the bounds of its interval add up).

    holds        that interval lies within ± margin: any difference is too small to matter
    differs      it reaches beyond the margin and leaves out 0
    cannot tell  it reaches beyond the margin and holds 0: too few games, theirs or ours

A published *range* ("more than 60 %", "falls": a slope below 0) needs our interval alone:

    holds        our interval lies within the range
    differs      it lies outside
    cannot tell  it lies across a bound

Intervals are at 95 %: of twenty rows where nothing differs, one is expected to differ by luck.
"""

import math
from dataclasses import dataclass

from plyground.statistics.estimates import Z
from plyground.statistics.intervals import Estimate, wilson

HOLDS, DIFFERS, CANNOT_TELL = "holds", "differs", "cannot tell"


@dataclass(frozen=True)
class Value:
    """A published number with the interval that its own sample allows."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Range:
    """A published statement about a number: it lies between these bounds."""

    low: float = -math.inf
    high: float = math.inf
    # In the document's words.
    words: str = ""


Published = Value | Range


def exactly(value: float, digits: int | None = None) -> Value:
    """A published number without a sample; with `digits`, rounded to that many."""
    room = 0.0 if digits is None else 0.5 * 10.0**-digits
    return Value(value, value - room, value + room)


def percent_of(percent: float, games: int) -> Value:
    """A published percentage of `games` games."""
    bounds = wilson(round(percent / 100 * games), games)
    return Value(percent / 100, min(bounds.low, percent / 100), max(bounds.high, percent / 100))


def verdict(paper: Published, ours: Estimate, margin: float = 0.1, spread: float = 0.0) -> str:
    """One of the three words. `spread` is the standard deviation between repetitions of which the document had only
    one, such as trained players: its single value is uncertain by that, too.
    """
    if isinstance(paper, Range):
        if paper.low <= ours.low and ours.high <= paper.high:
            return HOLDS
        return DIFFERS if ours.high < paper.low or ours.low > paper.high else CANNOT_TELL
    difference = ours.value - paper.value
    low = difference - math.hypot(ours.value - ours.low, paper.high - paper.value, Z * spread)
    high = difference + math.hypot(ours.high - ours.value, paper.value - paper.low, Z * spread)
    tiny = 1e-9  # tolerance for rounding in the sums
    if low >= -margin - tiny and high <= margin + tiny:
        return HOLDS
    return DIFFERS if low > tiny or high < -tiny else CANNOT_TELL
