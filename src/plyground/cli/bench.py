"""`plyground bench`: the speed of plyground, beside other libraries in the same run."""

from dataclasses import asdict

from plyground.bench.race import REPEATS, Measurement, run_race
from plyground.bench.suites import SUITES
from plyground.cli.options import Json, Seconds
from plyground.cli.output import progress, write_json, write_table
from plyground.errors import PlygroundError


def bench(what: str = "games", /, *, seconds: Seconds = 0.5, json: Json = False) -> None:
    """Measure the speed, beside other libraries if they are installed.

    Speed is per second of processor time on one thread; only runs on two threads are timed by the wall clock.

    Args:
        what: The suite: games (random games), search (simulations, cost of parts, threads), arena (matches) or
            pool (many searches that share a network).
        seconds: Target time of one run; the best of up to five runs counts.

    Examples:
        plyground bench games
        plyground bench search --seconds 2
    """
    if what not in SUITES:
        raise PlygroundError(f"there is no suite {what!r}; there are {', '.join(SUITES)}")
    if seconds > 600:
        raise PlygroundError(f"--seconds must be at most 600, not {seconds:g}")
    races = list(SUITES[what]())
    with progress(f"bench {what}", len(races) * REPEATS) as step:
        found = [run_race(race, seconds, step) for race in races]
    if json:
        write_json([asdict(measurement) for measurement in found])
    else:
        _write(found)


def _write(found: list[Measurement]) -> None:
    sized = any(m.bytes_per_node is not None for m in found)
    headings = ["game", "what", "per second", "median", "peer", "per second", "median", "ratio"]
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


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"
