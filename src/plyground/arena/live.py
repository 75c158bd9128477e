"""The progress of a contest: a live table in a terminal, a line in a notebook, elsewhere a line every ten seconds.

The commands always show it. The library shows it to people, in a terminal or in a notebook, unless the caller watches.
"""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Self

from plyground.arena.contest import Contest
from plyground.arena.report import elo_text, match_report, tournament_report
from plyground.arena.runner import Progress
from plyground.quantities import clock
from plyground.view.result_tables import number_text
from plyground.view.tables import make_table, percent

_REFRESH_SECONDS = 0.25
_LINE_SECONDS = 10.0


class LiveTable:
    """Shows the standing and the speed of a contest on stderr; call it after every step."""

    def __init__(self, names: tuple[str, ...] | None = None) -> None:
        self.names = names
        self.begin = self.shown = time.monotonic()
        self.terminal = sys.stderr.isatty()
        self.live: Any = None
        self.contest: Contest | None = None
        self.progress: Progress | None = None

    def __enter__(self) -> Self:
        if self.terminal:
            from rich.console import Console
            from rich.live import Live

            self.live = Live(console=Console(stderr=True), transient=True, auto_refresh=False)
            self.live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.live is not None:
            self.live.stop()

    def __call__(self, progress: Progress) -> None:
        begin, self.progress = time.monotonic(), progress
        if progress.contest is not self.contest:  # tuning plays several contests
            self.contest, self.begin = progress.contest, begin
            for notice in progress.notices:
                print(f"plyground: {notice}", file=sys.stderr)
        waits = _REFRESH_SECONDS if self.terminal else _LINE_SECONDS
        if not progress.records or begin - self.shown < waits:
            return
        rows, speed = standing(progress, self.names), self.speed(progress)
        if self.live is not None:
            self.live.update(_table(rows, speed, self.live.console.width), refresh=True)
        else:
            print("; ".join([*(" ".join(filter(None, row)) for row in rows), speed]), file=sys.stderr)
        # A standing that takes long to compute is shown less often.
        self.shown = time.monotonic() + 4 * (time.monotonic() - begin)

    def speed(self, progress: Progress) -> str:
        done = len(progress.records)
        per_second = (done - progress.found) / max(time.monotonic() - self.begin, 1e-9)
        left = f", {clock((progress.total - done) / per_second)} left" if per_second else ""
        return f"{done} of {progress.total} games, {per_second:.1f} games/s{left}"


def standing(progress: Progress, names: tuple[str, ...] | None) -> list[tuple[str, str, str]]:
    """A row per agent: name, strength, games."""
    if progress.contest.form == "alone":
        returns = tournament_report(progress, names).returns
        assert returns is not None
        return [
            (name, "{} {}".format(*number_text(returns.mean(name))), f"{len(returns.values[name])} games")
            for name in returns.ranking
        ]
    if len(progress.contest.agents) == 2 and progress.contest.form != "seatings":
        report = match_report(progress, names)
        test = report.sprt
        llr = f"  LLR {test.llr(report.match.pairs):z.2f} in ({test.lower:z.2f}, {test.upper:.2f})" if test else ""
        return [(report.names[0], f"{elo_text(report.counts)} Elo", f"{report.tally}{llr}")]
    table = tournament_report(progress, names)
    if table.ratings is not None:
        estimates = [(name, table.ratings[name]) for name in table.ratings.ranking]
        return [
            (name, f"{elo.value:+z.0f} ±{elo.high - elo.value:.0f} Elo", str(table.payoff.total(name)))
            for name, elo in estimates
        ]
    shares = [(name, table.seatings.win_rate(name)) for name in table.seatings.players]
    return [(name, f"{percent(won.value)} %", f"[{percent(won.low)}, {percent(won.high)}]") for name, won in shares]


def _table(rows: list[tuple[str, str, str]], speed: str, width: int) -> Any:
    from rich.console import Group
    from rich.text import Text

    table = make_table(("agent", "strength", "games"), rows, {"strength"}, width)
    table.show_header = False
    return Group(table, Text(speed, style="dim"))


class NotebookLine:
    """One line under a cell of a notebook, once the contest takes longer than a second."""

    def __init__(self, show: Callable[..., Any]) -> None:
        self.show = show  # IPython's `display`
        self.line: Any = None
        self.table = LiveTable()
        self.shown = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        self.table.progress = progress
        if progress.contest is not self.table.contest:
            self.table.contest, self.table.begin = progress.contest, time.monotonic()
        if not progress.records or time.monotonic() - self.shown < 1.0:
            return
        self.shown = time.monotonic()
        self.write(self.table.speed(progress))

    def write(self, text: str) -> None:
        if self.line is None:
            self.line = self.show({"text/plain": text}, raw=True, display_id=True)
        else:
            self.line.update({"text/plain": text}, raw=True)

    def close(self) -> None:
        if self.line is not None and self.table.progress is not None:
            self.write(f"played in {clock(time.monotonic() - self.table.begin)}")


Watch = Callable[[Progress], None]


@contextlib.contextmanager
def watched(watch: Watch | None) -> Iterator[Watch]:
    """The function that a library call tells of its progress: the caller's, or one that shows it to people."""
    if watch is not None:
        yield watch
    elif (show := _notebook()) is not None:
        line = NotebookLine(show)
        yield line
        line.close()
    elif sys.stderr is not None and sys.stderr.isatty():
        with LiveTable() as table:
            yield table
    else:
        yield lambda progress: None


def _notebook() -> Callable[..., Any] | None:
    """IPython's `display` in a notebook; None elsewhere, also in IPython at a terminal."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import display

    show: Callable[..., Any] = display
    return show
