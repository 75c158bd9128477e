"""The contract of an experiment: a document's claims as data, a run that measures them, and rows that compare both."""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from plyground.errors import PlygroundError
from plyground.experiments.session import Session
from plyground.experiments.verdict import Published, Range, verdict
from plyground.statistics.intervals import Estimate
from plyground.view.charts import Chart


@dataclass(frozen=True)
class Claim:
    """One statement of a document."""

    id: str
    text: str
    # Its place in the document: "table 6.1", "figure 2".
    where: str
    paper: Published
    # "%": a share, printed in percent; "": a plain number.
    unit: str = "%"
    # The smallest difference that matters.
    margin: float = 0.1
    # Is it one of the document's conclusions (the first page names it), not a single figure of a table?
    key: bool = False


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

    @property
    def verdict(self) -> str:
        return verdict(self.claim.paper, self.ours, self.claim.margin, self.spread)

    @property
    def digits(self) -> int:
        """The number of digits to print: more for exact numbers."""
        return 4 if self.n else 7

    @property
    def paper_text(self) -> str:
        paper = self.claim.paper
        if isinstance(paper, Range):
            return paper.words
        text = number(paper.value, self.claim.unit, self.digits)
        sampled = paper.high - paper.low > 0.01 * abs(paper.value)
        return f"{text} {bounds(paper.low, paper.high, self.claim.unit)}" if sampled else text

    @property
    def ours_text(self) -> str:
        text = number(self.ours.value, self.claim.unit, self.digits)
        return f"{text} {bounds(self.ours.low, self.ours.high, self.claim.unit)}" if self.n else f"{text} exactly"

    def to_dict(self) -> dict[str, Any]:
        return {
            "claim": self.claim.id,
            "text": self.claim.text,
            "where": self.claim.where,
            "paper": self.paper_text,
            "ours": self.ours.to_dict(),
            "ours_text": self.ours_text,
            "n": self.n,
            "verdict": self.verdict,
            "note": self.note,
            "key": self.claim.key,
        }


@dataclass(frozen=True)
class Figure:
    """A chart in the document's form, or a table, or lines of plain text."""

    title: str
    chart: Chart | None = None
    head: Sequence[str] = ()
    table: Sequence[Sequence[str]] = ()
    text: str = ""
    # A sentence below it.
    caption: str = ""


@dataclass
class Outcome:
    """The results of one experiment."""

    rows: list[Row] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    # Sentences for the reader, after the rows.
    remarks: list[str] = field(default_factory=list)

    def add(self, claim: Claim, ours: Estimate, n: int, note: str = "", spread: float = 0.0) -> None:
        self.rows.append(Row(claim, ours, n, note, spread))


Size = TypeVar("Size")


class Experiment(ABC, Generic[Size]):
    """One document, or one part of it. `quick` and `full` are its sizes, `tiny` is for tests."""

    name: ClassVar[str]
    title: ClassVar[str]
    authors: ClassVar[str]
    # Seconds of a quick and of a full run on two cores, for the estimate of the time left.
    seconds: ClassVar[tuple[float, float]]
    quick: Size
    full: Size
    tiny: Size

    @abstractmethod
    def steps(self, size: Size) -> int:
        """The number of steps (matches, trainings, series) in a run of this size."""

    def check(self, size: Size) -> None:
        """Raise, before the run starts, if something that it needs is missing."""

    @abstractmethod
    def run(self, session: Session, size: Size) -> Outcome:
        """Measure. All randomness comes from the session's seed."""


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


def number(value: float, unit: str, digits: int = 4) -> str:
    if not math.isfinite(value):
        return "–"
    if unit == "%":
        return f"{100 * value:.1f} %"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.{digits}g}"


def bounds(low: float, high: float, unit: str) -> str:
    return f"[{number(low, unit).removesuffix(' %')}, {number(high, unit).removesuffix(' %')}]"
