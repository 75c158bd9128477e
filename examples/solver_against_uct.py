"""The solver proves wins and losses while it searches; plain UCT only estimates them.

You learn what a proof adds: an exact value, a search that stops when its root is proven, and more games won with
the same number of simulations.

    python examples/solver_against_uct.py
"""

import plyground as pg

game = pg.parse_game("mnk(4,4,3)")
for backup in ("mean", "solver"):
    result = pg.Search(game, pg.configure(backup=backup), seed=1).run(game.initial_state(), 50_000)
    best = result.moves[0]
    print(
        f"{backup:6} {result.simulations:>6,} simulations, stopped by {result.stopped}: "
        f"{best.name} has the value {best.value:+.3f}, proven: {best.proven}"
    )

proving = "mcts(simulations=100, backup=solver)"
print(pg.match(proving, "mcts(simulations=100)", game, games=1000, opening_moves=2, seed=1))
