"""Tables as text: aligned columns, figures flush right, no lines."""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # rich loads when a table is drawn: most commands start without it
    from rich.table import Table

# Wider than any table: nothing is wrapped.
_UNBOUNDED = 10_000
_GAP = 2  # blanks after a column
_LONGEST_WORD = 16  # a longer one is broken if the terminal is narrow


def make_table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[str] = (), width: int = _UNBOUNDED
) -> "Table":
    """A table for rich. The columns named in `right` hold figures; headings that are all empty are not shown.

    If the width is too small, text wraps between words; figures never wrap, even beyond that width.
    """
    from rich.table import Table
    from rich.text import Text

    rows = list(rows)
    columns = [[heading, *(row[place] for row in rows)] for place, heading in enumerate(headings)]
    widths = _share(columns, [heading in right for heading in headings], width)
    table = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="bold", show_header=any(headings))
    for heading, wide in zip(headings, widths, strict=True):
        table.add_column(Text(heading), justify="right" if heading in right else "left", width=wide, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))  # a Text is printed as it is: brackets are no markup in it
    return table


def _share(columns: Sequence[Sequence[str]], figures: Sequence[bool], width: int) -> list[int]:
    """The width of each column: the widest text shrinks first, down to its longest word."""
    from rich.cells import cell_len

    widths = [max(map(cell_len, column)) for column in columns]
    words = [[*column] if whole else " ".join(column).split() for column, whole in zip(columns, figures, strict=True)]
    least = [max(map(cell_len, column), default=0) for column in words]
    least = [fit if whole else min(fit, _LONGEST_WORD) for fit, whole in zip(least, figures, strict=True)]
    while sum(widths) + _GAP * len(widths) > width:
        yielding = [place for place, fit in enumerate(least) if widths[place] > fit]
        if not yielding:
            break
        widths[max(yielding, key=widths.__getitem__)] -= 1
    return widths


def text_table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    right: Collection[str] | None = None,
    *,
    terminal: bool = False,
) -> str:
    """The lines of a table; the columns named in `right`, or all but the first, hold figures.

    For a terminal the table fits its width and has a bold heading. Else it is plain and never wraps.
    """
    from rich.console import Console

    plain: dict[str, Any] = {} if terminal else {"width": _UNBOUNDED, "color_system": None, "force_jupyter": False}
    console = Console(highlight=False, **plain)
    table = make_table(headings, rows, headings[1:] if right is None else right, console.width)
    console.width = max(console.width, sum((column.width or 0) + _GAP for column in table.columns))
    with console.capture() as capture:
        console.print(table)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def percent(share: float) -> str:
    return f"{100 * share:.1f}"
