"""Does our measurement agree with the document? One rule for every row of every report.

A published *value* has an uncertainty of its own: the games behind it, or the digits that it was rounded to. The
difference ours − published gets an interval from both (Newcombe 1998, method 10: the squared distances of each
value from the bounds of its interval add up).

    holds        that interval lies within ± margin: any difference is too small to matter
    differs      it reaches beyond the margin and leaves out 0
    cannot tell  it reaches beyond the margin and holds 0: too few games, theirs or ours

A *statement* ("more than 60 %", "falls") is judged as written, by our interval alone. Words such as "more" need the
smallest effect that counts (`more`, `less`):

    holds        our interval lies within the range
    differs      it lies outside
    cannot tell  it lies across a bound

Intervals are at 95 %. Where a family of rows is tested at once, such as the cells of a table, a row differs only if
its p-value is small enough by Holm's rule too: luck alone makes one row of the whole family differ in one of twenty
reports. Fewer than `FEWEST` repetitions give no verdict.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.statistics.estimates import Z
from plyground.statistics.intervals import NORMAL, Estimate, wilson

HOLDS, DIFFERS, CANNOT_TELL = "holds", "differs", "cannot tell"
# Rows that are not judged: an error of print, a player that only stands in for the document's, a question of our own.
MISPRINT, STAND_IN, QUESTION = "misprint", "stand-in, not comparable", "our own question"
VERDICTS = (HOLDS, DIFFERS, CANNOT_TELL, MISPRINT, STAND_IN, QUESTION)
FEWEST = 20
LEVEL = 0.05


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


def more(words: str = "more", by: float = 0.01) -> Range:
    """ "More": a difference of at least `by`, the smallest that counts."""
    return Range(low=by, words=words)


def less(words: str = "less", by: float = 0.01) -> Range:
    """ "Less": a difference of −`by` or below."""
    return Range(high=-by, words=words)


def verdict(paper: Published, ours: Estimate, margin: float = 0.1, spread: float = 0.0) -> str:
    """One of the three words. `spread` is the standard deviation between repetitions of which the document had only
    one, such as trained players: its single value is uncertain by that, too.
    """
    if isinstance(paper, Range):
        if paper.low <= ours.low and ours.high <= paper.high:
            return HOLDS
        return DIFFERS if ours.high < paper.low or ours.low > paper.high else CANNOT_TELL
    low, _, high = _gap(paper, ours, spread)
    tiny = 1e-9  # tolerance for rounding in the sums
    if low >= -margin - tiny and high <= margin + tiny:
        return HOLDS
    return DIFFERS if low > tiny or high < -tiny else CANNOT_TELL


def p_value(paper: Published, ours: Estimate, spread: float = 0.0) -> float:
    """The p-value of "the document is right", two-sided, from the same intervals."""
    if isinstance(paper, Range):
        if paper.low <= ours.value <= paper.high:
            return 1.0
        below = ours.value < paper.low
        distance = paper.low - ours.value if below else ours.value - paper.high
        half = ours.high - ours.value if below else ours.value - ours.low
    else:
        low, difference, high = _gap(paper, ours, spread)
        distance, half = abs(difference), difference - low if difference > 0 else high - difference
    if half == 0.0:
        return 0.0 if distance > 0 else 1.0
    return 2.0 * (1.0 - NORMAL.cdf(Z * distance / half)) if math.isfinite(half) else 1.0


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values of a family of tests, adjusted (Holm 1979): in 5 % of families at most, luck puts one below 0.05."""
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted, highest = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = highest
    return adjusted


def _gap(paper: Value, ours: Estimate, spread: float) -> tuple[float, float, float]:
    """Ours − published: its lower bound, its value, its upper bound."""
    difference = ours.value - paper.value
    return (
        difference - math.hypot(ours.value - ours.low, paper.high - paper.value, Z * spread),
        difference,
        difference + math.hypot(ours.high - ours.value, paper.value - paper.low, Z * spread),
    )
