"""Keeps the line breaks of formulas and tables of a docstring in the reference.

In a docstring a formula is indented, and a table has blanks between its columns; reStructuredText would join the
lines of both into one paragraph.
"""

import re
from typing import Any

from sphinx.application import Sphinx

COLUMNS = re.compile(r"\S {2,}\S")


def keep_lines(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Turn paragraphs with formulas or tables into literal blocks, in place."""
    kept: list[str] = []
    for paragraph in "\n".join(lines).split("\n\n"):
        rows = paragraph.strip("\n").split("\n")
        indented = all(row.startswith("    ") for row in rows)
        table = len(rows) > 1 and sum(bool(COLUMNS.search(row)) for row in rows) > len(rows) / 2
        if indented or table:
            rows = ["::", "", *(row if indented else f"    {row}" for row in rows)]
        kept += [*rows, ""]
    lines[:] = kept


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("autodoc-process-docstring", keep_lines, priority=400)  # before napoleon reads the sections
    return {"parallel_read_safe": True, "parallel_write_safe": True}
