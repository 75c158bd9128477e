"""Checks of the columns that parts add to a tree, for trees from a file."""

import math

from plyground.games.base import CHANCE, TERMINAL
from plyground.search.answers import MOST_ACTIONS
from plyground.search.backup import Solver
from plyground.search.config import Config
from plyground.search.part import is_ours
from plyground.search.saved_columns import Damaged
from plyground.search.select.gumbel import LOWEST
from plyground.text_form import MOST
from plyground.tree import ROOT, Tree


def check_statistics(tree: Tree, order: list[int], config: Config, players: int, bound: float) -> None:
    """Raise `Damaged` if a column has an impossible cell. No absolute value exceeds `bound`."""
    _check_reals(tree, config, bound)
    if "own_visits" in tree.extra:
        _check_beliefs(tree, bound)
    if "proven" in tree.extra:
        _check_proofs(tree, order, config, bound)
    if "levels" in tree.extra:
        _check_levels(tree, order, config.expand.all_at_once)
    if "noise" in tree.extra and not (tree.extra["noise"][ROOT] >= 0 and tree.extra["noise"][ROOT] % 1 == 0):
        raise Damaged("an impossible number of simulations is planned")
    if "amaf" in tree.extra:
        _check_amaf(tree, players, bound)


def _check_reals(tree: Tree, config: Config, bound: float) -> None:
    import numpy as np

    limits = {
        "squares": (0.0, bound * bound),
        "prior": (0.0, 1.0 if is_ours(config.select) else math.inf),
        "average": (-bound, bound),
        "variance": (0.0, math.inf),
        "own_sum": (-math.inf, math.inf),
        "judged": (-bound, bound),
        "noise": (2 * LOWEST, MOST),
    }
    for name, (low, high) in limits.items():
        column = np.asarray(tree.extra.get(name, ()))
        broken = ~np.isfinite(column) | (column < low) | (column > high)
        if broken.any():
            raise Damaged(f"row {int(broken.argmax())} has an impossible {name}")


def _check_beliefs(tree: Tree, bound: float) -> None:
    """Check the evaluations of each row: the Bayesian backup divides by their number."""
    own_sum, own_visits = tree.extra["own_sum"], tree.extra["own_visits"]
    for row, (total, n) in enumerate(zip(own_sum, own_visits, strict=True)):
        if n > tree.visits[row] or not abs(total) <= bound * n:
            raise Damaged(f"row {row} has an impossible sum of evaluations")


def _check_proofs(tree: Tree, order: list[int], config: Config, bound: float) -> None:
    proven, sure, cut = (tree.extra[name] for name in ("proven", "sure", "cut"))
    most = config.backup.most if isinstance(config.backup, Solver) else math.inf
    for row in order:
        known = proven[row] if proven[row] is not None else sure[row]
        if known is None:
            continue
        children = tree.children(row)
        player = tree.player[row]
        if not all(abs(value) <= bound for value in known) or not tree.visits[row]:
            raise Damaged(f"row {row} has impossible proven values")
        if proven[row] is not None and (sure[row] is not None or tree.value[row] != known[tree.seat[row]]):
            raise Damaged(f"the proven values of row {row} contradict its other values")
        if player == TERMINAL:
            follows = proven[row] is not None
        elif player == CHANCE:
            follows = proven[row] is not None and len(children) > 0 and all(proven[c] == known for c in children)
        else:
            best = max((proven[c][player] for c in children if proven[c] is not None), default=None)
            settled = best is not None and (best >= most or all(proven[c] is not None or cut[c] for c in children))
            follows = best == known[player] and settled == (proven[row] is not None)
        if not follows:
            raise Damaged(f"the proven or sure values of row {row} do not follow from its children")
    if any(cut[row] and not tree.visits[row] for row in order):
        raise Damaged("an unvisited row is cut")


def _check_levels(tree: Tree, order: list[int], all_at_once: bool) -> None:
    """Count `levels` and `width` again, from the leaves up, and compare."""
    levels, width = tree.extra["levels"], tree.extra["width"]
    below: dict[int, list[int]] = {}
    for row in reversed(order):
        counts = [1]
        for child in tree.children(row):
            if not (all_at_once or tree.visits[child]):
                continue
            for depth, count in enumerate(below.pop(child), start=1):
                if depth == len(counts):
                    counts.append(0)
                counts[depth] += count
        for child in tree.children(row):
            below.pop(child, None)
        below[row] = counts
        if (levels[row] or [1]) != counts or width[row] != max(counts):
            raise Damaged(f"the levels of row {row} do not match the rows below it")


def _check_amaf(tree: Tree, players: int, bound: float) -> None:
    for row, table in enumerate(tree.extra["amaf"]):
        for (seat, action), (visits, value) in (table or {}).items():
            if not 0 <= seat < players or not 0 <= action < MOST_ACTIONS:
                raise Damaged(f"row {row} has statistics of an impossible move")
            if not 0 < visits <= tree.visits[row] or not abs(value) <= bound:
                raise Damaged(f"row {row} has impossible statistics of its moves")
