"""Bayesian search keeps a belief about every value, a mean and a spread, and backs up the belief in the best child.

You learn that a player that finds the right move in one position more often need not be stronger: beliefs see the trap
below more often, but are only level with means in games of tic-tac-toe, and behind them in Connect Four.
(Tesauro, Rajan, Segal: Bayesian inference in Monte-Carlo tree search.)

    python examples/bayes.py
"""

import plyground as pg

game = pg.parse_game("tictactoe")
trap = game.position("a1 b2 c3")  # O must not take a corner: X would have two lines at once
for name, parts in {"means": {}, "beliefs": {"select": "bayes_uct2", "backup": "bayes"}}.items():
    right = 0
    for seed in range(200):
        result = pg.Search(game, pg.configure(**parts), seed=seed).run(trap, 100)
        right += trap.action_name(result.action) in ("a2", "b1", "c2", "b3")
    print(f"{name:8} find a drawing move in {right} of 200 searches of 100 simulations")

beliefs, means = "bayes_mcts(simulations=100)", "mcts(simulations=100)"
for game, games in (("tictactoe", 1000), ("connect_four", 400)):
    score = pg.match(beliefs, means, game, games=games, opening_moves=2, seed=1).score
    print(f"{game}: beliefs score {score.value:.1%} [{score.low:.1%}, {score.high:.1%}] in {games} games against means")
