"""A match that stops as soon as it is decided.

You learn to state two hypotheses before the first game (0 Elo or 20 Elo) and to let the sequential probability ratio
test (SPRT) end the match: clear differences need few games, small ones many.

    python examples/match_with_sprt.py
"""

import plyground as pg

TEST = pg.Sprt(0, 20)

for stronger, weaker in ((100, 20), (60, 40)):
    report = pg.match(
        f"mcts(simulations={stronger})",
        f"mcts(simulations={weaker})",
        "connect_four",
        games=5000,
        opening_moves=2,
        sprt=TEST,
        seed=1,
    )
    print(report, end="\n\n")
