"""What watching costs a search: simulations a second with ten frames a second, over those without a viewer.

Both run through the server's queue, in turns, so that what else the machine does meets both. A frame has the board, the
table of moves and a tree of 300 nodes, is drawn by another thread and written as JSON; only the network is left out.

    python benchmarks/watching_cost.py [ROUNDS] [SECONDS]
"""

import asyncio
import statistics
import sys

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


async def alone(queue: FairQueue, game: str, seconds: float) -> float:
    slices = Slices(new_search(game), pg.Budget(seconds=seconds))
    await queue.run("alone", slices.run)
    return slices.simulations / slices.seconds


async def watched(queue: FairQueue, game: str, seconds: float) -> tuple[float, float, int]:
    """Simulations and frames a second, and the bytes of the longest frame."""
    search = Watched([new_search(game)], pg.Budget(seconds=seconds))
    sizes: list[int] = []

    def tell(frames: list[FrameShown]) -> None:
        sizes.append(len(write(Frame(search="s1", frame=frames[0]))))

    search.tell = tell
    begin = asyncio.get_running_loop().time()
    await queue.run("watched", search.run)
    elapsed = asyncio.get_running_loop().time() - begin
    await search.drawn()
    slices = search.sides[0].slices
    # Against the clock: what the search waits for between slices counts.
    return slices.simulations / elapsed, len(sizes) / elapsed, max(sizes)


async def main(rounds: int, seconds: float) -> None:
    queue = FairQueue(1, 600.0)
    for game in GAMES:
        ratios, rates, largest = [], [], 0
        for _ in range(rounds):
            before = await alone(queue, game, seconds)
            speed, rate, size = await watched(queue, game, seconds)
            after = await alone(queue, game, seconds)
            ratios.append(speed / ((before + after) / 2))
            rates.append(rate)
            largest = max(largest, size)
        middle = statistics.median(ratios)
        print(
            f"{game:16} {middle:.3f} of the speed without a viewer (from {min(ratios):.3f} to {max(ratios):.3f}), "
            f"{statistics.median(rates):.1f} frames a second, {largest / 1000:.0f} kB the longest"
        )
    queue.close()


if __name__ == "__main__":
    sys.setswitchinterval(SWITCH_SECONDS)
    numbers = sys.argv[1:]
    asyncio.run(main(int(numbers[0]) if numbers else 9, float(numbers[1]) if len(numbers) > 1 else 2.0))
