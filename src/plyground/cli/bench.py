"""`plyground bench`: the speed of plyground, beside other libraries in the same run.

A suite yields races; this file races each one. Ours and the peer's runs take turns, so that a busy moment
of the machine hits both, and the best of the repeats is what the code can do. The clock is the processor time
of this process, which other programs on the machine do not lengthen much; a race of threads takes wall time.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module

from plyground.cli.output import progress, write_json, write_table
from plyground.errors import PlygroundError

# Each suite by name: the function that yields its races.
SUITES = {
    "games": "plyground.cli.bench_games:races",
    "search": "plyground.cli.bench_search:races",
    "arena": "plyground.cli.bench_arena:races",
}

REPEATS = 5
# A race whose runs are far longer than asked for, since one piece of work is, is repeated less often.
ENOUGH = 30


@dataclass(frozen=True)
class Race:
    """The same work done by us and by a peer: each function does it that many times.

    `units` is how many games or simulations one such piece of work is.
    """

    game: str
    what: str
    ours: Callable[[int], object]
    peer: str | None = None
    peers: Callable[[int], object] | None = None
    units: int = 1
    wall_time: bool = False
    bytes_per_node: float | None = None


@dataclass(frozen=True)
class Measurement:
    """The best of the repeats; the medians tell how steady the machine was."""

    game: str
    what: str
    simulations: int
    per_second: float
    peer: str | None
    peer_per_second: float | None
    ratio: float | None
    median: float
    peer_median: float | None
    bytes_per_node: float | None


def bench(what: str = "games", /, *, seconds: float = 0.5, json: bool = False) -> None:
    """Measure the speed, beside other libraries where they are installed, in processor time on one thread.

    Args:
        what: The suite: games (random games), search (simulations, what parts cost, threads) or arena (matches).
        seconds: How long one run of a race takes, if it can; the best of up to five counts.
        json: Print JSON.
    """
    if what not in SUITES:
        raise PlygroundError(f"there is no suite {what!r}; there are {', '.join(SUITES)}")
    if not 0 < seconds <= 600:
        raise PlygroundError(f"--seconds must be above 0 and at most 600, not {seconds}")
    module, _, function = SUITES[what].partition(":")
    races: list[Race] = list(getattr(import_module(module), function)())
    with progress(f"bench {what}", len(races) * REPEATS) as step:
        found = [_run(race, seconds, step) for race in races]
    if json:
        write_json([asdict(measurement) for measurement in found])
        return
    sized = any(m.bytes_per_node is not None for m in found)
    headings = ["game", "what", "per second", "median", "peer", "per second ", "median ", "ratio"]
    headings += ["bytes/node"] * sized
    rows = [
        (
            m.game,
            m.what,
            _number(m.per_second),
            _number(m.median),
            m.peer or "–",
            _number(m.peer_per_second),
            _number(m.peer_median),
            f"{m.ratio:.2f}×" if m.ratio else "–",
            *(["–" if m.bytes_per_node is None else f"{m.bytes_per_node:.1f}"] * sized),
        )
        for m in found
    ]
    write_table(headings, rows, {*headings} - {"game", "what", "peer"})


def _run(race: Race, seconds: float, step: Callable[[], None]) -> Measurement:
    runners = [runner for runner in (race.ours, race.peers) if runner is not None]
    clock = time.perf_counter if race.wall_time else time.process_time
    counts = [_calibrate(runner, seconds, clock) for runner in runners]
    speeds: list[list[float]] = [[] for _ in runners]
    spent = 0.0
    for _ in range(REPEATS):
        step()
        if spent > ENOUGH * seconds:
            continue
        for runner, count, seen in zip(runners, counts, speeds, strict=True):
            taken = _time(runner, count, clock)
            spent += taken
            seen.append(count * race.units / taken)
    best = [max(seen) for seen in speeds]
    medians = [statistics.median(seen) for seen in speeds]
    raced = len(runners) == 2
    return Measurement(
        game=race.game,
        what=race.what,
        simulations=counts[0] * race.units,
        per_second=best[0],
        peer=race.peer if raced else None,
        peer_per_second=best[1] if raced else None,
        ratio=best[0] / best[1] if raced else None,
        median=medians[0],
        peer_median=medians[1] if raced else None,
        bytes_per_node=race.bytes_per_node,
    )


def _calibrate(runner: Callable[[int], object], seconds: float, clock: Callable[[], float]) -> int:
    """How many times fill the time. The first call is not timed: it imports what later calls reuse."""
    runner(1)
    count = 1
    while (spent := _time(runner, count, clock)) < seconds / 4:
        count *= 2
    return max(1, round(count * seconds / spent))


def _time(runner: Callable[[int], object], count: int, clock: Callable[[], float]) -> float:
    begin = clock()
    runner(count)
    return max(clock() - begin, 1e-9)  # a clock may stand still over very little work


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"
