"""Races: the speed of the same work done by plyground and by a peer.

The runs of both sides alternate, so that a busy moment of the machine affects both, and the best of the repeats
counts. The clock is the processor time of this process, which other programs on the machine hardly change; a race of
threads uses wall time.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

REPEATS = 5
# A race is not repeated again once it has taken this many times the time asked for: its single piece of work is long.
ENOUGH = 30


@dataclass(frozen=True)
class Race:
    """The same work done by plyground and by a peer; each function does it the given number of times.

    `units` is the number of games or simulations in one piece of work.
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
    """The best of the repeats; the medians show how steady the machine was."""

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


def run_race(race: Race, seconds: float, step: Callable[[], None] = lambda: None) -> Measurement:
    """Run the race; `step` is called before each repeat."""
    runners = [runner for runner in (race.ours, race.peers) if runner is not None]
    clock = time.perf_counter if race.wall_time else time.process_time
    counts = [calibrate(runner, seconds, clock) for runner in runners]
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


def calibrate(runner: Callable[[int], object], seconds: float, clock: Callable[[], float]) -> int:
    """The number of times that fill the seconds. The first call is not timed, because it includes imports."""
    runner(1)
    count = 1
    while (spent := _time(runner, count, clock)) < seconds / 4:
        count *= 2
    return max(1, round(count * seconds / spent))


def _time(runner: Callable[[int], object], count: int, clock: Callable[[], float]) -> float:
    begin = clock()
    runner(count)
    return max(clock() - begin, 1e-9)  # the clock may not advance during very little work
