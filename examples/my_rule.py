"""A selection rule of your own is one class with one formula.

You learn where a rule plugs in, how it asks for a statistic (`needs`), and that it runs on every game, even in the C++
engine, which then calls Python at every choice.

    python examples/my_rule.py
"""

import math
from dataclasses import dataclass

import plyground as pg


@pg.register_select("ucb_v")
@dataclass(frozen=True)
class UcbV(pg.Select):
    """Q + √(2 V ln N / n) + c · 3 ln N / n, with V the variance seen (Audibert, Munos, Szepesvári 2009)."""

    needs = frozenset({"squares"})
    c: float = 0.3

    def scores(self, tree, path, children):
        log, value, squares = math.log(tree.visits[path[-1]]), tree.value, tree.extra["squares"]
        spread = [math.sqrt(2 * max(0, squares[i] - value[i] ** 2) * log / tree.visits[i]) for i in children]
        bonus = [self.c * 3 * log / tree.visits[i] for i in children]
        return [value[child] + s + b for child, s, b in zip(children, spread, bonus, strict=True)]


if __name__ == "__main__":
    game = pg.parse_game("connect_four")
    for rule in (UcbV(c=0.3), "ucb_v(c=0.05)", "ucb1"):
        result = pg.Search(game, pg.configure(select=rule), seed=1).run(game.position("444"), 5000)
        moves = "  ".join(f"{move.name}: {move.visits}" for move in sorted(result.moves, key=lambda move: move.action))
        print(f"{rule!s:14} {result.simulations_per_second:>9,.0f} simulations/s   visits {moves}")
