"""Play the games of a contest that the store lacks; each task is stored as soon as it is played."""

import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from plyground.arena.contest import Contest
from plyground.arena.identity import difference
from plyground.arena.referee import GameRecord
from plyground.arena.store import Store, StoredRun
from plyground.arena.workers import ContestWork, Executor, Lost, Task
from plyground.errors import CannotPlay
from plyground.statistics.sprt import Sprt
from plyground.statistics.tally import MatchRecord
from plyground.text_form import require_choice

# The target length of a task: short enough to lose little by a kill, long enough to hand out cheaply.
_TASK_SECONDS = 0.1
_MOST_GAMES_A_TASK = 500
# A run ends when agents have forfeited this many games by errors, unless forfeits are counted as losses.
MOST_FAILURES = 3
Forfeits = Literal["stop", "count"]


class SprtWatch:
    """The SPRT of a match. It takes the pairs in order, so it stops at the same pair with any number of workers."""

    def __init__(self, sprt: Sprt) -> None:
        self.sprt = sprt
        self.seen = MatchRecord()
        self.verdict: str | None = None
        # All games with lower numbers are included, except pairs with a lost game.
        self.games = 0

    def look(self, records: Mapping[int, GameRecord], lost: Collection[int] = ()) -> bool:
        """Add the next pairs; True if the test has a verdict."""
        while self.verdict is None:
            pair = (self.games, self.games + 1)
            if any(number not in records and number not in lost for number in pair):
                break
            self.games += 2
            if not any(number in lost for number in pair):
                self.seen.add(records[pair[0]].score(0), records[pair[1]].score(0))
                self.verdict = self.sprt.decide(self.seen.pairs)
        return self.verdict is not None


@dataclass
class Progress:
    """The progress of a run, for the live table."""

    contest: Contest
    total: int
    # The number of games found in the store, and all games so far, by number.
    found: int
    records: dict[int, GameRecord]
    test: SprtWatch | None = None
    # The games that were given up because their worker died three times.
    lost: set[int] = field(default_factory=set)
    # Messages for the user who started the run.
    notices: list[str] = field(default_factory=list)


@dataclass
class Pace:
    """Sizes tasks for the target length; a task has two games until the first result is back."""

    seconds_per_game: float = 0.0

    def games(self, left: int, workers: int) -> int:
        if not self.seconds_per_game:
            return 2
        most = min(_MOST_GAMES_A_TASK, max(1, left // (4 * workers)))
        return min(most, max(1, int(_TASK_SECONDS / self.seconds_per_game)))


def run_contest(
    contest: Contest,
    games: int,
    store: Store,
    executor: Executor,
    *,
    sprt: Sprt | None = None,
    prepare: Callable[[], object] | None = None,
    forfeits: Forfeits = "stop",
    watch: Callable[[Progress], None] = lambda progress: None,
) -> Progress:
    """Play the first `games` games of every meeting, except those in the store.

    The run ends with an error after three games in which agents raised errors, unless `forfeits` is "count".
    """
    require_choice("forfeits", forfeits, get_args(Forfeits))
    run = store.open_run(contest)
    numbers = contest.numbers(games)
    wanted = set(numbers)
    records = {record.number: record for record in store.records(run) if record.number in wanted}
    test = SprtWatch(sprt) if sprt is not None else None
    progress = Progress(contest, len(numbers), len(records), records, test)
    progress.notices = [_stale_notice(store, old, contest) for old in store.stale_runs(contest)]
    missing = [number for number in numbers if number not in records]
    watch(progress)
    if forfeits == "stop":
        _require_few_failures(progress)
    if not missing or (test is not None and test.look(records)):
        return progress
    work, pace = ContestWork(contest, prepare), Pace()

    def tasks() -> Iterator[Task]:
        start = count = 0
        while start < len(missing):
            end = start + pace.games(len(missing) - start, executor.workers)
            yield Task(count, work, tuple(missing[start:end]))
            start, count = end, count + 1

    with contextlib.closing(executor.run(tasks())) as results:
        for _, result in results:
            if isinstance(result, Lost):
                progress.lost.update(result.numbers)
                continue
            store.add(run, result.records)
            records.update((record.number, record) for record in result.records)
            pace.seconds_per_game = result.seconds / len(result.records)
            watch(progress)
            if forfeits == "stop":
                _require_few_failures(progress)
            if test is not None and test.look(records, progress.lost):
                break
    return progress


def _require_few_failures(progress: Progress) -> None:
    """Raise if agents have raised too many errors: such games measure a bug, not strength."""
    failures = [record for record in progress.records.values() if record.failed]
    if len(failures) >= MOST_FAILURES:
        last = failures[-1]
        assert last.forfeit is not None
        agent = progress.contest.agents[last.seats[last.forfeit]]
        raise CannotPlay(
            f"{agent} fails: {last.reason} (game {last.number}; {len(failures)} of {len(progress.records)} games "
            "ended by an error); with forfeits=count they would count as lost games"
        )


def _stale_notice(store: Store, run: StoredRun, contest: Contest) -> str:
    return (
        f"{run.games} stored games of this contest (run {run.id} of {store.path}) were played with "
        f"{difference(run.code, contest.code)}: they are kept but not counted"
    )
