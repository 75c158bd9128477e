"""`plyground reproduce`: the claims of five documents, measured and judged."""

import contextlib
import os
import shlex
import sys
import time
import webbrowser
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from plyground.arena.identity import PLYGROUND
from plyground.cli.options import Json, Workers
from plyground.cli.output import say, status_line, write_json
from plyground.errors import PlygroundError
from plyground.experiments import (
    Experiment,
    Finding,
    Measured,
    Report,
    Session,
    StudyResult,
    find_experiments,
    search_signature,
)
from plyground.experiments.report import describe_machine
from plyground.files import place_of
from plyground.games.native import have_native
from plyground.quantities import clock


def reproduce(
    *names: str, quick: bool = False, full: bool = False, out: str = "reproduction", seed: int = 0,
    workers: Workers = None, json: Json = False,
) -> None:  # fmt: skip
    """Reproduce the claims of five documents: print their figures, ours with intervals and a verdict, and write a page.

    The page shows the full results that come with plyground, and beside them the measurements of this command.

    Args:
        names: The experiments; all if none is named.
        quick: Small sizes: a few minutes for all experiments (the default).
        full: The documents' sizes or larger: about three hours on two cores. It needs the
            extra "tune", and can be interrupted.
        out: The folder of the report, the games and all other results.
        seed: The same seed gives the same numbers.

    Examples:
        plyground reproduce
        plyground reproduce lecture --full
    """
    if quick and full:
        raise PlygroundError("give --quick or --full, not both")
    if not have_native():
        say("plyground: without the C++ core this takes about a hundred times as long (plyground doctor says why)")
    folder = _folder(out)
    mode = "full" if full else "quick"
    experiments = find_experiments(names)
    for experiment in experiments:
        experiment.check(getattr(experiment, mode))
    command = shlex.join(
        ["plyground", "reproduce", *names, f"--{mode}", *(["--seed", str(seed)] if seed else []), "--out", out]
    )
    begin, findings, trees = time.monotonic(), [], search_signature()
    time_left = TimeLeft(experiments, mode)
    with status_line(lambda: time_left.line), _leaving(out):
        for experiment in experiments:
            with Session(folder, seed, workers, time_left) as session:
                time_left.enter(experiment, session)
                findings.append(_measure(experiment, session, mode, command, trees))
    report = Report(findings, mode, seed, command, _now(), time.monotonic() - begin, trees)
    page = report.write(folder)
    if json:
        write_json(report.to_dict())
    else:
        for line in report.summary():
            print(line)
        print(f"\nThe report: {page}")
        _show(page)


def _measure(experiment: Experiment[Any], session: Session, mode: str, command: str, trees: str) -> Finding:
    """Run all studies of an experiment, and time each."""
    found = {}
    for study in experiment.studies:
        start = time.monotonic()
        outcome = study.run(session, getattr(experiment, mode))
        seconds = round(time.monotonic() - start, 1)
        build, machine = f"plyground {PLYGROUND}", describe_machine()
        origin = Measured(command, mode, session.seed, build, machine, _now(), seconds, trees)
        found[study.name] = StudyResult(outcome, origin)
    return Finding(experiment, found)


def _now() -> str:
    return datetime.now(UTC).isoformat(sep=" ", timespec="minutes").replace("+00:00", " UTC")


def _show(page: Path) -> None:
    """Open the page in a browser if the command runs in a terminal of a desktop."""
    desktop = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.stdout.isatty() and desktop:
        webbrowser.open(page.resolve().as_uri())


def _folder(out: str) -> Path:
    """The folder of the results, created if missing."""
    folder = place_of(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise PlygroundError(f"--out must be a folder, and {out} is a file") from None
    except OSError as error:
        raise PlygroundError(f"--out: cannot make the folder {out}: {error.strerror}") from None
    return folder


@contextlib.contextmanager
def _leaving(out: str) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"stopped; the same command continues ({out})") from None


class TimeLeft:
    """One line on stderr: the current step, and the time left, estimated from each experiment's usual time."""

    def __init__(self, experiments: Sequence[Experiment[Any]], mode: str) -> None:
        self.place = 0 if mode == "quick" else 1
        self.mode = mode
        self.experiments = list(experiments)
        self.total = sum(experiment.seconds[self.place] for experiment in experiments)
        self.past = 0.0
        self.current: Experiment[Any] | None = None
        self.session: Session | None = None
        self.begin = self.shown = time.monotonic()
        self.terminal = sys.stderr.isatty()
        self.line = ""

    def enter(self, experiment: Experiment[Any], session: Session) -> None:
        if self.current is not None:
            self.past += self.current.seconds[self.place]
        self.current, self.session = experiment, session
        self("", 0.0)

    def __call__(self, what: str, share: float) -> None:
        now = time.monotonic()
        if now - self.shown < (0.2 if self.terminal else 10.0) or self.current is None or self.session is None:
            return
        self.shown = now
        steps = self.current.steps(getattr(self.current, self.mode))
        here = min(1.0, (self.session.steps + share) / steps)
        done = (self.past + here * self.current.seconds[self.place]) / self.total
        left = f"about {clock((now - self.begin) * (1 - done) / done)} left" if done > 0.01 else "…"
        number = self.experiments.index(self.current) + 1
        self.line = f"{number} of {len(self.experiments)} {self.current.name}, {100 * done:.0f} %, {left}: {what}"
        if not self.terminal:
            say(self.line[:160])
