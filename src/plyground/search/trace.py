"""A trace of one simulation, which walkthroughs draw."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from plyground.games.base import State
from plyground.search.engine import PythonEngine
from plyground.search.part import Select
from plyground.search.walk import Move, Observer, Walk
from plyground.tree import Tree


@dataclass
class Step:
    """One choice on the way down, with the compared children as they were at that time."""

    row: int
    children: list[int]
    scores: list[float]
    chosen: int
    names: list[str]
    visits: list[int]
    values: list[float]
    terms: dict[str, list[float]]  # the terms of the scores, by name: see `Select.terms`


@dataclass
class Trace:
    """A record of one simulation."""

    simulation: int
    steps: list[Step] = field(default_factory=list)
    path: list[int] = field(default_factory=list)  # rows, root first
    added: list[int] = field(default_factory=list)  # rows of the path that no simulation had visited before
    moves: list[Move] = field(default_factory=list)  # the moves along the path
    names: list[str] = field(default_factory=list)  # these moves as people write them
    rollout: list[Move] = field(default_factory=list)  # the moves of the evaluation
    values: list[float] = field(default_factory=list)  # the values that were backed up, one per seat
    leaf: State | None = None  # where the walk down ended
    end: State | None = None  # where the evaluation ended: the last state of a rollout, or the leaf
    before: list[tuple[int, float]] = field(default_factory=list)  # visits and value of each row of the path
    after: list[tuple[int, float]] = field(default_factory=list)  # their visits and value after the backup


class Tracer(Observer):
    """Fills in a trace while an engine simulates."""

    def __init__(self, trace: Trace, select: Select) -> None:
        self.trace = trace
        self.select = select

    def chose(self, tree: Tree, walk: Walk, children: Sequence[int], child: int) -> None:
        self.trace.steps.append(
            Step(
                row=walk.row,
                children=list(children),
                scores=self.select.rate(tree, walk.path, children),
                chosen=child,
                names=[walk.state.action_name(tree.action[c]) for c in children],
                visits=[tree.visits[c] for c in children],
                values=[tree.value[c] for c in children],
                terms=self.select.terms(tree, walk.path, children),
            )
        )

    def moving(self, tree: Tree, walk: Walk, child: int) -> None:
        self.trace.names.append(walk.state.action_name(tree.action[child]))

    def descended(self, tree: Tree, walk: Walk) -> None:
        trace = self.trace
        trace.path, trace.moves, trace.leaf = walk.path, list(walk.moves), walk.state.clone()
        trace.added = [row for row in walk.path if not tree.visits[row]]
        trace.before = [(tree.visits[row], tree.value[row]) for row in walk.path]

    def evaluated(self, tree: Tree, walk: Walk) -> None:
        trace = self.trace
        trace.rollout, trace.values, trace.end = walk.moves[len(trace.moves) :], walk.values, walk.state

    def updated(self, tree: Tree, walk: Walk) -> None:
        self.trace.after = [(tree.visits[row], tree.value[row]) for row in walk.path]


def trace_next(engine: PythonEngine) -> Trace:
    """Run one simulation and return its trace."""
    trace = Trace(engine.simulations)
    tracer = Tracer(trace, engine.config.select)
    engine.observers.append(tracer)
    try:
        engine.simulate()
    finally:
        engine.observers.remove(tracer)
    return trace
