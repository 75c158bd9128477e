"""The search tree as a table: rows are nodes, columns are named lists; the children of a node lie side by side.

    value         mean value to the seat that chose this row (`seat`), in the units of the backup
    visits        simulations that went through it
    first_child   the row of its first child, 0 while it has none (no child is row 0, the root)
    num_children  the number of children, which lie side by side from there
    action        the action, or chance outcome, that leads here
    player        who moves here: a seat, CHANCE or TERMINAL; UNKNOWN until the row is first reached
    seat          the seat whose value the row keeps: the one that chose it, or, below chance, that chose last

An unvisited row only reserves the place of a legal action. Parts that need more add columns of their own
(`extra`). Both engines fill the same table in the same order, so that trees are compared row by row.
"""

import copy
import heapq
import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from plyground.errors import PlygroundError
from plyground.games.base import State

ROOT = 0
UNKNOWN = -3
NO_ACTION = 0  # in the action column of the root, which has no action

COLUMNS = ("value", "visits", "first_child", "num_children", "action", "player", "seat")


class Tree:
    """The table; the search adds the root row."""

    # The number of simulations that wait at a leaf in or below a row. The search fills it in between two backups.
    waiting: Mapping[int, int] = Counter()

    # The position at the root, if the search that made the tree told it: it gives the moves their names.
    state: State | None = None

    def __init__(self) -> None:
        self.value: list[float] = []
        self.visits: list[int] = []
        self.first_child: list[int] = []
        self.num_children: list[int] = []
        self.action: list[int] = []
        self.player: list[int] = []
        self.seat: list[int] = []
        self.extra: dict[str, list[Any]] = {}  # the columns that parts added, by name
        self._fill: dict[str, Any] = {}
        self._core: dict[str, Any]
        self._types: Mapping[str, str]

    @classmethod
    def from_columns(cls, columns: dict[str, Any]) -> "Tree":
        """A tree of complete columns, which are not copied."""
        tree = cls()
        for name, column in columns.items():
            setattr(tree, name, column)
        return tree

    @classmethod
    def from_core(cls, columns: dict[str, Any], types: Mapping[str, str]) -> "Tree":
        """A tree from the C++ core: lists are taken as they are, NumPy arrays become lists when they are first read.
        Columns that parts added are converted together, when `extra` is first read."""
        tree = cls.__new__(cls)
        if isinstance(columns["visits"], list):
            vars(tree).update(columns)
            del tree.extra
        tree._core = columns
        tree._types = types
        tree._fill = {}
        return tree

    def __getattr__(self, name: str) -> Any:
        """Convert a column from the core. (Python calls this only for missing attributes.)"""
        core = self.__dict__.get("_core")
        if core is None or name not in (*COLUMNS, "extra"):
            raise AttributeError(f"a tree has no {name!r}")
        if name == "extra":
            column: Any = {n: decode(self._types[n], cells) for n, cells in core["extra"].items()}
        else:
            column = core[name].tolist()
        setattr(self, name, column)
        return column

    def find(self, name: str) -> list[Any] | None:
        """A column that parts added; None if there is none of this name, which converts no column."""
        if "extra" not in vars(self) and name not in self._core["extra"]:
            return None
        column: list[Any] | None = self.extra.get(name)
        return column

    def to_numpy(self) -> dict[str, Any]:
        """The columns of numbers as NumPy arrays, by name.

        The columns in `COLUMNS` of a tree from C++ are not copied, unless they have been read as lists.
        """
        import numpy as np

        core = self.__dict__.get("_core", {})
        columns = {}
        for name in COLUMNS:  # a column that was read may have been changed
            columns[name] = np.asarray(getattr(self, name) if name in vars(self) else core[name])
        for name, cells in self.extra.items():
            if cells and isinstance(cells[ROOT], (bool, int, float)):
                columns[name] = np.asarray(cells)
        return columns

    def to_pandas(self) -> Any:
        """A pandas.DataFrame, indexed by row: the name of the move, the depth below the root, the columns, the parent's
        row, and the columns that parts added.

        A tree whose root's position is unknown, or a row where dice were thrown anew, has no names. A row that open
        loop left behind when it moved its children has the depth −1.
        """
        pandas = _require("pandas", "a tree as a table")
        parents = self.parents()
        depths = [0] + [-1] * (len(self) - 1)
        for row in self._from_root():
            for child in self.children(row):
                depths[child] = depths[row] + 1
        columns = {**self.extra, **self.to_numpy(), "parent": parents, "move": self._moves(), "depth": depths}
        return pandas.DataFrame({name: columns[name] for name in ("move", "depth", *COLUMNS, "parent", *self.extra)})

    def _from_root(self) -> Iterator[int]:
        """The rows that have children, each after its parent."""
        waiting = [ROOT]
        for row in waiting:
            waiting += [child for child in self.children(row) if self.num_children[child]]
            yield row

    def _moves(self) -> list[str | None]:
        """The name of the move that leads to each row; None where it is unknown."""
        names: list[str | None] = [None] * len(self)
        states = {} if self.state is None else {ROOT: self.state}
        for row in self._from_root():
            state = states.pop(row, None)
            legal = set() if state is None else set(state.moves())
            for child in self.children(row):
                if state is None or self.action[child] not in legal:  # open loop: a row stands for many throws
                    continue
                names[child] = state.action_name(self.action[child])
                if self.num_children[child]:
                    states[child] = state.clone()
                    states[child].apply(self.action[child])
        return names

    def to_networkx(self) -> Any:
        """A networkx.DiGraph of the visited rows with their columns; every edge has the `action` that it stands for."""
        networkx = _require("networkx", "a tree as a graph")
        graph = networkx.DiGraph()
        names = [name for name in COLUMNS if name not in ("first_child", "num_children", "action")]
        columns = {name: getattr(self, name) for name in names} | self.extra
        for row, parent in enumerate(self.parents()):
            if row == ROOT or self.visits[row]:
                graph.add_node(row, **{name: column[row] for name, column in columns.items()})
            if row != ROOT and self.visits[row]:
                graph.add_edge(parent, row, action=self.action[row])
        return graph

    def take_fills(self, other: "Tree") -> None:
        """Use another tree's fill values for the extra columns of new rows."""
        self._fill = dict(other._fill)

    def below(self, state: State) -> "Tree":
        """This tree, which now knows the position at its root."""
        self.state = state
        return self

    def __repr__(self) -> str:
        return f"<tree of {len(self):,} rows>"

    def __len__(self) -> int:
        return len(self.visits if "visits" in vars(self) else self._core["visits"])

    def begun(self, row: int) -> int:
        """The visits of a row, both finished and waiting ones."""
        return self.visits[row] + self.waiting[row]

    def add_column(self, name: str, fill: Any) -> None:
        """Add a column with `fill` in every row."""
        self.extra[name] = [fill] * len(self)
        self._fill[name] = fill

    def add_rows(self, actions: list[int], seat: int) -> int:
        """Append one unvisited row per action, side by side; returns the first."""
        first, count = len(self), len(actions)
        self.value += [0.0] * count
        self.visits += [0] * count
        self.first_child += [0] * count
        self.num_children += [0] * count
        self.action += actions
        self.player += [UNKNOWN] * count
        self.seat += [seat] * count
        for name, column in self.extra.items():
            column += [self._fill[name]] * count
        return first

    def truncate(self, rows: int) -> None:
        """Keep the first `rows` rows."""
        for column in self._columns():
            del column[rows:]

    def copy(self) -> "Tree":
        """A copy of all columns."""
        tree = Tree.from_columns({name: list(getattr(self, name)) for name in COLUMNS})
        tree.extra = {name: copy.deepcopy(column) for name, column in self.extra.items()}
        tree.take_fills(self)
        tree.state = self.state
        return tree

    def _columns(self) -> list[list[Any]]:
        return [*(getattr(self, name) for name in COLUMNS), *self.extra.values()]

    def swap_rows(self, a: int, b: int) -> None:
        """Swap two rows in all columns."""
        for column in self._columns():
            column[a], column[b] = column[b], column[a]

    def children(self, row: int) -> range:
        """The rows of a row's children, visited or not."""
        first = self.first_child[row]
        return range(first, first + self.num_children[row])

    def tried(self, row: int) -> int:
        """The number of visited children, if they are visited in order (see the parts of `expand`)."""
        first = self.first_child[row]
        low, high = 0, self.num_children[row]
        while low < high:
            middle = (low + high) // 2
            if self.visits[first + middle]:
                low = middle + 1
            else:
                high = middle
        return low

    def parents(self) -> list[int]:
        """The parent of every row; −1 for the root."""
        parents = [-1] * len(self)
        for row in range(len(self)):
            for child in self.children(row):
                parents[child] = row
        return parents

    def node(self, row: int = ROOT) -> "Node":
        return Node(self, row)

    def levels(self, row: int = ROOT) -> list[int]:
        """The number of visited nodes on each level of the subtree, the level of `row` first."""
        counts = []
        level = [row]
        while level:
            counts.append(len(level))
            level = [child for r in level for child in self.children(r) if self.visits[child]]
        return counts

    def subtree(self, top: int, levels: int | None = None) -> "Tree":
        """A new tree of the rows below `top`, which becomes its root, down to `levels` levels of children."""
        order, below = [top], [0]
        tree = Tree()
        tree.add_rows([self.action[top]], self.seat[top])
        for position, row in enumerate(order):
            if self.num_children[row] and (levels is None or below[position] < levels):
                children = self.children(row)
                tree.first_child[position] = tree.add_rows([self.action[c] for c in children], 0)
                tree.num_children[position] = len(children)
                order.extend(children)
                below.extend([below[position] + 1] * len(children))
        for name in ("value", "visits", "player", "seat"):
            column = getattr(self, name)
            setattr(tree, name, [column[row] for row in order])
        for name, column in self.extra.items():
            tree.extra[name] = [column[row] for row in order]
        tree._fill = dict(self._fill)
        tree.state = self.state if top == ROOT else None
        return tree

    @staticmethod
    def check_pruned(depth: int, top: int, min_visits: int, limit: int, start: int, rows: int) -> None:
        """Raise an error unless these numbers can be those of `pruned`, for a tree of so many rows."""
        most = 1 << 31
        for name, value, least, end in (
            ("depth", depth, 0, most),
            ("top", top, 1, most),
            ("min_visits", min_visits, 1, most),
            ("limit", limit, 1, most),
            ("start", start, 0, rows),
        ):
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value < end:
                span = f"from {least}{f' to {end - 1}' if end < most else ''}"
                raise PlygroundError(f"{name} must be a whole number {span}, not {value!r}")

    def pruned(
        self, depth: int, top: int, min_visits: int, limit: int, start: int = ROOT, keep: Collection[int] = ()
    ) -> "Tree":
        """The part of the tree that is worth drawing. Twin: `src/native/search/prune.hpp`.

        It takes from every row the `top` most visited children that have at least `min_visits` visits, `depth` levels
        deep, and of all these the `limit` most visited rows, including the first: the root, or the row `start`. Rows
        lie breadth first, the most visited child first. Extra columns describe the omitted children of a row: how many
        of them were visited (`more`), and their visits (`more_visits`). `row` is the number of the row in this tree;
        `proven` is kept. The rows in `keep`, which must include those on the way to them, come first whatever their
        visits; the twin has no `keep`.
        """
        kept: dict[int, list[int]] = {}  # a row and its candidates
        waiting: list[tuple[float, int, int]] = [(-self.visits[start], start, 0)]
        while waiting and len(kept) < limit:
            _, row, level = heapq.heappop(waiting)
            children = self.children(row)
            rows = [child for child in children if self.visits[child] >= min_visits] if level < depth else []
            kept[row] = sorted(rows, key=lambda r: (-self.visits[r], self.action[r], r))[:top]
            kept[row] += [child for child in keep if child in children and child not in kept[row]]
            for child in kept[row]:
                heapq.heappush(waiting, (-math.inf if child in keep else -self.visits[child], child, level + 1))
        order, tree = [start], Tree()
        tree.add_rows([self.action[start]], 0)
        more, more_visits = [], []
        for position, row in enumerate(order):
            shown = [child for child in kept[row] if child in kept]
            if shown:
                tree.first_child[position] = tree.add_rows([self.action[child] for child in shown], 0)
                tree.num_children[position] = len(shown)
                order += shown
            visited = [self.visits[child] for child in self.children(row) if self.visits[child]]
            more.append(len(visited) - len(shown))
            more_visits.append(sum(visited) - sum(self.visits[child] for child in shown))
        for name in ("value", "visits", "player", "seat"):
            column = getattr(self, name)
            setattr(tree, name, [column[row] for row in order])
        tree.extra = {"row": order, "more": more, "more_visits": more_visits}
        if "proven" in self.extra:
            tree.extra["proven"] = [self.extra["proven"][row] for row in order]
        return tree


def _require(package: str, what: str) -> Any:
    """Import a package that plyground does not depend on."""
    try:
        return import_module(package)
    except ImportError:
        raise PlygroundError(f"{what} needs {package}: pip install {package}") from None


def decode(kind: str, cells: Any) -> list[Any]:
    """The cells of a column from the C++ engine: a list or an array; for a column of lists, a pair of arrays."""
    if isinstance(cells, tuple):
        ends, items = cells[0].tolist(), cells[1].tolist()
        starts = [0, *ends[:-1]]
        cells = [items[a:b] if b > a else None for a, b in zip(starts, ends, strict=True)]
    elif not isinstance(cells, list):
        cells = cells.astype(bool).tolist() if kind == "bool" else cells.tolist()
    if kind == "moves":
        return [None if row is None else _moves(row) for row in cells]
    return cells  # type: ignore[no-any-return]


def encode(kind: str, cells: list[Any]) -> list[Any]:
    """The inverse of `decode`, as lists."""
    if kind != "moves":
        return cells
    return [row and [number for move, entry in row.items() for number in (*move, *entry)] for row in cells]


def _moves(row: list[float]) -> dict[tuple[int, int], list[float]]:
    """(seat, action) -> [visits, value] from four numbers each."""
    fours = zip(row[::4], row[1::4], row[2::4], row[3::4], strict=True)
    return {(int(seat), int(action)): [int(visits), value] for seat, action, visits, value in fours}


@dataclass(frozen=True)
class Node:
    """A read-only view of one row."""

    tree: Tree
    row: int

    @property
    def value(self) -> float:
        return self.tree.value[self.row]

    @property
    def visits(self) -> int:
        return self.tree.visits[self.row]

    @property
    def action(self) -> int:
        return self.tree.action[self.row]

    @property
    def player(self) -> int:
        return self.tree.player[self.row]

    @property
    def seat(self) -> int:
        return self.tree.seat[self.row]

    @property
    def children(self) -> list["Node"]:
        """The visited children, the most visited first."""
        tree = self.tree
        rows = [child for child in tree.children(self.row) if tree.visits[child]]
        return [Node(tree, row) for row in sorted(rows, key=lambda r: (-tree.visits[r], tree.action[r]))]


def first_difference(a: Tree, b: Tree) -> str | None:
    """One sentence that names the first row that differs; None if all columns but the extra ones are equal."""
    for row in range(max(len(a), len(b))):
        if row >= len(a) or row >= len(b):
            return f"row {row} exists in one tree only ({len(a)} rows and {len(b)} rows)"
        for name in COLUMNS:
            left, right = getattr(a, name)[row], getattr(b, name)[row]
            if left != right:
                return f"row {row}, {name}: {left!r} and {right!r}; path {list(_path(a, row))}"
    return None


def _path(tree: Tree, row: int) -> Iterator[int]:
    parents = tree.parents()
    actions = []
    while row > 0:
        actions.append(tree.action[row])
        row = parents[row]
    return reversed(actions)
