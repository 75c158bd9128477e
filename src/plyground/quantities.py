"""How people write and read counts and durations: 1000, 1_000, 1e3, 10k, 2M; 2s, 500ms, 1m, 1.5h, 2:05."""

import re
from fractions import Fraction

from plyground.errors import PlygroundError

_COUNT = re.compile(r"(?P<number>[+-]?(\d[\d_]*(\.\d*)?|\.\d+)(e[+-]?\d{1,2})?)(?P<factor>[kKM]?)", re.ASCII)
_FACTORS = {"": 1, "k": 1000, "K": 1000, "M": 1_000_000}
_DURATION = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))\s*(ms|s|m|h|)", re.ASCII)
_SECONDS = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0, "h": 3600.0}


def read_count(text: str, what: str = "a count", low: int = 1, high: int | None = None) -> int:
    """The whole number that a text such as 1000, 1_000, 1e3, 10k or 2M means; an error if it is out of range."""
    match = _COUNT.fullmatch(text.strip())
    if match is None:
        raise PlygroundError(f"{what} must be a number such as 1000, 1e3, 10k or 2M, not {text!r}")
    number = Fraction(match["number"].replace("_", "")) * _FACTORS[match["factor"]]
    if number.denominator == 1 and low <= number and (high is None or number <= high):
        return int(number)
    span = f"of at least {low:,}" if high is None else f"from {low:,} to {high:,}"
    raise PlygroundError(f"{what} must be a whole number {span}, not {text}")


def read_duration(text: str, what: str = "a duration") -> float:
    """The number of seconds, above zero, that a text such as 2s, 500ms, 1m, 1.5h or 2 means."""
    match = _DURATION.fullmatch(text.strip())
    seconds = float(match[1]) * _SECONDS[match[2]] if match else 0.0
    if not 0 < seconds < float("inf"):
        raise PlygroundError(f"{what} must be a duration above zero such as 2s, 500ms, 1m or 2, not {text!r}")
    return seconds


def clock(seconds: float) -> str:
    """1:02:05, or 2:05 below an hour."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
