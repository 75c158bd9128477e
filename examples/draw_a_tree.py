"""Pictures of a search: the board with values on it, the tree, and the first simulations step by step.

You learn which three pictures there are. Each is a file that opens in a browser, without any request to the network.
A notebook displays the objects directly.

    python examples/draw_a_tree.py
"""

from pathlib import Path

import plyground as pg

state = pg.parse_game("connect_four").position("4453")
search = pg.Search("connect_four", seed=1)
result = search.run(state, 20_000)

Path("board.svg").write_text(pg.view.board(state, overlay=result), encoding="utf-8")
pg.view.tree(search, depth=4, top=3, limit=30).save("tree.html")
pg.view.tree(search, depth=2, top=3, boards=True).save("tree.svg")

first = pg.Search("tictactoe", seed=1)
first.start(pg.parse_game("tictactoe").initial_state())
pg.view.walkthrough(first, 8).save("walk.html")

for name in ("board.svg", "tree.html", "tree.svg", "walk.html"):
    print(f"{name}: {Path(name).stat().st_size / 1000:.0f} kB")
