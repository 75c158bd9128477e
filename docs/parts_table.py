"""Writes the table of all parts into docs/search.md, from their docstrings: `make docs`."""

from pathlib import Path

from plyground.catalogue import entry_of
from plyground.cli.catalogue import signature
from plyground.search.part import KINDS, own_parts

PAGE = Path(__file__).parent / "search.md"
BEGIN, END = "<!-- The parts; `make docs` writes them. -->\n", "<!-- End of the parts. -->\n"


def table() -> str:
    """One line per part: its text form, and the first sentence of its docstring."""
    lines = ["| seam | part | what it does |", "|---|---|---|"]
    last = ""
    for kind, name, _ in own_parts():
        entry = entry_of(KINDS[kind].registry, name)
        text = signature(name, entry["parameters"])
        seam = f"**{kind}**" if kind != last else ""
        lines.append(f"| {seam} | `{text}` | {entry['summary']} |")
        last = kind
    return "\n".join(lines) + "\n"


def page(old: str) -> str:
    """The page with the table between its marks."""
    before, begin, rest = old.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin, f"{PAGE} has lost the mark {BEGIN}"
    assert end, f"{PAGE} has lost the mark {END}"
    return before + BEGIN + "\n" + table() + "\n" + END + after


def write() -> None:
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    write()
