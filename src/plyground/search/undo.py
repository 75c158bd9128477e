"""Undoing a simulation that failed or was cut off: it leaves the tree as it was."""

from collections.abc import Sequence

from plyground.search.walk import Observer, Walk
from plyground.tree import ROOT, UNKNOWN, Tree


def undo(tree: Tree, walk: Walk, observers: Sequence[Observer]) -> None:
    """Take back what a walk did to the tree before its backup. Twin: `undo` in `src/native/search/engine.hpp`."""
    rows = walk.rows_before
    for path, count in reversed(walk.counted):
        for observer in observers:
            observer.removed(tree, path, count)
    tree.truncate(rows)
    for observer in observers:
        observer.undone(tree, walk)
    for row in walk.path:
        if row < rows and tree.first_child[row] >= rows:
            tree.first_child[row] = tree.num_children[row] = 0
    for row in walk.reached:
        if ROOT < row < rows:
            tree.player[row] = UNKNOWN
    if walk.tried is not None and walk.tried[0] < rows:
        a, b = walk.tried
        tree.action[a], tree.action[b] = tree.action[b], tree.action[a]
