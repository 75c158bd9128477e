"""Tree shape control makes a search tree deeper or wider (Marchenko: criteria DWC and WDC).

You learn what the criterion does to the tree, and that a smaller constant C does much the same: compare the rows.

    python examples/tree_shape_control.py
"""

import plyground as pg

RULES = {
    "UCT, C = 0.55 (2√2·C = 1.56)": "tree_shape(cr=0)",
    "UCT, a smaller C = 0.226": "tree_shape(c=0.226, cr=0)",
    "DWC, as tuned for 50,000 simulations": pg.parse_agent("mcts_tsc").expanded().select,
    "DWC, a strong wish for depth": "tree_shape(cr=1, target=1)",
    "WDC, a wish for width": "tree_shape(wdc, cr=0.001, target=400)",
}
game = pg.parse_game("connect_four")
print(f"{'rule':38} depth  width  share of the best move  best move")
for name, rule in RULES.items():
    result = pg.Search(game, pg.configure(select=rule), seed=1).run(game.position("44"), 50_000)
    best = result.moves[0]
    print(f"{name:38} {result.depth:5}  {result.width:5}  {best.visits / result.simulations:22.1%}  {best.name:>9}")
