"""A tournament whose games are played by a Dask cluster, here one inside this program.

You learn that the tournament, the seed and the game's number determine a game: the cluster plays the same games as this
machine alone. For several machines give a scheduler's address instead of "local" (see "Several machines" in the guide's
page on the arena). Needs the extra `cluster`.

    python examples/tournament_on_a_cluster.py
"""

import plyground as pg

AGENTS = {
    "random": "random",
    "quick": "mcts(simulations=20)",
    "deep": "mcts(simulations=200)",
    "alpha-beta": "alpha_beta(depth=2)",
}

if __name__ == "__main__":
    on_cluster = pg.tournament(AGENTS, "connect_four", games=10, opening_moves=2, seed=1, cluster="local")
    print(on_cluster)
    here = pg.tournament(AGENTS, "connect_four", games=10, opening_moves=2, seed=1)
    same = [game.moves for game in on_cluster.records] == [game.moves for game in here.records]
    print(f"\nThe same games as without a cluster: {same}")
