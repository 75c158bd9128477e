"""Statistics that some parts need beyond visits and values. A part names them in `needs`; others pay nothing."""

from collections.abc import Sequence

from plyground.games.base import CHANCE
from plyground.search.part import Move
from plyground.tree import Tree


class Statistic:
    """One or more extra columns of the tree, kept up to date after every simulation."""

    def add_columns(self, tree: Tree) -> None:
        raise NotImplementedError

    def added(self, tree: Tree, path: Sequence[int], count: int) -> None:
        """`count` nodes came into the tree below the last row of the path."""

    def removed(self, tree: Tree, path: Sequence[int], count: int) -> None:
        """The last `added` with these arguments is undone."""

    def update(self, tree: Tree, path: Sequence[int], moves: Sequence[Move], values: list[float]) -> None:
        """A simulation went down the path, made the moves (tree and rollout) and was worth the values."""


class Squares(Statistic):
    """`squares`: the mean of the squared values, so that squares − value² is their variance."""

    def add_columns(self, tree: Tree) -> None:
        tree.add_column("squares", 0.0)

    def update(self, tree: Tree, path: Sequence[int], moves: Sequence[Move], values: list[float]) -> None:
        squares = tree.extra["squares"]
        for row in path:
            value = values[tree.seat[row]]
            squares[row] += (value * value - squares[row]) / tree.visits[row]


class Prior(Statistic):
    """`prior`: how likely the action is before any search; the engine fills it when it expands."""

    def add_columns(self, tree: Tree) -> None:
        tree.add_column("prior", 0.0)


class Proven(Statistic):
    """`proven`: the exact values of a row, one per seat, once they are known. Until then `sure`: those of its best
    proven child. `cut`: can be no better than a proven sibling. The solver backup fills them."""

    def add_columns(self, tree: Tree) -> None:
        tree.add_column("proven", None)
        tree.add_column("sure", None)
        tree.add_column("cut", False)


class Posterior(Statistic):
    """`variance` of what is believed about a row (its mean is `value`), and the row's own evaluations.

    The Bayesian backup fills them: `own_sum` of values to the row's seat over `own_visits` evaluations.
    """

    def add_columns(self, tree: Tree) -> None:
        tree.add_column("variance", 1.0 / 3.0)  # of Beta(1, 1) on [−1, 1]
        tree.add_column("own_sum", 0.0)
        tree.add_column("own_visits", 0)


class Average(Statistic):
    """`average`: the plain mean of the values, where the backup keeps something else in `value`."""

    def add_columns(self, tree: Tree) -> None:
        tree.add_column("average", 0.0)


class Shape(Statistic):
    """`levels`: how many nodes the subtree has on each level, itself first (None: a leaf, which has one).

    Its length is the depth and its maximum (`width`) the width of Marchenko's rectangle. Trees only grow, so one
    addition per ancestor keeps both exact.
    """

    def add_columns(self, tree: Tree) -> None:
        tree.add_column("levels", None)
        tree.add_column("width", 1)

    def added(self, tree: Tree, path: Sequence[int], count: int) -> None:
        levels, width = tree.extra["levels"], tree.extra["width"]
        for below, row in enumerate(reversed(path), start=1):
            if levels[row] is None:
                levels[row] = [1]
            if below == len(levels[row]):
                levels[row].append(0)
            levels[row][below] += count
            width[row] = max(width[row], levels[row][below])

    def removed(self, tree: Tree, path: Sequence[int], count: int) -> None:
        levels, width = tree.extra["levels"], tree.extra["width"]
        for below, row in enumerate(reversed(path), start=1):
            levels[row][below] -= count
            if not levels[row][below]:
                levels[row].pop()
            width[row] = max(levels[row])
            if len(levels[row]) == 1:
                levels[row] = None


class Amaf(Statistic):
    """`amaf`: for each row, (seat, action) -> [visits, mean value to that seat] over all simulations through the
    row in which the seat played the action anywhere below it ("all moves as first").

    Gelly, Silver: Combining online and offline knowledge in UCT (ICML 2007).
    """

    def add_columns(self, tree: Tree) -> None:
        tree.add_column("amaf", None)

    def update(self, tree: Tree, path: Sequence[int], moves: Sequence[Move], values: list[float]) -> None:
        amaf = tree.extra["amaf"]
        later: dict[Move, None] = {}  # moves from here on, each once, in an order that both engines share
        step = len(moves)
        for depth in range(len(path) - 1, -1, -1):
            while step > depth:
                step -= 1
                if moves[step][0] != CHANCE:
                    later[moves[step]] = None
            row = path[depth]
            if later and amaf[row] is None:
                amaf[row] = {}
            for move in later:
                entry = amaf[row].setdefault(move, [0, 0.0])
                entry[0] += 1
                entry[1] += (values[move[0]] - entry[1]) / entry[0]


STATISTICS: dict[str, type[Statistic]] = {
    "squares": Squares,
    "prior": Prior,
    "proven": Proven,
    "posterior": Posterior,
    "average": Average,
    "shape": Shape,
    "amaf": Amaf,
}
