"""The report of a reproduction: one HTML page that opens from disk, the same as Markdown, and as JSON."""

import json
import platform
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from plyground import __version__
from plyground.arena.play import default_workers
from plyground.atomic_file import write_file
from plyground.experiments.base import Experiment, Outcome, Row
from plyground.experiments.verdict import CANNOT_TELL, DIFFERS, HOLDS, Range
from plyground.view.charts import have_plots
from plyground.view.pages import drawn, render

COLUMNS = ("what the document says", "where", "paper", "ours [95 %]", "n", "verdict")
RULE = (
    "How verdicts are made. A published number is compared by the 95 % interval of the difference (ours − theirs, with "
    "the uncertainty of both): it holds if that lies within the margin that matters (10 percentage points, 5 in "
    "the thesis's tables of tic-tac-toe, less for exact numbers), differs if it reaches beyond and leaves out zero, "
    "and else we cannot tell. A statement in words (more, less, above 60 %) "
    "holds if our whole 95 % interval agrees, differs if all of it contradicts."
)

NO_CHART = 'Its chart needs pip install "plyground[plots]"; the same command then draws it from the stored games.'


@dataclass(frozen=True)
class Finding:
    """An experiment and its results."""

    experiment: Experiment[Any]
    outcome: Outcome
    seconds: float = 0.0

    @property
    def tally(self) -> Counter[str]:
        return Counter(row.verdict for row in self.outcome.rows)


@dataclass(frozen=True)
class Report:
    """All findings of one command."""

    findings: Sequence[Finding]
    mode: str
    seed: int
    command: str
    date: str
    seconds: float = 0.0
    machine: str = field(default_factory=lambda: describe_machine())

    @cached_property
    def pictures(self) -> dict[str, str]:
        """The charts as SVG, by the names of their files; none without the extra `plots`.

        In light colours, since the page is light. The verdicts and tables need no charts, and so the base install runs
        every experiment.
        """
        if not have_plots():
            return {}
        return {
            chart_file(finding, number): figure.chart.svg("light")
            for finding in self.findings
            for number, figure in enumerate(finding.outcome.figures, 1)
            if figure.chart is not None
        }

    @property
    def rows(self) -> list[Row]:
        return [row for finding in self.findings for row in finding.outcome.rows]

    def summary(self) -> list[str]:
        """At most ten lines: the claims that held up and those that did not."""
        tally = Counter(row.verdict for row in self.rows)
        lines = [f"{len(self.rows)} claims: {counts(tally)}."]
        lines += [headline(finding) for finding in self.findings]
        values = sum(not isinstance(row.claim.paper, Range) and row.n > 0 for row in self.rows)
        if values:
            lucky = max(1, round(values / 20))
            lines.append(f"{values} of them compare sampled numbers at 95 %: luck alone makes about {lucky} differ.")
        if self.mode != "full" and tally[CANNOT_TELL]:
            lines.append(
                f"This was a quick run: {tally[CANNOT_TELL]} rows are too small to judge; --full settles more."
            )
        return lines

    def meta(self) -> list[tuple[str, str]]:
        return [
            ("command", self.command),
            ("seed", str(self.seed)),
            ("version", f"plyground {__version__}"),
            ("machine", self.machine),
            ("date", self.date),
            ("time", f"{self.seconds:.0f} s"),
        ]

    def to_dict(self) -> dict[str, Any]:
        return {
            **dict(self.meta()),
            "mode": self.mode,
            "summary": self.summary(),
            "experiments": {
                finding.experiment.name: {
                    "title": finding.experiment.title,
                    "document": finding.experiment.authors,
                    "verdicts": dict(finding.tally),
                    "rows": [row.to_dict() for row in finding.outcome.rows],
                    "remarks": finding.outcome.remarks,
                }
                for finding in self.findings
            },
        }

    def html(self) -> str:
        """Self-contained: no script, no font, no picture from elsewhere."""
        return render(
            "report.html",
            Path(__file__).parent / "templates",
            report=self,
            rule=RULE,
            columns=COLUMNS,
            cells=_cells,
            counts=counts,
            drawn=drawn,
            chart_file=chart_file,
            no_chart=NO_CHART,
        )

    def markdown(self, figures: str = "figures") -> str:
        """The same as Markdown; pictures are files in a folder beside it."""
        lines = ["# What held up", "", f"Five documents on Monte Carlo tree search, reproduced ({self.mode} run).", ""]
        lines += [f"- {line}" for line in self.summary()]
        lines += ["", RULE, "", *markdown_table(("", ""), self.meta())]
        for finding in self.findings:
            lines += _markdown_finding(finding, figures, self.pictures)
        return "\n".join(lines) + "\n"

    def write(self, out: Path) -> Path:
        """report.html, report.md, report.json and the figures; returns the page."""
        (out / "figures").mkdir(parents=True, exist_ok=True)
        for name, picture in self.pictures.items():
            write_file(out / "figures" / name, picture)
        write_file(out / "report.md", self.markdown())
        whole = json.dumps(self.to_dict(), ensure_ascii=False, indent=1, allow_nan=False)
        write_file(out / "report.json", whole + "\n")
        page = out / "report.html"
        write_file(page, self.html())
        return page


def headline(finding: Finding) -> str:
    """One line: the number of claims that hold, then the conclusions that hold and those that do not."""
    keys = [row for row in finding.outcome.rows if row.claim.key]
    said = [
        f"{word}: {'; '.join(_plain(row.claim.text) for row in keys if row.verdict == kind)}"
        for word, kind in (("Held up", HOLDS), ("Did not", DIFFERS))
        if any(row.verdict == kind for row in keys)
    ]
    still_open = sum(row.verdict == CANNOT_TELL for row in keys)
    if still_open:
        said.append(f"Open: {still_open} of {len(keys)} conclusions")
    return f"{finding.experiment.authors}: {counts(finding.tally)}. {'. '.join(said)}".rstrip(". ") + "."


def _plain(text: str) -> str:
    """A claim without its remark in brackets."""
    return re.sub(r" \([^()]*\)$", "", text)


def describe_machine() -> str:
    return f"{platform.system()} {platform.machine()}, {default_workers()} cores, Python {platform.python_version()}"


def counts(tally: Mapping[str, int]) -> str:
    words = {HOLDS: ("holds", "hold"), DIFFERS: ("differs", "differ"), CANNOT_TELL: ("cannot tell",) * 2}
    found = {kind: tally.get(kind, 0) for kind in words}
    return ", ".join(f"{found[kind]} {words[kind][found[kind] != 1]}" for kind in words)


def _cells(row: Mapping[str, Any]) -> list[str]:
    """The columns of a row that is given as `Row.to_dict`."""
    n = f"{row['n']:,}" if row["n"] else "exact"
    return [row["text"], row["where"], row["paper"], row["ours_text"], n, row["verdict"]]


def _markdown_finding(finding: Finding, figures: str, pictures: Mapping[str, str]) -> list[str]:
    experiment, outcome = finding.experiment, finding.outcome
    lines = ["", f"## {experiment.title}", "", f"{experiment.authors}. {counts(finding.tally)}.", ""]
    lines += markdown_rows(row.to_dict() for row in outcome.rows)
    for remark in outcome.remarks:
        lines += ["", remark]
    for number, figure in enumerate(outcome.figures, 1):
        lines += ["", f"### {figure.title}", ""]
        if figure.chart is not None:
            name = chart_file(finding, number)
            lines.append(f"![{figure.title}]({figures}/{name})" if name in pictures else NO_CHART)
        if figure.table:
            lines += markdown_table(figure.head, figure.table)
        if figure.text:
            lines += ["```", figure.text, "```"]
        if figure.caption:
            lines += ["", figure.caption]
    return lines


def markdown_rows(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """A table of rows that are given as `Row.to_dict`."""
    table = []
    for row in rows:
        *cells, word = _cells(row)
        table.append([*cells, f"**{word}**" + (f": {row['note']}" if row["note"] else "")])
    return markdown_table(COLUMNS, table)


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    return [line(head), "|" + "---|" * len(head), *map(line, rows)]


def chart_file(finding: Finding, number: int) -> str:
    """The file of the chart of an experiment's figure, from 1."""
    return f"{finding.experiment.name}_{number}.svg"
