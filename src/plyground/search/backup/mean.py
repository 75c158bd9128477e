"""Mean: a row's value is the mean result of the simulations through it."""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.search.part import Backup, register_backup
from plyground.text_form import LARGEST, param
from plyground.tree import ROOT, Tree


@register_backup("mean")
@dataclass(frozen=True)
class Mean(Backup):
    """Keeps the mean of all results of simulations through a row, to the player who chose it (classic UCT).

        visits += 1; value += (v − value) / visits, with v the value to the seat that chose the row

    Each seat maximises its own value: max^n (Sturtevant 2008), which with two seats is minimax.

    Results between loss, draw and win are interpolated linearly. The default counts ±1;
    `mean(win=1, draw=0, loss=0)` counts wins alone (Qi, Hu), and `mean(win=1, draw=1, loss=0)` cannot tell a draw
    from a win (like the program of Yadav's tic-tac-toe chapter).

    Args:
        win: Value of a win.
        draw: Value of a draw.
        loss: Value of a loss.
        paranoid: Whether all others minimise the value of the root's player instead of maximising their own. Such a
            tree serves this player alone, so that with three seats or more `advance` starts a new one.
    """

    samples = ("mean(win=1, draw=0.5, loss=0)", "mean(win=1, draw=1, loss=0)", "mean(paranoid=true)")
    shares_tree = True

    win: float = param(1.0, low=-LARGEST, high=LARGEST)
    draw: float = param(0.0, low=-LARGEST, high=LARGEST)
    loss: float = param(-1.0, low=-LARGEST, high=LARGEST)
    paranoid: bool = False

    @property
    def one_sided(self) -> bool:  # type: ignore[override]
        return self.paranoid

    def worth(self, values: list[float]) -> list[float]:
        if (self.win, self.draw, self.loss) == (1.0, 0.0, -1.0):
            return values
        return [
            self.draw + v * (self.win - self.draw) if v >= 0.0 else self.draw + v * (self.draw - self.loss)
            for v in values
        ]

    def update(self, tree: Tree, path: Sequence[int], values: list[float]) -> None:
        values = self.seen(tree, values)
        for row in path:
            tree.visits[row] += 1
            tree.value[row] += (values[tree.seat[row]] - tree.value[row]) / tree.visits[row]

    def seen(self, tree: Tree, values: list[float]) -> list[float]:
        """The values that each seat maximises."""
        if not self.paranoid:
            return values
        me = tree.player[ROOT] if tree.player[ROOT] >= 0 else tree.seat[ROOT]
        return [v if seat == me else -values[me] for seat, v in enumerate(values)]
