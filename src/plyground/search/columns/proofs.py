"""Exact values that a solver has proven."""

from collections.abc import Sequence

from plyground.search.columns.base import Column, Statistic, register_statistic
from plyground.tree import ROOT, Tree


@register_statistic("proven")
class Proofs(Statistic):
    """`proven`: the exact values of a row, one per seat, once they are known. `sure`: until then, the values of its
    best proven child. `cut`: the row can be no better than a proven sibling. The solver backup fills them in."""

    columns = (Column("proven", "floats", None), Column("sure", "floats", None), Column("cut", "bool", False))
    shared = True


def known(tree: Tree, row: int) -> list[float] | None:
    """The exact values of a row, one per seat; None if it is not proven."""
    proven = tree.find("proven")
    values: list[float] | None = None if proven is None else proven[row]
    return values


def open_ones(tree: Tree, children: Sequence[int]) -> Sequence[int]:
    """The children that are neither proven nor cut."""
    proven = tree.find("proven")
    if proven is None:
        return children
    cut = tree.extra["cut"]
    return [child for child in children if proven[child] is None and not cut[child]]


def contenders(tree: Tree, row: int) -> list[int]:
    """The visited children that may be best. Once some are proven: the best of those, and the unproven ones whose
    value is at least as high."""
    rows = [child for child in tree.children(row) if tree.visits[child]]
    proven, player = tree.find("proven"), tree.player[row]
    if proven is None or player < 0:
        return rows
    exact = [proven[child][player] for child in rows if proven[child] is not None]
    if not exact:
        return rows
    best = max(exact)
    return [
        child
        for child in rows
        if (
            proven[child][player] == best
            if proven[child] is not None
            else proven[row] is None and not tree.extra["cut"][child] and tree.value[child] >= best
        )
    ]


def best_line(tree: Tree, first: int | None = None) -> list[int]:
    """The actions from the root down to a leaf, always to the most visited of the children that may be best.

    With `first`, the line that begins with this action; empty if it was not visited.
    """
    line, row = list[int](), ROOT
    if first is not None:
        tried = [child for child in tree.children(ROOT) if tree.action[child] == first and tree.visits[child]]
        if not tried:
            return []
        line, row = [first], tried[0]
    while rows := contenders(tree, row):
        row = min(rows, key=lambda r: (-tree.visits[r], tree.action[r]))
        line.append(tree.action[row])
    return line
