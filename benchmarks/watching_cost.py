"""The cost of watching a search: simulations a second with up to ten frames a second, divided by those without.

Both kinds of run alternate in the server's queue, so that other load on the machine slows both. A frame has the board,
the table of moves and a tree of 300 nodes; another thread draws it and writes it as JSON. No frame is sent.
The ratio by the clock needs two idle cores: on a busy machine the drawing thread takes time from the search. The ratio
by the CPU time of the searching thread does not depend on other load, nor on the time that this thread waits.

    python benchmarks/watching_cost.py [ROUNDS] [SECONDS]
"""

import asyncio
import statistics
import sys
import time
from collections.abc import Callable, Generator

import plyground as pg
from plyground.serve.messages import Frame
from plyground.serve.protocol import write
from plyground.serve.run import SWITCH_SECONDS
from plyground.serve.shapes import FrameShown
from plyground.serve.thinking import Slices
from plyground.serve.watched import Watched
from plyground.serve.work import FairQueue

GAMES = ("tictactoe", "connect_four", "mnk(10,10,5)", "ludo(players=2)")


def new_search(game: str) -> pg.Search:
    search = pg.Search(game, seed=1)
    search.start(search.game.initial_state())
    return search


class Timed:
    """A job of the queue that measures the CPU time of the queue's only thread."""

    def __init__(self, run: Callable[[], Generator[None, None, object]]) -> None:
        self.run, self.seconds = run, 0.0

    def __call__(self) -> Generator[None, None, None]:
        steps = self.run()
        while True:
            begin = time.thread_time()
            try:
                next(steps)
            except StopIteration:
                return
            finally:
                self.seconds += time.thread_time() - begin
            yield


async def alone(queue: FairQueue, game: str, seconds: float) -> tuple[float, float]:
    """Simulations a second, by the clock and by the CPU time of the thread."""
    slices = Slices(new_search(game), pg.Budget(seconds=seconds))
    job = Timed(slices.run)
    begin = time.perf_counter()
    await queue.run("alone", job)
    return slices.simulations / (time.perf_counter() - begin), slices.simulations / job.seconds


async def watched(queue: FairQueue, game: str, seconds: float) -> tuple[float, float, float, int]:
    """Both speeds as in `alone`, with frames; also frames a second, and the bytes of the longest frame."""
    search = Watched([new_search(game)], pg.Budget(seconds=seconds))
    sizes: list[int] = []

    def tell(frames: list[FrameShown]) -> None:
        sizes.append(len(write(Frame(search="s1", frame=frames[0]))))

    search.tell = tell
    job = Timed(search.run)
    begin = time.perf_counter()
    await queue.run("watched", job)
    elapsed = time.perf_counter() - begin
    await search.drawn()
    simulations = search.sides[0].slices.simulations
    return simulations / elapsed, simulations / job.seconds, len(sizes) / elapsed, max(sizes)


def spread(ratios: list[float]) -> str:
    return f"{statistics.median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})"


async def main(rounds: int, seconds: float) -> None:
    queue = FairQueue(1, 600.0)
    for game in GAMES:
        clock, cpu, rates, largest = [], [], [], 0
        for _ in range(rounds):
            before = await alone(queue, game, seconds)
            by_clock, by_cpu, rate, size = await watched(queue, game, seconds)
            after = await alone(queue, game, seconds)
            clock.append(2 * by_clock / (before[0] + after[0]))
            cpu.append(2 * by_cpu / (before[1] + after[1]))
            rates.append(rate)
            largest = max(largest, size)
        print(
            f"{game:16} by the clock {spread(clock)}, by CPU time {spread(cpu)} of the speed without a viewer; "
            f"{statistics.median(rates):.1f} frames a second of at most {largest / 1000:.0f} kB",
            flush=True,
        )
    queue.close()


if __name__ == "__main__":
    sys.setswitchinterval(SWITCH_SECONDS)
    numbers = sys.argv[1:]
    asyncio.run(main(int(numbers[0]) if numbers else 9, float(numbers[1]) if len(numbers) > 1 else 2.0))
