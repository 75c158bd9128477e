"""Output of commands: results on stdout, messages and progress on stderr, plain text outside a terminal."""

import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from plyground.view.tables import text_table


def write_json(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def say(text: str) -> None:
    """A message for people, on stderr."""
    print(text, file=sys.stderr)


def tick(good: bool) -> str:
    if not sys.stdout.isatty():
        return "ok" if good else "BROKEN"
    return "✓" if good else "✗"


def write_paragraph(text: str, indent: int = 0, style: str = "", hanging: int = 0) -> None:
    """A text, wrapped at the width of a terminal; `hanging` is the extra indent of the lines after the first."""
    if not sys.stdout.isatty():
        print((" " * indent + text).rstrip())
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    lines = Text(text, style=style).wrap(console, max(console.width - indent - hanging, 1))
    for place, line in enumerate(lines):
        line.rstrip()
        console.print(Text(" " * (indent + hanging * (place > 0))) + line, soft_wrap=True)


def write_table(headings: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[str] = ()) -> None:
    """Aligned columns; those named in `right` hold numbers. Empty headings are not shown."""
    print(text_table(headings, rows, right, terminal=sys.stdout.isatty()))


@contextmanager
def progress(what: str, total: int, worth_a_bar: bool = True) -> Iterator[Callable[..., None]]:
    """Gives a function to call after each of `total` steps, or after several with their number.

    A terminal shows a bar on stderr if `worth_a_bar`.
    """
    if not (worth_a_bar and sys.stderr.isatty()):
        yield lambda steps=1: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda steps=1: bar.advance(task, steps)


@contextmanager
def status_line(text: Callable[[], str]) -> Iterator[None]:
    """A terminal shows the current text on stderr, cut to one line, while the block runs."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    def line() -> Text:
        return Text(text(), no_wrap=True, overflow="ellipsis")

    with Live(get_renderable=line, console=Console(stderr=True), transient=True, refresh_per_second=5):
        yield
