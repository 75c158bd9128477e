"""What a search keeps beyond one tree: statistics by state, across moves, games and transpositions.

With a memory, rows of equal states share their visits and values, whatever moves lead there, and a new tree
starts from what earlier ones learnt: the learner of Turcotte's lecture. Keys that merge mirrored and rotated
states (`symmetric`) give the cache of Yadav's thesis.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from plyground.games.base import State
from plyground.tree import ROOT, Tree

# The statistics that make sense when several paths lead to a state.
SHARED = ("proven",)


@dataclass
class Entry:
    """What is known about a state, and the rows of the present tree that stand for it."""

    visits: int
    value: float
    extra: dict[str, Any]
    rows: list[int] = field(default_factory=list)


class Memory:
    """Statistics by state."""

    def __init__(self, symmetric: bool = False) -> None:
        self.symmetric = symmetric
        self.entries: dict[Hashable, Entry] = {}
        self._keys: dict[int, Hashable] = {}  # rows of the present tree

    def __len__(self) -> int:
        return len(self.entries)

    def recall(self, tree: Tree, row: int, state: State) -> None:
        """A row is reached for the first time: start it with what is known about its state."""
        if row == ROOT:
            for known in self.entries.values():
                known.rows = []
            self._keys = {}
        # The same position may be worth something else to another seat.
        key = (state.canonical_key() if self.symmetric else state.key(), tree.seat[row])
        self._keys[row] = key
        entry = self.entries.setdefault(key, Entry(0, 0.0, dict.fromkeys(SHARED)))
        entry.rows.append(row)
        self._copy(entry, tree, row)

    def store(self, tree: Tree, path: Sequence[int]) -> None:
        """A simulation changed the rows of the path: keep it, and tell the other rows of the same states."""
        for row in path:
            entry = self.entries[self._keys[row]]
            entry.visits, entry.value = tree.visits[row], tree.value[row]
            entry.extra = {name: tree.extra[name][row] for name in SHARED if name in tree.extra}
            for other in entry.rows:
                if other != row:
                    self._copy(entry, tree, other)

    def _copy(self, entry: Entry, tree: Tree, row: int) -> None:
        tree.visits[row], tree.value[row] = entry.visits, entry.value
        for name, value in entry.extra.items():
            if name in tree.extra:
                tree.extra[name][row] = value
