"""Several threads, each with a tree of its own, added up at the root.

You learn that root parallelism repeats exactly (the same seed and number of threads give the same result), and that two
trees of n/2 simulations are worth less than one of n: threads pay only if they give more simulations.

    python examples/root_parallel.py
"""

import plyground as pg

game = pg.parse_game("connect_four")
state = game.position("4453")


def searched(threads: int, simulations: int) -> pg.Result:
    return pg.Search(game, seed=1, threads=threads).run(state, simulations)


one, two = searched(1, 200_000), searched(2, 200_000)
for name, result in (("one thread", one), ("two threads", two)):
    print(f"{name:11} {result.simulations:,} simulations, depth {result.depth}: {result}")
print(f"the same again with two threads: {searched(2, 200_000).moves == two.moves}")

report = pg.match(
    "mcts(simulations=200, threads=2)", "mcts(simulations=200)", game, games=400, opening_moves=2, seed=1, workers=1
)
print(f"\n200 simulations in two trees against 200 in one:\n{report}")
