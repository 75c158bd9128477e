"""A pool's speed in the opening, where searches meet equal positions: with its cache, with equal ones judged once.

    python benchmarks/opening_cache.py --searches 256 --moves 4

Connect Four from the empty board with the network that plyground ships, in NumPy on one thread, Gumbel search with
noise. The ratio is the pool's simulations a second, divided by the positions a second of the network alone in batches
of the same size, measured before and after.
"""

import argparse
import time

import numpy as np

from plyground.games import parse_game
from plyground.net.network import Network
from plyground.net.trained import trained_network
from plyground.search import SearchPool, configure
from plyground.search.evaluate.batched import judge_once


def alone(network: Network, batch: int) -> float:
    """Positions a second."""
    positions = np.random.default_rng(0).integers(0, 2**40, (batch, network.inputs.layout.words), np.uint64)
    start = time.perf_counter()
    for _ in range(4):
        network.evaluate(positions)
    return 4 * batch / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--searches", type=int, default=256)
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--moves", type=int, default=4, help="moves that every search plays")
    options = parser.parse_args()
    game = parse_game("connect_four")
    network = trained_network("", game)
    wanted = options.searches * options.simulations * options.moves
    for cache, once in ((0, False), (1 << 18, False), (0, True), (1 << 18, True)):
        limit = alone(network, options.searches)
        pool = SearchPool(
            game, configure(select="gumbel"), searches=options.searches, simulations=options.simulations, cache=cache
        )
        start = time.perf_counter()
        while pool.simulations < wanted:
            positions = pool.collect()
            pool.deliver(*(judge_once(network.evaluate, positions) if once else network.evaluate(positions)))
        rate = pool.simulations / (time.perf_counter() - start)
        limit = (limit + alone(network, options.searches)) / 2
        print(f"cache of {cache}, equal ones once: {once}: ratio {rate / limit:.2f}, {rate:.0f} a second", flush=True)


if __name__ == "__main__":
    main()
