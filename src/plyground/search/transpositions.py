"""Statistics by state, kept across transpositions, moves and games.

With merged states, rows of equal states share their visits and values, whatever moves lead there, and a new tree
starts from the statistics of earlier trees, like the learner of Turcotte's lecture. Keys that merge mirrored and
rotated states (`symmetric`) give the cache of Yadav's thesis.

Twin: `src/native/search/transpositions.hpp`, `merged_rows.hpp`.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field

from plyground.games.base import State
from plyground.search.walk import Observer, Walk
from plyground.tree import ROOT, Tree


@dataclass
class Entry:
    """The statistics of a state, and its rows in the present tree."""

    visits: int = 0
    value: float = 0.0
    proven: list[float] | None = None
    rows: list[int] = field(default_factory=list)


class Transpositions(Observer):
    """Statistics by state."""

    def __init__(self, symmetric: bool = False) -> None:
        self.symmetric = symmetric
        self._entries: dict[tuple[Hashable, int], Entry] = {}
        self._rows: dict[int, Entry] = {}  # of the present tree

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def bytes(self) -> int:  # type: ignore[override]
        """About half a kilobyte per state: its entry, its key and its places in two dictionaries."""
        return len(self._entries) * 500

    @property
    def most_visits(self) -> int:  # type: ignore[override]
        """The most visits of any state."""
        return max((entry.visits for entry in self._entries.values()), default=0)

    def lookup(self, key: Hashable, seat: int) -> tuple[int, float] | None:
        """The visits of a state and its value to the seat that chose it. If `symmetric`, the key is a canonical one."""
        entry = self._entries.get((key, seat))
        return None if entry is None else (entry.visits, entry.value)

    def start(self, tree: Tree, state: State) -> None:
        for entry in self._rows.values():
            entry.rows = []
        self._rows = {}
        self._recall(tree, ROOT, state)

    def arrived(self, tree: Tree, walk: Walk) -> None:
        if walk.row != ROOT:  # `start` did the root
            self._recall(tree, walk.row, walk.state)

    def undone(self, tree: Tree, walk: Walk) -> None:
        for row in [row for row in self._rows if row >= len(tree)]:
            self._rows.pop(row).rows.remove(row)
        for row in walk.reached:
            if ROOT < row < len(tree):
                self._rows.pop(row).rows.remove(row)
                tree.value[row], tree.visits[row] = 0.0, 0
                if "proven" in tree.extra:
                    tree.extra["proven"][row] = None

    def _recall(self, tree: Tree, row: int, state: State) -> None:
        """Give a row that is reached for the first time the statistics of its state."""
        # The same position may have another value for another seat.
        key = (state.canonical_key() if self.symmetric else state.key(), tree.seat[row])
        entry = self._rows[row] = self._entries.setdefault(key, Entry())
        entry.rows.append(row)
        self._copy_to_row(entry, tree, row)

    def updated(self, tree: Tree, walk: Walk) -> None:
        """Copy the changed rows of the path to their entries and to the other rows of the same states."""
        proven = tree.find("proven")
        for row in walk.path:
            entry = self._rows[row]
            entry.visits, entry.value = tree.visits[row], tree.value[row]
            if proven is not None and proven[row] is not None:
                entry.proven = proven[row]
            for other in entry.rows:
                if other != row:
                    self._copy_to_row(entry, tree, other)

    def _copy_to_row(self, entry: Entry, tree: Tree, row: int) -> None:
        tree.visits[row], tree.value[row] = entry.visits, entry.value
        # Not the root: it must be proven by its children, among which `decide` chooses.
        if entry.proven is not None and row != ROOT:
            tree.extra["proven"][row], tree.extra["sure"][row] = entry.proven, None
