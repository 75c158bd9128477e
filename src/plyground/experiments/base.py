"""The contract of an experiment: a document's claims as data, a run that measures them, and rows that compare both."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, ClassVar, Generic, TypeVar

from plyground.errors import PlygroundError
from plyground.experiments.figures import Figure
from plyground.experiments.session import Session
from plyground.experiments.verdict import (
    CANNOT_TELL,
    DIFFERS,
    FEWEST,
    LEVEL,
    QUESTION,
    Published,
    Range,
    Value,
    holm,
    p_value,
    verdict,
)
from plyground.statistics.intervals import Estimate


@dataclass(frozen=True)
class Claim:
    """One statement of a document."""

    id: str
    text: str
    # Its place in the document: "table 6.1", "figure 2".
    where: str
    paper: Published
    # "%": a share, printed in percent; "points": a difference of shares, in percentage points; "relative": a relative
    # change, in percent; "": a plain number.
    unit: str = "%"
    # The smallest difference that matters.
    margin: float = 0.1
    # True for a conclusion of the document, which the summary counts; false for a single figure of a table.
    key: bool = False
    # One of the verdicts that need no measurement: MISPRINT, STAND_IN or QUESTION; "": our numbers decide.
    kind: str = ""
    # Rows of one family are tested together: Holm's rule.
    family: str = ""


@dataclass(frozen=True)
class Row:
    """A claim, our measurement, and the verdict."""

    claim: Claim
    ours: Estimate
    # Games, trainings or searches behind our value; 0: computed exactly.
    n: int
    note: str = ""
    # See `verdict`.
    spread: float = 0.0
    # The p-value after Holm's rule, in a family of rows.
    adjusted: float | None = None

    @property
    def verdict(self) -> str:
        if self.claim.kind:
            return self.claim.kind
        if 0 < self.n < FEWEST:
            return CANNOT_TELL
        word = verdict(self.claim.paper, self.ours, self.claim.margin, self.spread)
        lucky = self.adjusted is not None and self.adjusted >= LEVEL
        return CANNOT_TELL if word == DIFFERS and lucky else word

    @property
    def digits(self) -> int:
        """The number of digits to print: more for exact numbers."""
        return 4 if self.n else 7

    @property
    def paper_text(self) -> str:
        paper = self.claim.paper
        if self.claim.kind == QUESTION:
            return "–"
        if isinstance(paper, Range):
            return paper.words
        text = number(paper.value, self.claim.unit, self.digits)
        sampled = self.claim.unit == "%" and number(paper.low, "%") != number(paper.high, "%")
        return f"{text} {bounds(paper.low, paper.high, '%')}" if sampled else text

    @property
    def margin_text(self) -> str:
        """The difference that matters, or the range in which a statement holds; empty if the row is not judged."""
        paper, unit = self.claim.paper, self.claim.unit
        if self.claim.kind:
            return ""
        if isinstance(paper, Value):
            return "± " + number(self.claim.margin, "points" if unit == "%" else unit, self.digits).removeprefix("+")
        low, high = (number(bound, unit, self.digits) for bound in (paper.low, paper.high))
        # A share of 1 and a difference of ±1 bound nothing.
        above = math.isfinite(paper.low) and not (unit == "%" and paper.low <= 0.0)
        below = math.isfinite(paper.high) and not (unit in ("%", "points") and paper.high >= 1.0)
        if above and below:
            return low if low == high else f"{low} to {high}"
        return f"at least {low}" if above else f"at most {high}" if below else ""

    @property
    def ours_text(self) -> str:
        text = number(self.ours.value, self.claim.unit, self.digits)
        bounded = self.n > 0 and math.isfinite(self.ours.low) and math.isfinite(self.ours.high)
        return f"{text} {bounds(self.ours.low, self.ours.high, self.claim.unit)}" if bounded else text

    def to_dict(self) -> dict[str, Any]:
        """All that `from_dict` needs, and the texts of the report."""
        paper = self.claim.paper
        return {
            **asdict(self.claim),
            "paper": {name: _json_number(value) for name, value in asdict(paper).items()},
            "ours": self.ours.to_dict(),
            "n": self.n,
            "note": self.note,
            "spread": self.spread,
            "adjusted": self.adjusted,
            "paper_text": self.paper_text,
            "ours_text": self.ours_text,
            "verdict": self.verdict,
        }

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> "Row":
        """The row of `to_dict`; its verdict is made again, by the current rule."""
        published = {name: _number(value, name) for name, value in found["paper"].items()}
        paper: Published = Range(**published) if "words" in published else Value(**published)
        kept = {field.name: found[field.name] for field in fields(Claim) if field.name != "paper"}
        ours = Estimate(**{name: _number(value, name) for name, value in found["ours"].items()})
        return cls(Claim(**kept, paper=paper), ours, found["n"], found["note"], found["spread"], found["adjusted"])


def _json_number(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _number(value: Any, name: str) -> Any:
    """A number of JSON, where an infinite bound is null."""
    return (-math.inf if name == "low" else math.inf) if value is None else value


@dataclass
class Outcome:
    """The results of one experiment."""

    added: list[Row] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)

    def add(self, claim: Claim, ours: Estimate, n: int, note: str = "", spread: float = 0.0) -> None:
        self.added.append(Row(claim, ours, n, note, spread))

    @property
    def rows(self) -> list[Row]:
        """All rows; those of a family with the p-values of Holm's rule."""
        return with_holm(self.added)


Size = TypeVar("Size")


@dataclass(frozen=True)
class Study(Generic[Size]):
    """A part of an experiment that can be measured, stored and repeated alone."""

    name: str
    # All randomness comes from the session's seed.
    run: Callable[[Session, Size], Outcome]
    # The number of steps (matches, trainings, series) in a run of this size.
    steps: Callable[[Size], int]


class Experiment(ABC, Generic[Size]):
    """One document, or one part of it. `quick` and `full` are its sizes, `tiny` is for tests."""

    name: ClassVar[str]
    title: ClassVar[str]
    # Seconds of a quick and of a full run on two cores, for the estimate of the time left.
    seconds: ClassVar[tuple[float, float]]
    quick: Size
    full: Size
    tiny: Size

    @property
    @abstractmethod
    def studies(self) -> Sequence[Study[Size]]:
        """Its parts, in the order of the chapter."""

    def steps(self, size: Size) -> int:
        return sum(study.steps(size) for study in self.studies)

    def check(self, size: Size) -> None:
        """Raise, before the run starts, if something that it needs is missing."""

    def run(self, session: Session, size: Size) -> dict[str, Outcome]:
        """Measure all studies."""
        return {study.name: study.run(session, size) for study in self.studies}


EXPERIMENTS: dict[str, Experiment[Any]] = {}
Registered = TypeVar("Registered", bound=Experiment[Any])


def register(experiment: type[Registered]) -> type[Registered]:
    EXPERIMENTS[experiment.name] = experiment()
    return experiment


def find_experiments(names: Sequence[str]) -> list[Experiment[Any]]:
    """The named experiments, or all."""
    for name in names:
        if name not in EXPERIMENTS:
            raise PlygroundError(f"there is no experiment {name!r}; there are {', '.join(EXPERIMENTS)}")
    return [EXPERIMENTS[name] for name in dict.fromkeys(names or EXPERIMENTS)]


def with_holm(rows: Sequence[Row]) -> list[Row]:
    """The rows, each family's with its adjusted p-values. Rows that are not judged do not count."""
    families: dict[str, list[int]] = {}
    for place, row in enumerate(rows):
        if row.claim.family and not row.claim.kind:
            families.setdefault(row.claim.family, []).append(place)
    found = list(rows)
    for places in families.values():
        raw = [p_value(rows[place].claim.paper, rows[place].ours, rows[place].spread) for place in places]
        for place, adjusted in zip(places, holm(raw), strict=True):
            found[place] = replace(rows[place], adjusted=adjusted)
    return found


def number(value: float, unit: str, digits: int = 4) -> str:
    """A number as a reader wants it: rounding errors are 0, differences have a sign, minus is a minus."""
    if not math.isfinite(value):
        return "–"
    if unit == "%":
        text = f"{100 * value:.1f} %"
    elif unit in ("points", "relative"):
        text = f"{100 * value:+z.1f} {'points' if unit == 'points' else '%'}"
    elif abs(value) < 1e-12:
        text = "0"
    else:
        text = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.{digits}g}"
    return text.replace("-", "−")


def bounds(low: float, high: float, unit: str) -> str:
    """The interval, without the unit: that stands beside the value."""
    return (
        "[" + ", ".join(number(bound, unit).removesuffix(" %").removesuffix(" points") for bound in (low, high)) + "]"
    )
