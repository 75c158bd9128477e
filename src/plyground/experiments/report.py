"""What a reproduction found: one HTML page that opens from disk, the same as Markdown, and as JSON."""

import json
import platform
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from plyground import __version__
from plyground.arena.play import default_workers
from plyground.atomic_file import write_file
from plyground.experiments.base import Experiment, Figure, Outcome, Row
from plyground.experiments.verdict import CANNOT_TELL, DIFFERS, HOLDS, Range

COLUMNS = ("what the document says", "where", "paper", "ours [95 %]", "n", "verdict")
RULE = (
    "How verdicts are made. A published number is compared by the 95 % interval of the difference (ours − theirs, with "
    "the uncertainty of both): it holds when that lies within the margin that would matter (10 percentage points, 5 in "
    "the thesis's tables of tic-tac-toe, less for exact numbers), differs when it reaches beyond and leaves out zero, "
    "and else cannot be told. A statement in words (more, less, above 60 %) "
    "holds when our whole 95 % interval agrees, differs when all of it contradicts."
)
STYLE = """
body{font:15px/1.5 system-ui,sans-serif;color:#1a202c;background:#fff;max-width:1080px;margin:2em auto;padding:0 1em}
h1{font-size:1.7em;margin-bottom:.2em}h2{margin-top:2.2em;border-bottom:2px solid #e2e8f0;padding-bottom:.2em}
h3{font-size:1.02em;margin:1.6em 0 .4em}table{border-collapse:collapse;width:100%;font-size:13.5px;margin:.6em 0}
td,th{border-bottom:1px solid #e2e8f0;padding:.32em .6em;text-align:left;vertical-align:top}th{background:#f7fafc}
td.n{white-space:nowrap;font-variant-numeric:tabular-nums}td small,p small{color:#4a5568}
.v{white-space:nowrap;border-radius:4px;padding:.05em .5em;font-size:.92em}.holds{background:#c6f6d5;color:#22543d}
.differs{background:#fed7d7;color:#742a2a}.cannot{background:#edf2f7;color:#4a5568}
pre{background:#f7fafc;padding:.8em 1em;overflow:auto;font-size:13px;line-height:1.35;max-height:34em}
svg{max-width:100%;height:auto}figure{margin:1.2em 0}figcaption{color:#4a5568;font-size:13.5px}
.meta{color:#4a5568;font-size:13.5px}.wide{overflow-x:auto}
"""


@dataclass(frozen=True)
class Finding:
    """An experiment and what it found."""

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

    @property
    def rows(self) -> list[Row]:
        return [row for finding in self.findings for row in finding.outcome.rows]

    def summary(self) -> list[str]:
        """At most ten lines: what held up and what did not."""
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
        meta = "".join(f"<tr><th>{name}</th><td>{escape(value)}</td></tr>" for name, value in self.meta())
        parts = [
            "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
            "<meta name='viewport' content='width=device-width,initial-scale=1'>"
            f"<title>What held up</title><style>{STYLE}</style></head><body>",
            f"<h1>What held up</h1><p class='meta'>Five documents on Monte Carlo tree search, reproduced "
            f"({self.mode} run).</p><ul>",
            *(f"<li>{escape(line)}</li>" for line in self.summary()),
            f"</ul><p><small>{escape(RULE)}</small></p><table>{meta}</table>",
        ]
        for finding in self.findings:
            parts += _html_finding(finding)
        return "\n".join([*parts, "</body></html>\n"])

    def markdown(self, figures: str = "figures") -> str:
        """The same; pictures are files in a folder beside it."""
        lines = ["# What held up", "", f"Five documents on Monte Carlo tree search, reproduced ({self.mode} run).", ""]
        lines += [f"- {line}" for line in self.summary()]
        lines += ["", RULE, "", *markdown_table(("", ""), self.meta())]
        for finding in self.findings:
            lines += _markdown_finding(finding, figures)
        return "\n".join(lines) + "\n"

    def write(self, out: Path) -> Path:
        """report.html, report.md, report.json and the figures; returns the page."""
        (out / "figures").mkdir(parents=True, exist_ok=True)
        for finding in self.findings:
            for number, figure in enumerate(finding.outcome.figures, 1):
                if figure.svg:
                    write_file(out / "figures" / _file(finding, number), figure.svg)
        write_file(out / "report.md", self.markdown())
        whole = json.dumps(self.to_dict(), ensure_ascii=False, indent=1, allow_nan=False)
        write_file(out / "report.json", whole + "\n")
        page = out / "report.html"
        write_file(page, self.html())
        return page


def headline(finding: Finding) -> str:
    """One line: how many claims hold, then the conclusions that hold and those that do not."""
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
    """A claim without its remark on what is measured."""
    return re.sub(r" \([^()]*\)$", "", text)


def describe_machine() -> str:
    return f"{platform.system()} {platform.machine()}, {default_workers()} cores, Python {platform.python_version()}"


def counts(tally: Mapping[str, int]) -> str:
    words = {HOLDS: ("holds", "hold"), DIFFERS: ("differs", "differ"), CANNOT_TELL: ("cannot be told",) * 2}
    found = {kind: tally.get(kind, 0) for kind in words}
    return ", ".join(f"{found[kind]} {words[kind][found[kind] != 1]}" for kind in words)


def _cells(row: Row) -> list[str]:
    return [
        row.claim.text,
        row.claim.where,
        row.paper_text,
        row.ours_text,
        f"{row.n:,}" if row.n else "exact",
        row.verdict,
    ]


def _html_finding(finding: Finding) -> Iterable[str]:
    experiment, outcome = finding.experiment, finding.outcome
    yield f"<h2 id='{experiment.name}'>{escape(experiment.title)}</h2>"
    yield f"<p class='meta'>{escape(experiment.authors)} · {counts(finding.tally)} · {finding.seconds:.0f} s</p>"
    yield f"<div class='wide'><table><tr>{''.join(f'<th>{name}</th>' for name in COLUMNS)}</tr>"
    for row in outcome.rows:
        text, where, paper, ours, n, word = map(escape, _cells(row))
        note = f"<br><small>{escape(row.note)}</small>" if row.note else ""
        yield (
            f"<tr><td>{text}{note}</td><td class='n'>{where}</td><td class='n'>{paper}</td><td class='n'>{ours}</td>"
            f"<td class='n'>{n}</td><td><span class='v {word.split()[0]}'>{word}</span></td></tr>"
        )
    yield "</table></div>"
    yield from (f"<p>{escape(remark)}</p>" for remark in outcome.remarks)
    for figure in outcome.figures:
        yield from _html_figure(figure)


def _html_figure(figure: Figure) -> Iterable[str]:
    yield f"<h3>{escape(figure.title)}</h3><figure>"
    if figure.svg:
        yield figure.svg
    if figure.table:
        head = "".join(f"<th>{escape(name)}</th>" for name in figure.head)
        body = "".join(
            "<tr>" + "".join(f"<td class='n'>{escape(cell)}</td>" for cell in row) + "</tr>" for row in figure.table
        )
        yield f"<div class='wide'><table><tr>{head}</tr>{body}</table></div>"
    if figure.text:
        yield f"<pre>{escape(figure.text)}</pre>"
    if figure.caption:
        yield f"<figcaption>{escape(figure.caption)}</figcaption>"
    yield "</figure>"


def _markdown_finding(finding: Finding, figures: str) -> list[str]:
    experiment, outcome = finding.experiment, finding.outcome
    lines = ["", f"## {experiment.title}", "", f"{experiment.authors}. {counts(finding.tally)}.", ""]
    rows = [
        [*(cells := _cells(row))[:1], *cells[1:-1], f"**{cells[-1]}**{': ' + row.note if row.note else ''}"]
        for row in outcome.rows
    ]
    lines += markdown_table(COLUMNS, rows)
    for remark in outcome.remarks:
        lines += ["", remark]
    for number, figure in enumerate(outcome.figures, 1):
        lines += ["", f"### {figure.title}", ""]
        if figure.svg:
            lines.append(f"![{figure.title}]({figures}/{_file(finding, number)})")
        if figure.table:
            lines += markdown_table(figure.head, figure.table)
        if figure.text:
            lines += ["```", figure.text, "```"]
        if figure.caption:
            lines += ["", figure.caption]
    return lines


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    return [line(head), "|" + "---|" * len(head), *map(line, rows)]


def _file(finding: Finding, number: int) -> str:
    return f"{finding.experiment.name}_{number}.svg"
