"""Statistics that some parts need beyond visits and values. A part names them in `needs`; no others are kept.

A statistic declares its columns once; growing, swapping, subtrees, saving and export all use the declarations.
Twin: `src/native/search/statistic.hpp`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeVar

from plyground.errors import PlygroundError
from plyground.games.base import State
from plyground.search.walk import Observer
from plyground.tree import Tree

# What a cell holds: a number or flag ("int" is a count); one number per seat or None ("floats"); a list of counts or
# None ("ints"); the statistics of each move or None ("moves").
CellType = Literal["float", "int", "bool", "floats", "ints", "moves"]


@dataclass(frozen=True)
class Column:
    """One column of the tree."""

    name: str
    type: CellType
    first: Any  # the cell of a new row


class Statistic(Observer):
    """One or more columns of the tree, kept up to date after every simulation."""

    columns: ClassVar[tuple[Column, ...]]
    # Whether the statistic is meaningful for a row that stands for many positions (open loop).
    mixable: ClassVar[bool] = False
    # Whether the statistic depends on the state alone, whatever moves led there (merged states).
    shared: ClassVar[bool] = False

    def start(self, tree: Tree, state: State) -> None:
        for column in self.columns:
            tree.add_column(column.name, column.first)


STATISTICS: dict[str, type[Statistic]] = {}
# The type of every column that a statistic may add, by name.
COLUMN_TYPES: dict[str, CellType] = {}
S = TypeVar("S", bound=type[Statistic])


def register_statistic(name: str) -> Callable[[S], S]:
    """Make a statistic known under the name that parts write in `needs`."""

    def enter(statistic: S) -> S:
        STATISTICS[name] = statistic
        COLUMN_TYPES.update((column.name, column.type) for column in statistic.columns)
        return statistic

    return enter


def get_statistic(name: str) -> type[Statistic]:
    if name not in STATISTICS:
        raise PlygroundError(f"there is no statistic {name!r}; there are {', '.join(sorted(STATISTICS))}")
    return STATISTICS[name]
