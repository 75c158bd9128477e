"""What the cache of a pool gains in the opening, where its searches meet the same positions.

    python benchmarks/opening_cache.py --searches 256 --moves 4

Connect Four from the empty board with the network that plyground ships, in NumPy on one thread, Gumbel search with
noise. "Ratio": simulations a second of the pool, divided by the positions a second that the network judged in the same
run; so a busy machine changes it little. Above 1 the pool is faster than the network alone could be.
"""

import argparse
import time

from plyground.games import parse_game
from plyground.net.trained import trained_network
from plyground.search import SearchPool, configure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--searches", type=int, default=256)
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--moves", type=int, default=4, help="that every search plays")
    parser.add_argument("--cache", type=int, nargs="*", default=[0, 1 << 18])
    options = parser.parse_args()
    game = parse_game("connect_four")
    network = trained_network("", game)
    for cache in options.cache:
        pool = SearchPool(
            game, configure(select="gumbel"), searches=options.searches, simulations=options.simulations, cache=cache
        )
        wanted = options.searches * options.simulations * options.moves
        judged, thought, start = 0, 0.0, time.perf_counter()
        while pool.simulations < wanted:
            positions = pool.collect()
            before = time.perf_counter()
            answers = network.evaluate(positions)
            thought += time.perf_counter() - before
            judged += len(positions)
            pool.deliver(*answers)
        rate, limit = pool.simulations / (time.perf_counter() - start), judged / thought
        print(
            f"cache of {cache}: {rate:.0f} simulations/s, network alone {limit:.0f} positions/s, "
            f"ratio {rate / limit:.2f}; {judged} positions judged, {pool.found} found in the cache",
            flush=True,
        )


if __name__ == "__main__":
    main()
