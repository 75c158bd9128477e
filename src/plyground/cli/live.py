"""A contest under way: a table that renews itself in a terminal, a plain line now and then elsewhere."""

import sys
import time
from types import TracebackType
from typing import Any, Self

from plyground.arena.report import elo_text, match_report, tournament_report
from plyground.arena.runner import Progress
from plyground.cli.output import say

_REFRESH_SECONDS = 0.25
_LINE_SECONDS = 10.0


class LiveTable:
    """Shows the standing and the speed of a contest on stderr; call it after every step."""

    def __init__(self, names: tuple[str, ...] | None = None) -> None:
        self.names = names
        self.begin = self.shown = time.monotonic()
        self.terminal = sys.stderr.isatty()
        self.live: Any = None

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
        begin = time.monotonic()
        if begin - self.shown < (_REFRESH_SECONDS if self.terminal else _LINE_SECONDS):
            return
        if self.live is not None:
            self.live.update("\n".join([*standing(progress, self.names), self.speed(progress)]), refresh=True)
        else:
            say("; ".join([*standing(progress, self.names), self.speed(progress)]))
        # A standing that takes long to work out is shown more rarely.
        self.shown = time.monotonic() + 4 * (time.monotonic() - begin)

    def speed(self, progress: Progress) -> str:
        done = len(progress.records)
        per_second = (done - progress.found) / max(time.monotonic() - self.begin, 1e-9)
        left = f", {_clock((progress.total - done) / per_second)} left" if per_second else ""
        return f"{done} of {progress.total} games, {per_second:.1f} games/s{left}"


def standing(progress: Progress, names: tuple[str, ...] | None) -> list[str]:
    """Who leads, by how much, and how sure that is: a line each."""
    if len(progress.contest.agents) == 2 and progress.contest.form != "seatings":
        report = match_report(progress, names)
        a, b = report.names
        test = progress.sprt
        llr = f"  LLR {test.llr(report.match.pairs):.2f} in ({test.lower:.2f}, {test.upper:.2f})" if test else ""
        return [f"{a} against {b}: {report.tally}  Elo {elo_text(report.counts)}{llr}"]
    table = tournament_report(progress, names)
    if table.ratings is not None:
        ratings = table.ratings
        return [
            f"{name}  {ratings[name].value:+.0f} ±{ratings[name].high - ratings[name].value:.0f}"
            for name in ratings.ranking
        ]
    seen = table.seatings
    return [f"{name}  won {100 * seen.win_rate(name).value:.1f} %" for name in seen.players]


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
