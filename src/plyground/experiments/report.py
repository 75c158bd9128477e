"""The report of a reproduction: one HTML page that opens from disk, its claims as Markdown, and all of it as JSON."""

import json
import platform
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote

from plyground import __version__
from plyground.arena.identity import PLYGROUND
from plyground.arena.play import default_workers
from plyground.atomic_file import write_file
from plyground.errors import PlygroundError
from plyground.experiments.base import EXPERIMENTS, Experiment, Row
from plyground.experiments.bundle import Measured, StudyResult, load
from plyground.experiments.documents import DOCUMENTS, GUESSED, Document, sections
from plyground.experiments.drawings import Sketch, drawings
from plyground.experiments.figures import Figure
from plyground.experiments.headlines import WHAT_IS_MCTS, Headline, headlines
from plyground.experiments.verdict import CANNOT_TELL, DIFFERS, HOLDS, MISPRINT, QUESTION, STAND_IN
from plyground.games.native import have_native
from plyground.search.signature import signature
from plyground.view import svg
from plyground.view.charts import have_plots
from plyground.view.charts.style import NARROW
from plyground.view.pages import drawn, render

COLUMNS = ("what the document says", "where", "document", "ours [95 %]", "n", "verdict")
OWN_COLUMNS = ("what we asked", "where", "expected", *COLUMNS[3:])
# Widths in pixels: the pictures of the findings stand beside their words, the charts of the chapters fill the page.
SMALL, FULL = 300, 980
NO_CHART = 'Its chart needs pip install "plyground[plots]"; the same command then draws it.'
# Verdict → its class on the page, and the words after its count.
WORDS = {
    HOLDS: ("holds", "hold"),
    DIFFERS: ("differs", "differ"),
    CANNOT_TELL: ("open", "“cannot tell”"),
    STAND_IN: ("stand-in", "not comparable"),
    MISPRINT: ("misprint", "misprints"),
    QUESTION: ("question", "questions of our own"),
}
_SINGULAR = {HOLDS: "holds", DIFFERS: "differs", MISPRINT: "misprint", QUESTION: "question of our own"}
RULE = (
    "A published number is judged by the 95 % interval of its difference from ours, which includes the uncertainty of "
    "both. The number holds if that interval lies within the margin that matters, and differs if the interval reaches "
    "beyond the margin and leaves out zero; otherwise we cannot tell. A statement in words is judged as written; "
    "“more” needs the smallest effect that counts, one percentage point unless the row says otherwise. Where the cells "
    "of a table are tested together, a cell differs only if Holm's rule allows it. Fewer than 20 repetitions give no "
    "verdict."
)


@dataclass(frozen=True)
class Finding:
    """An experiment and the studies that this command measured."""

    experiment: Experiment[Any]
    studies: Mapping[str, StudyResult]

    @property
    def rows(self) -> list[Row]:
        return [row for one in self.studies.values() for row in one.outcome.rows]

    @property
    def seconds(self) -> float:
        return sum(one.measured.seconds for one in self.studies.values())


@dataclass(frozen=True)
class ChapterPart:
    """An experiment in its chapter: the results to show, and what this command measured anew beside them."""

    experiment: Experiment[Any]
    studies: Mapping[str, StudyResult]
    fresh: Mapping[str, Row]

    @property
    def rows(self) -> list[Row]:
        return [row for one in self.studies.values() for row in one.outcome.rows]

    @property
    def figures(self) -> list[Figure]:
        return [figure for one in self.studies.values() for figure in one.outcome.figures]

    @property
    def conclusions(self) -> list[Row]:
        return [row for row in self.rows if row.claim.key]

    @property
    def prose(self) -> dict[str, str]:
        return sections(self.experiment.name)

    @property
    def drawings(self) -> list[Sketch]:
        return drawings(self.experiment.name)


@dataclass(frozen=True)
class Report:
    """The stored full results of all documents, and what one command measured."""

    findings: Sequence[Finding]
    mode: str
    seed: int
    command: str
    date: str
    seconds: float = 0.0
    signature: str = field(default_factory=lambda: search_signature())
    machine: str = field(default_factory=lambda: describe_machine())

    @cached_property
    def parts(self) -> dict[str, ChapterPart]:
        measured = {finding.experiment.name: finding for finding in self.findings}
        found = {}
        for name, experiment in EXPERIMENTS.items():
            studies, fresh = load(name), {}
            if name in measured:
                now = measured[name]
                if self.mode != "full":
                    fresh = {row.claim.id: row for row in now.rows}
                studies = {**now.studies, **studies} if self.mode != "full" else {**studies, **now.studies}
            found[name] = ChapterPart(
                experiment, {s.name: studies[s.name] for s in experiment.studies if s.name in studies}, fresh
            )
        return found

    @property
    def chapters(self) -> list[tuple[Document, list[ChapterPart]]]:
        return [(document, [self.parts[name] for name in document.experiments]) for document in DOCUMENTS]

    @property
    def rows(self) -> list[Row]:
        return [row for part in self.parts.values() for row in part.rows]

    @property
    def origins(self) -> dict[str, list[tuple[str, str, Measured]]]:
        """How the shown studies were measured: each run with its studies."""
        found: dict[str, list[tuple[str, str, Measured]]] = {}
        for name, part in self.parts.items():
            for study, one in part.studies.items():
                found.setdefault(one.measured.how, []).append((name, study, one.measured))
        return found

    @cached_property
    def headlines(self) -> list[Headline]:
        """The seven findings; none if results that they need are missing."""
        try:
            return headlines(self)
        except PlygroundError:
            return []

    def row(self, experiment: str, claim: str) -> Row:
        for row in self.parts[experiment].rows:
            if row.claim.id == claim:
                return row
        raise PlygroundError(f"there is no result for {claim!r} of {experiment}")

    def figure(self, experiment: str, id: str) -> Figure:
        for figure in self.parts[experiment].figures:
            if figure.id == id:
                return figure
        raise PlygroundError(f"there is no figure {id!r} of {experiment}")

    def summary(self) -> list[str]:
        """At most ten lines: the conclusions of each document, counted; the table cells; our own questions."""
        lines, ours, rows = list[str](), list[str](), list[Row]()
        for document, parts in self.chapters:
            keys = [row for part in parts for row in part.conclusions]
            line = f"{document.short}: {counts(keys)}." if keys else f"{document.short}: not measured."
            (ours if document.own else lines).append(line)
            rows += [] if document.own else [row for part in parts for row in part.rows]
        keys, others = ([row for row in rows if row.claim.key == key] for key in (True, False))
        return [
            f"{len(keys)} conclusions of five documents: {counts(keys)}.",
            *lines,
            f"Besides these, {len(others)} table cells and side remarks: {counts(others)}.",
            *(f"Our own question, {line}" for line in ours),
        ]

    def meta(self) -> dict[str, Any]:
        return {
            "command": self.command, "mode": self.mode, "seed": self.seed, "version": f"plyground {__version__}",
            "build": PLYGROUND, "signature": self.signature, "machine": self.machine, "date": self.date,
            "seconds": round(self.seconds, 1),
        }  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """What this command measured; `plyground.experiments.bundle` can take it over."""
        return {
            **self.meta(),
            "summary": self.summary(),
            "experiments": {
                finding.experiment.name: {name: one.to_dict() for name, one in finding.studies.items()}
                for finding in self.findings
            },
        }

    def html(self) -> str:
        """Self-contained: no script, no font, no picture from elsewhere."""
        return render(
            "report.html",
            Path(__file__).parent / "templates",
            report=self,
            style=drawn(svg.STYLE),
            rule=RULE,
            guessed=GUESSED,
            columns=lambda document: OWN_COLUMNS if document.own else COLUMNS,
            words=WORDS,
            counts=counts,
            drawn=drawn,
            chart=chart,
            small=SMALL,
            full=FULL,
            narrow=NARROW,
            no_chart=NO_CHART,
            csv=lambda figure: "data:text/csv;charset=utf-8," + quote(figure.csv()),
            what_is_mcts=WHAT_IS_MCTS,
        )

    def markdown(self) -> str:
        """The findings and all claims as Markdown."""
        lines = ["# What five documents said, and what we found", "", WHAT_IS_MCTS, ""]
        lines += [*(f"- {line}" for line in self.summary()), ""]
        for one in self.headlines:
            lines += [f"**{one.sentence}** The document says ({one.where}): “{one.says}” We found: {one.found}", ""]
        lines += [RULE]
        for document, parts in self.chapters:
            lines += ["", f"## {document.authors}: {document.title}"]
            for part in parts:
                columns = OWN_COLUMNS if document.own else COLUMNS
                lines += ["", f"### {part.experiment.title}", "", *markdown_rows(part.rows, columns), ""]
                lines += [f"{name}: {one.measured}." for name, one in part.studies.items()]
        return "\n".join(lines) + "\n"

    def write(self, out: Path) -> Path:
        """report.html, report.md, report.json, and the figures' data as CSV; returns the page."""
        (out / "data").mkdir(parents=True, exist_ok=True)
        for name, part in self.parts.items():
            for figure in part.figures:
                write_file(out / "data" / f"{name}_{figure.id}.csv", figure.csv())
        write_file(out / "report.md", self.markdown())
        whole = json.dumps(self.to_dict(), ensure_ascii=False, indent=1, allow_nan=False)
        write_file(out / "report.json", whole + "\n")
        page = out / "report.html"
        write_file(page, self.html())
        return page


def chart(figure: Figure, width: int) -> str:
    """The chart as SVG that follows the reader's light or dark preference; "" without the extra `plots`.

    The verdicts and tables need no charts, and so the base install runs every experiment.
    """
    return figure.chart().svg("auto", width) if have_plots() else ""


def search_signature() -> str:
    """What `plyground signature` prints."""
    return f"{signature('native' if have_native() else 'python'):016x}"


def describe_machine() -> str:
    return f"{platform.system()} {platform.machine()}, {default_workers()} cores, Python {platform.python_version()}"


def counts(rows: Sequence[Row]) -> str:
    """The verdicts that occur, counted: "3 hold, 1 differs, 2 “cannot tell”"."""
    tally = Counter(row.verdict for row in rows)
    said = []
    for verdict, (_, plural) in WORDS.items():
        if tally[verdict]:
            word = _SINGULAR.get(verdict, plural) if tally[verdict] == 1 else plural
            said.append(f"{tally[verdict]} {word}")
    return ", ".join(said) or "none"


def said(row: Row) -> str:
    """What the document says, and the difference or the range that decides the verdict."""
    return f"{row.paper_text} ({row.margin_text})" if row.margin_text else row.paper_text


def markdown_rows(rows: Sequence[Row], columns: Sequence[str]) -> list[str]:
    table = [
        [row.claim.text, row.claim.where, said(row), row.ours_text, f"{row.n:,}" if row.n else "exact",
         f"**{row.verdict}**" + (f": {row.note}" if row.note else "")]
        for row in rows
    ]  # fmt: skip
    return markdown_table(columns, table)


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    return [line(head), "|" + "---|" * len(head), *map(line, rows)]
