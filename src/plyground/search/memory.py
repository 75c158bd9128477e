"""What a search keeps beyond one tree: statistics by state, across moves, games and transpositions.

With a memory, rows of equal states share their visits and values, whatever moves lead there, and a new tree
starts from what earlier ones learnt: the learner of Turcotte's lecture. Keys that merge mirrored and rotated
states (`symmetric`) give the cache of Yadav's thesis. Twin: `src/native/search/memory.hpp`.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from plyground.games.base import State
from plyground.tree import ROOT, Tree

# The statistics that make sense when several paths lead to a state.
SHARED = ("proven",)


@dataclass
class Entry:
    """What is known about a state, and the rows of the present tree that stand for it."""

    visits: int = 0
    value: float = 0.0
    proven: list[float] | None = None
    rows: list[int] = field(default_factory=list)


class Memory:
    """Statistics by state."""

    def __init__(self, symmetric: bool = False) -> None:
        self.symmetric = symmetric
        self._entries: dict[tuple[Hashable, int], Entry] = {}
        self._rows: dict[int, Entry] = {}  # of the present tree

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def most_visits(self) -> int:
        """Of a state."""
        return max((entry.visits for entry in self._entries.values()), default=0)

    def lookup(self, key: Hashable, seat: int) -> tuple[int, float] | None:
        """The visits of a state and its value to the seat that chose it; the key is canonical where `symmetric`."""
        entry = self._entries.get((key, seat))
        return None if entry is None else (entry.visits, entry.value)

    def start(self) -> None:
        """A new tree begins."""
        for entry in self._rows.values():
            entry.rows = []
        self._rows = {}

    def recall(self, tree: Tree, row: int, state: State) -> None:
        """A row is reached for the first time: start it with what is known about its state."""
        # The same position may be worth something else to another seat.
        key = (state.canonical_key() if self.symmetric else state.key(), tree.seat[row])
        entry = self._rows[row] = self._entries.setdefault(key, Entry())
        entry.rows.append(row)
        self._tell(entry, tree, row)

    def forget_rows(self, first: int) -> None:
        """The rows from here on are no longer in the tree."""
        for row in [row for row in self._rows if row >= first]:
            self.forget(row)

    def forget(self, row: int) -> None:
        """A row was not reached after all."""
        self._rows.pop(row).rows.remove(row)

    def store(self, tree: Tree, path: Sequence[int]) -> None:
        """A simulation changed the rows of the path: keep it, and tell the other rows of the same states."""
        proven = tree.extra.get("proven")
        for row in path:
            entry = self._rows[row]
            entry.visits, entry.value = tree.visits[row], tree.value[row]
            if proven is not None and proven[row] is not None:
                entry.proven = proven[row]
            for other in entry.rows:
                if other != row:
                    self._tell(entry, tree, other)

    def _tell(self, entry: Entry, tree: Tree, row: int) -> None:
        tree.visits[row], tree.value[row] = entry.visits, entry.value
        # The root's proof must be found below it: without children there is nothing to decide by.
        if entry.proven is not None and row != ROOT:
            tree.extra["proven"][row], tree.extra["sure"][row] = entry.proven, None
