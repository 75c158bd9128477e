"""The one way from a contest to its games: check, choose workers, open the store, play the missing games.

The commands, the library calls, tuning and the experiments all go through `play`; reports use its result.
"""

import contextlib
import os
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TypedDict

from plyground.arena.cluster import Cluster
from plyground.arena.contest import Contest
from plyground.arena.own_code import OwnCode
from plyground.arena.processes import Processes
from plyground.arena.runner import Forfeits, Progress, run_contest
from plyground.arena.store import IN_MEMORY, Store
from plyground.arena.workers import Executor, Threads
from plyground.errors import PlygroundError
from plyground.statistics.sprt import Sprt


class WhoPlays(TypedDict, total=False):
    """The arguments of `play` that choose the workers, for callers that pass them on."""

    workers: int | None
    cluster: str | None
    prepare: Callable[[], object] | None


def play(
    contest: Contest,
    games: int,
    store: Store | str | Path = IN_MEMORY,
    *,
    sprt: Sprt | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    prepare: Callable[[], object] | None = None,
    forfeits: Forfeits = "stop",
    watch: Callable[[Progress], None] = lambda progress: None,
) -> Progress:
    """Play the first `games` games of every meeting, except those in the store.

    An open store stays open; a path is opened and closed. `sprt` ends a match as soon as it accepts a hypothesis,
    `prepare` is called first in every worker process, `watch` after every batch of games. The run ends with an error
    after three games in which agents raised errors, unless `forfeits` is "count".
    """
    check_run(contest, games, workers, sprt)
    executor = make_executor(contest, workers, cluster)
    with contextlib.nullcontext(store) if isinstance(store, Store) else Store(store) as results:
        return run_contest(
            contest, games, results, executor, sprt=sprt, prepare=prepare, forfeits=forfeits, watch=watch
        )


def make_executor(contest: Contest, workers: int | None = None, cluster: str | None = None) -> Executor:
    """The workers: a cluster, or threads or processes on this machine.

    Threads are used if no agent thinks in Python, or for one worker. Moves with a time limit need processes, because a
    thread cannot be killed. Games and agents defined in a script, in a notebook or at a prompt are played in this
    process, because no other can import them.
    """
    workers = default_workers() if workers is None else workers
    alone = OwnCode([contest.game, *contest.agents]).unimportable
    why = f"other processes cannot import {', '.join(alone)}"
    if cluster is not None:
        if alone:
            raise PlygroundError(f"{why}: define it in a file of its own and import it from there")
        return Cluster(cluster, workers)
    if contest.move_seconds is None and (not any(contest.thinks_in_python) or workers == 1):
        return Threads(workers)
    if alone:
        limit = "" if contest.move_seconds is None else ", and an agent that never answers is not ended"
        warnings.warn(
            f"{why}, so one game is played at a time{limit}: define it in a file of its own to use {workers} workers",
            stacklevel=4,
        )
        return Threads(1)
    return Processes(workers)


def default_workers() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_run(contest: Contest, games: int, workers: int | None, sprt: Sprt | None) -> None:
    """Refuse an impossible run before its store is made."""
    if sprt is not None and contest.form == "alone":
        raise PlygroundError(
            f"an SPRT tests an Elo difference, and in {contest.game} nobody wins: leave it out, the report has the "
            "interval of the difference"
        )
    for number, noun in ((games, "games"), (workers, "workers")):
        if number is not None and number < 1:
            raise PlygroundError(f"the number of {noun} must be at least 1, not {number}")
