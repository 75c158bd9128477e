# A selection rule of your own, in one class: python examples/my_rule.py, or import it and use select="ucb_v".
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


def centre_first(state):
    """An evaluation is a function of a state: here half of the game's own guess."""
    return [value / 2 for value in state.heuristic()]


if __name__ == "__main__":
    game = pg.parse_game("connect_four")
    for evaluate in (None, centre_first):
        search = pg.Search(game, pg.configure(select=UcbV(c=0.3), evaluate=evaluate), seed=1)
        result = search.run(game.position("444"), 2000)
        print(f"{search.config}: {result.simulations_per_second:,.0f} simulations/s in the {result.engine} engine")
        for move in result.moves:
            print(f"  {move.name}  {move.visits:5} visits  {move.value:+.3f}")
