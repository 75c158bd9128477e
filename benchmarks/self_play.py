"""Simulations a second of self-play with a network on the accelerator.

    python benchmarks/self_play.py --searches 65536 --batches 4 --threads 15 --seconds 8

Connect Four, a residual network of 64 channels and 5 blocks, Gumbel search, 32 and 128 simulations a move. Prints the
network's own limit first: the same batches without trees.
"""

import argparse
import os
import time
from collections import deque
from typing import Any

import jax
import numpy as np

from plyground.games import parse_game
from plyground.net.network import Network
from plyground.search import configure
from plyground.search.pool import SearchPool
from plyground.selfplay.games import SelfPlay, compile_answers


def network_alone(network: Network, weights: object, batch: int, flying: int, seconds: float) -> float:
    """Positions a second from host memory and back, with `flying` batches in flight."""
    answer = compile_answers(network.architecture, network.inputs)
    words = np.random.default_rng(0).integers(0, 2**31, (batch, 2 * network.inputs.layout.words)).astype(np.uint32)
    jax.block_until_ready(answer(weights, words))
    queue: deque[Any] = deque()
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        answers = answer(weights, words)
        for part in answers:
            part.copy_to_host_async()
        queue.append(answers)
        if len(queue) == flying:
            for part in queue.popleft():
                np.asarray(part)
            count += batch
    return count / (time.perf_counter() - start)


def self_play(network: Network, weights: object, simulations: int, options: argparse.Namespace, cache: int) -> str:
    pool = SearchPool(
        network.game,
        configure(select=options.select),
        searches=options.searches,
        batches=options.batches,
        simulations=simulations,
        threads=options.threads,
        cache=cache,
    )
    play = SelfPlay(pool, options.batches, network.architecture, network.inputs)
    for _ in range(2 * options.batches * simulations):  # warm up: fresh memory, all searches at their first move
        play.step(weights)
    play.lessons(0.5)
    start, before = time.perf_counter(), pool.simulations
    while time.perf_counter() - start < options.seconds:
        for _ in range(options.batches):
            play.step(weights)
        play.lessons(0.5)
    rate = (pool.simulations - before) / (time.perf_counter() - start)
    return f"{rate / 1e6:.2f} M simulations/s ({play.positions} positions of {play.games} games)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--searches", type=int, default=65536)
    parser.add_argument("--batches", type=int, default=4)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--network", default="resnet(channels=64, blocks=5)")
    parser.add_argument("--select", default="gumbel")
    parser.add_argument("--simulations", type=int, nargs="*", default=[32, 128])
    parser.add_argument("--cache", type=int, default=0)
    options = parser.parse_args()
    game = parse_game("connect_four")
    network = Network.random(game, options.network)
    weights = jax.device_put(network.weights)
    print(jax.__version__, jax.devices(), vars(options), flush=True)
    batch = options.searches // options.batches
    alone = network_alone(network, weights, batch, options.batches, options.seconds / 2)
    print(f"network alone, batches of {batch}: {alone / 1e6:.2f} M positions/s", flush=True)
    for simulations in options.simulations:
        text = self_play(network, weights, simulations, options, options.cache)
        print(f"{simulations} simulations a move: {text}", flush=True)


if __name__ == "__main__":
    main()
