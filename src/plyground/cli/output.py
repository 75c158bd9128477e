"""How commands speak: results on stdout, talk and progress on stderr, plain text unless a terminal looks."""

import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any


def write_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def say(text: str) -> None:
    """Talk that no program reads."""
    print(text, file=sys.stderr)


def tick(good: bool) -> str:
    if not sys.stdout.isatty():
        return "ok" if good else "BROKEN"
    return "✓" if good else "✗"


def write_paragraph(text: str, indent: int = 0, style: str = "") -> None:
    """A line that a terminal wraps at its width, with the indent kept."""
    if not sys.stdout.isatty():
        print(" " * indent + text)
        return
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    Console(highlight=False).print(Padding(Text(text, style=style), (0, 0, 0, indent)))


def write_table(headings: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[str] = ()) -> None:
    """Aligned columns; those named in `right` hold numbers. Empty headings are not shown."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    terminal = sys.stdout.isatty()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold", show_header=any(headings))
    for heading in headings:
        table.add_column(heading, justify="right" if heading in right else "left")
    for row in rows:
        table.add_row(*map(Text, row))
    console = Console(highlight=False) if terminal else Console(highlight=False, width=10_000)
    with console.capture() as capture:
        console.print(table)
    print("\n".join(line.rstrip() for line in capture.get().splitlines()))


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[..., None]]:
    """Gives a function to call after each of `total` steps, or after several with their number.

    A terminal shows a bar on stderr meanwhile.
    """
    if not sys.stderr.isatty():
        yield lambda steps=1: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda steps=1: bar.advance(task, steps)
