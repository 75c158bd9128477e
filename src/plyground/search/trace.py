"""A trace of one simulation: what the page, the notebook and a walkthrough draw."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from plyground.search.part import Select
from plyground.search.walk import Move, Observer, Walk
from plyground.tree import Tree


@dataclass
class Step:
    """One choice on the way down."""

    row: int
    children: list[int]
    scores: list[float]
    chosen: int


@dataclass
class Trace:
    """One simulation as data."""

    simulation: int
    steps: list[Step] = field(default_factory=list)
    path: list[int] = field(default_factory=list)  # rows, root first
    added: list[int] = field(default_factory=list)  # rows of the path that no simulation had visited before
    moves: list[Move] = field(default_factory=list)  # the moves along the path
    rollout: list[Move] = field(default_factory=list)  # the moves of the evaluation
    values: list[float] = field(default_factory=list)  # what was backed up, one value per seat


class Tracer(Observer):
    """Fills in a trace while an engine simulates."""

    def __init__(self, trace: Trace, select: Select) -> None:
        self.trace = trace
        self.select = select

    def chose(self, tree: Tree, walk: Walk, children: Sequence[int], child: int) -> None:
        scores = self.select.rate(tree, walk.path, children)
        self.trace.steps.append(Step(walk.row, list(children), scores, child))

    def evaluated(self, tree: Tree, walk: Walk) -> None:
        trace, steps = self.trace, len(walk.path) - 1
        trace.path, trace.values = walk.path, walk.values
        trace.added = [row for row in walk.path if not tree.visits[row]]
        trace.moves, trace.rollout = walk.moves[:steps], walk.moves[steps:]
