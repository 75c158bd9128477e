"""The session of experiments: one seed, one store of games, one file of other results, one line of progress.

Games go to the arena's store; all other results (trainings, series of games, searches) go as JSON to a file beside it,
each under a text that names its inputs. An interrupted run continues from both.
"""

import hashlib
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from plyground.arena.contest import Form, make_contest
from plyground.arena.identity import PLYGROUND
from plyground.arena.play import play
from plyground.arena.report import MatchReport, TournamentReport, match_report, tournament_report
from plyground.arena.runner import Progress
from plyground.arena.store import IN_MEMORY, Store
from plyground.arena.tune import TuneReport, tune
from plyground.atomic_file import write_file
from plyground.errors import PlygroundError

# The current step in words, and the finished share of it.
Watch = Callable[[str, float], None]
T = TypeVar("T")


class Session:
    """Runs matches and remembers results; everything stays in memory without a folder."""

    def __init__(
        self,
        out: Path | None = None,
        seed: int = 0,
        workers: int | None = None,
        watch: Watch = lambda what, share: None,
    ) -> None:
        self.out, self.seed, self.workers, self.watch = out, seed, workers, watch
        self.steps = 0
        self._known: dict[str, Any] = {}
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            self._known = _read(out / "results.json")
        self._store = Store(IN_MEMORY if out is None else out / "games.sqlite")

    def close(self) -> None:
        self._store.close()

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def match(self, a: str, b: str, game: str, games: int, openings: int = 0) -> MatchReport:
        """A match of two agents, each of them first in half of the games; `openings` random moves begin every pair."""
        contest = make_contest(game, [a, b], seed=self.seed, opening_moves=openings)
        what = f"{a} against {b}, {game}"
        return match_report(self._play(what, contest, games))

    def tournament(
        self, agents: Mapping[str, str], game: str, games: int, form: Form, seed: int | None = None
    ) -> TournamentReport:
        """A tournament, with the session's seed unless it has its own."""
        contest = make_contest(game, list(agents.values()), form=form, seed=self.seed if seed is None else seed)
        return tournament_report(self._play(f"{', '.join(agents)}: {game}", contest, games), tuple(agents))

    def tune(
        self, template: str, against: str, game: str, ranges: Sequence[str], games: int, openings: int = 0
    ) -> TuneReport:
        """The best numbers in place of the {names}, see `plyground.arena.tune`."""
        what = f"tuning {template} against {against}, {game}"
        played: dict[str, int] = {}

        def watch(progress: Progress) -> None:
            played[progress.contest.identity] = len(progress.records)
            self.watch(what, sum(played.values()) / (2 * games))  # the confirming match has as many at most

        report = tune(
            template, against, game, ranges, games=games, seed=self.seed, opening_moves=openings,
            store=self._store.path, workers=self.workers, watch=watch,
        )  # fmt: skip
        self.steps += 1
        return report

    def _play(self, what: str, contest: Any, games: int) -> Progress:
        def watch(progress: Progress) -> None:
            self.watch(what, len(progress.records) / progress.total)

        progress = play(contest, games, self._store, workers=self.workers, watch=watch)
        self.steps += 1
        return progress

    def remember(self, what: str, compute: Callable[[], T]) -> T:
        """The result of `compute`, or that of an earlier run from the file. JSON must be able to hold it."""
        key = f"{what}; seed={self.seed}; code {PLYGROUND} {_digest_of(compute)}"
        self.watch(what, 0.0)
        if key not in self._known:
            # Through JSON at once, so that a new result has the same types as a resumed one.
            self._known[key] = json.loads(json.dumps(compute()))
            if self.out is not None:
                write_file(self.out / "results.json", json.dumps(self._known, ensure_ascii=False))
        self.steps += 1
        found: T = self._known[key]
        return found


def _digest_of(compute: Callable[[], object]) -> str:
    """The digest of the file that defines the computation."""
    function = compute.func if isinstance(compute, partial) else compute
    return hashlib.sha256(Path(inspect.getfile(function)).read_bytes()).hexdigest()[:16]


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except (OSError, ValueError) as error:
        raise PlygroundError(f"cannot read {path}: {error}; move it away to start anew") from None
    if not isinstance(found, dict):
        raise PlygroundError(f"{path} is not a file of results; move it away to start anew")
    return found
