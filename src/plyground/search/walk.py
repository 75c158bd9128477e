"""The path of one simulation, and observers that follow it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from plyground.games.base import State
from plyground.rng import Rng
from plyground.tree import Tree

# A move of one simulation: the player (a seat or CHANCE) and the action.
Move = tuple[int, int]


@dataclass
class Walk:
    """The present place of a simulation and its path. Twin: `Walk` in `src/native/search/walk.hpp`."""

    state: State  # advances with the walk
    rng: Rng
    path: list[int] = field(default_factory=list)  # rows, root first
    moves: list[Move] = field(default_factory=list)  # along the path, then those of the evaluation
    values: list[float] = field(default_factory=list)  # values of the leaf, one per seat
    logits: list[float] = field(default_factory=list)  # of its legal actions, if a network judged it

    # For `undo`: the number of rows before; rows reached for the first time; the two rows whose actions `try_next`
    # swapped first (later ones are new rows, which are dropped); and growth that observers counted.
    rows_before: int = 0
    reached: list[int] = field(default_factory=list)
    tried: tuple[int, int] | None = None
    counted: list[tuple[list[int], int]] = field(default_factory=list)

    @property
    def row(self) -> int:
        """The last row of the path."""
        return self.path[-1]


class Observer:
    """Follows the simulations of an engine: statistics that parts need, merged states, a trace."""

    # The observer's memory beyond the columns of the tree, and the most visits that it may give to a new row.
    bytes: int = 0
    most_visits: int = 0

    def start(self, tree: Tree, state: State) -> None:
        """Called when the tree has its root."""

    def arrived(self, tree: Tree, walk: Walk) -> None:
        """Called when the walk comes to a row without visits."""

    def added(self, tree: Tree, path: Sequence[int], count: int) -> None:
        """Called when `count` nodes were added below the last row of the path."""

    def removed(self, tree: Tree, path: Sequence[int], count: int) -> None:
        """Called when the last `added` with these arguments is undone."""

    def undone(self, tree: Tree, walk: Walk) -> None:
        """Called when the walk is undone: its new rows are gone, and the rows `walk.reached` count as never reached."""

    def chose(self, tree: Tree, walk: Walk, children: Sequence[int], child: int) -> None:
        """Called when select has chosen among these children."""

    def moving(self, tree: Tree, walk: Walk, child: int) -> None:
        """Called before the walk plays the action of this child."""

    def descended(self, tree: Tree, walk: Walk) -> None:
        """Called when the walk has come to a leaf, before the evaluation."""

    def evaluated(self, tree: Tree, walk: Walk) -> None:
        """Called when the leaf has its values, before the backup."""

    def updated(self, tree: Tree, walk: Walk) -> None:
        """Called after the backup."""
