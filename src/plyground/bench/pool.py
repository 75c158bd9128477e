"""Simulations per second of a pool of searches whose network answers at once: the speed of the trees alone.

The pool plays games of Connect Four with puct and gumbel, at 32 and 128 simulations a move, on one thread and on two. A
unit is one simulation that asks the network; simulations that end at a finished game are not counted. The answers are
the same random numbers every time.
"""

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any

from plyground.bench.race import Race
from plyground.games import parse_game
from plyground.games.native import have_native
from plyground.search import SearchPool, configure

GAME = "connect_four"
RULES = ("puct(c=1.25, base=19652, noise=0.25)", "gumbel")
SIMULATIONS = (32, 128)
SEARCHES, BATCHES = 16384, 4


def races() -> Iterator[Race]:
    if not have_native():
        return
    for rule in RULES:
        for simulations in SIMULATIONS:
            for threads in (1, 2):
                what = f"pool, {rule.partition('(')[0]}, {simulations} simulations a move, threads: {threads}"
                runner = partial(_run, rule, simulations, threads)
                yield Race(GAME, what, runner, units=SEARCHES // BATCHES, wall_time=threads > 1)


def _run(rule: str, simulations: int, threads: int, rounds: int) -> None:
    pool, values, logits = _pool(rule, simulations, threads)
    for _ in range(rounds):
        pool.collect()
        pool.deliver(values, logits)
        pool.take_records()


@lru_cache(maxsize=1)  # a pool needs half a gigabyte
def _pool(rule: str, simulations: int, threads: int) -> tuple[SearchPool, Any, Any]:
    """A pool whose games are under way, and the answers to a batch."""
    import numpy as np

    game = parse_game(GAME)
    config = configure(select=rule, decide="sampled(moves=10)" if rule.startswith("puct") else None)
    pool = SearchPool(
        game, config, searches=SEARCHES, simulations=simulations, batches=BATCHES, threads=threads, seed=1
    )
    rng = np.random.default_rng(1)
    rows = SEARCHES // BATCHES
    values = rng.uniform(-0.5, 0.5, rows).astype(np.float32)
    logits = rng.normal(size=(rows, game.num_actions)).astype(np.float32)
    for _ in range(BATCHES * simulations):
        pool.collect()
        pool.deliver(values, logits)
    return pool, values, logits
