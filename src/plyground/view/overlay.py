"""Numbers on a board: the opinion of a search or a solver about each move, as colour, size and text."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from plyground.errors import PlygroundError
from plyground.search.result import MoveStats, Result
from plyground.text_form import shown
from plyground.view import svg
from plyground.view.drawing import Drawing, Spot
from plyground.view.text_width import fitting_size, wrapped

STEPS = 21  # of the colour bar
SMALLEST = 9.0  # no number is written smaller


@dataclass(frozen=True)
class Overlay:
    """A number per move. If the range spans zero, numbers below it are purple and numbers above it green."""

    title: str
    numbers: Mapping[int, float]
    low: float
    high: float
    labels: Mapping[int, str]  # the number as text, on the move
    notes: Mapping[int, str] = field(default_factory=dict)  # a second, smaller line
    shares: Mapping[int, float] = field(default_factory=dict)  # the size of the mark, from 0 to 1, the default

    def fill(self, value: float) -> str:
        """The class and opacity that show a value."""
        if self.low < 0 < self.high:
            share = min(1.0, abs(value) / max(-self.low, self.high))
            return f'f-{"good" if value >= 0 else "bad"}" fill-opacity="{0.12 + 0.88 * share:.2f}'
        share = (value - self.low) / ((self.high - self.low) or 1.0)
        return f'f-good" fill-opacity="{0.08 + 0.92 * min(max(share, 0.0), 1.0):.2f}'


def values(result: Result) -> Overlay:
    """The value of each move to the mover (before a throw: to the first seat); size by the share of visits."""
    low, high = result.value_range
    best = max((move.visits for move in result.moves), default=1)
    return Overlay(
        title=f"value to {result.state.game.seat_name(max(result.state.player, 0))}; size: share of visits",
        numbers={move.action: _value(move) for move in result.moves},
        low=low,
        high=high,
        labels={move.action: svg.signed(_value(move)) for move in result.moves},
        notes={move.action: svg.short_count(move.visits) for move in result.moves},
        shares={move.action: (move.visits / best) ** 0.5 for move in result.moves},
    )


def visits(result: Result) -> Overlay:
    """The visits of each move."""
    counts = {move.action: float(move.visits) for move in result.moves}
    return Overlay(
        title="visits",
        numbers=counts,
        low=0.0,
        high=max(counts.values(), default=1.0),
        labels={action: svg.short_count(int(count)) for action, count in counts.items()},
    )


def scores(numbers: Mapping[int, float], title: str = "exact score") -> Overlay:
    """Any number per move, such as a solver's scores; whole ones are written without decimals."""
    most = max((abs(score) for score in numbers.values()), default=1.0) or 1.0
    digits = 0 if all(float(score).is_integer() for score in numbers.values()) else 2
    low = -most if any(score < 0 for score in numbers.values()) else 0.0
    labels = {action: svg.signed(score, digits) for action, score in numbers.items()}
    return Overlay(title=title, numbers=dict(numbers), low=low, high=most, labels=labels)


def make_overlay(given: "Overlay | Result | Mapping[int, float] | None") -> Overlay | None:
    """The values of a result, or numbers per action as scores; an overlay passes through."""
    if isinstance(given, Result):
        return values(given)
    if given is None or isinstance(given, Overlay):
        return given
    if not isinstance(given, Mapping):
        raise PlygroundError(f"expected the result of a search, an overlay or a number per action, not {shown(given)}")
    return scores(given)


def marks(overlay: Overlay, drawing: Drawing) -> list[str]:
    """The marks on the moves of a drawing."""
    found: list[str] = []
    longest = max(map(len, overlay.labels.values()), default=0)
    for action, value in overlay.numbers.items():
        spot = drawing.spots.get(action)
        if spot is not None:
            share = overlay.shares.get(action, 1.0)
            label, note = overlay.labels.get(action, ""), overlay.notes.get(action, "")
            if spot.below:
                found += _mark_below(spot, overlay.fill(value), share, label, note)
            else:
                found += _mark_on(spot, overlay.fill(value), share, label, note, longest)
    return found


def _mark_on(spot: Spot, fill: str, share: float, label: str, note: str, longest: int) -> Iterable[str]:
    radius = spot.radius * (0.3 + 0.6 * share)
    yield svg.circle(spot.x, spot.y, spot.radius * 0.92, "f-card")
    yield svg.circle(spot.x, spot.y, radius, fill)
    size = min(14.0, 1.7 * spot.radius / max(longest, 3) / 0.58)
    if size < SMALLEST:
        return
    both = bool(note) and spot.radius > 20
    yield svg.text(spot.x, spot.y - (size * 0.42 if both else 0), label, size, bold=True)
    if both:
        yield svg.text(spot.x, spot.y + size * 0.72, note, max(SMALLEST, size * 0.8), colour="ink")


def _mark_below(spot: Spot, fill: str, share: float, label: str, note: str) -> Iterable[str]:
    yield svg.rect(
        spot.x - spot.width / 2, spot.y - spot.height / 2, spot.width * (0.1 + 0.9 * share), spot.height, fill, radius=8
    )
    words = f"{label} · {note}" if note else label
    size = fitting_size(words, spot.width + 8, 11.5)
    if size < SMALLEST:
        words, size = label, fitting_size(label, spot.width + 8, 11.5)
    yield svg.text(spot.x, spot.y + spot.height / 2 + 9, words, max(size, SMALLEST), colour="soft")


def colour_bar(overlay: Overlay, top: float, width: float) -> tuple[list[str], float]:
    """The scale below a board, and its height."""
    bar = min(width, 240.0)
    step = bar / STEPS
    spread = overlay.high - overlay.low
    body = [svg.rect(0, top, bar, 10, "f-card")]
    body += [
        svg.rect(i * step, top, step + 0.2, 10, overlay.fill(overlay.low + spread * i / (STEPS - 1)))
        for i in range(STEPS)
    ]
    whole = spread >= 10
    for at, anchor in ((0.0, "start"), (0.5, "middle"), (1.0, "end")):
        value = overlay.low + spread * at
        words = svg.short_count(round(value)) if overlay.low >= 0 and whole else svg.signed(value, 0 if whole else 1)
        body.append(svg.text(bar * at, top + 19, words, 11, anchor, "soft"))
    size = max(SMALLEST, fitting_size(overlay.title, width, 11.0))
    lines = wrapped(overlay.title, width, size)
    body += [svg.text(0, top + 35 + 14 * i, words, size, "start", "soft") for i, words in enumerate(lines)]
    return body, 42.0 + 14 * (len(lines) - 1)


def _value(move: MoveStats) -> float:
    return move.value if move.proven is None else move.proven
