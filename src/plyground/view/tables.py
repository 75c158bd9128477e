"""Tables of text, the one place that builds them: aligned columns, figures flush right, no lines."""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # rich loads when a table is drawn: most commands start without it
    from rich.table import Table

# Wider than any table: nothing is wrapped.
_UNBOUNDED = 10_000


def make_table(headings: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[str] = ()) -> "Table":
    """A table for rich. The columns named in `right` hold figures; headings that are all empty are not shown."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold", show_header=any(headings))
    for heading in headings:
        table.add_column(Text(heading), justify="right" if heading in right else "left")
    for row in rows:
        table.add_row(*map(Text, row))  # a Text is printed as it is: brackets are no markup in it
    return table


def text_table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    right: Collection[str] | None = None,
    *,
    terminal: bool = False,
) -> str:
    """The lines of a table; the columns named in `right`, or all but the first, hold figures.

    For a terminal the table keeps to its width and has a bold heading. Else it is plain, and as wide as it must be.
    """
    from rich.console import Console

    console = Console(highlight=False) if terminal else Console(highlight=False, width=_UNBOUNDED, color_system=None)
    with console.capture() as capture:
        console.print(make_table(headings, rows, headings[1:] if right is None else right))
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def percent(share: float) -> str:
    return f"{100 * share:.1f}"
