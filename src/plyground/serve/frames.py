"""Frames of a search: a quick snapshot between two slices, and the frame that another thread draws from it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from plyground.games import CHANCE
from plyground.search import Search
from plyground.search.answers import limit as children_allowed
from plyground.search.result import Result
from plyground.serve.shapes import ChildShown, CurvePoint, FrameShown, NodeShown, TreeShown
from plyground.statistics.intervals import mean_interval
from plyground.tree import ROOT, Tree
from plyground.view.tree_model import KnownNodes, Shown, shown_nodes
from plyground.view.tree_svg import TreeSvg

FrameState = Literal["waiting", "running", "paused", "ended"]
MOST_CHILDREN = 400  # of one node in the tree


@dataclass(frozen=True)
class View:
    """What frames show: the settings of the request `set_view`."""

    tree: bool = True
    nodes: int = 300
    depth: int = 1000
    rate: float = 10.0


@dataclass(frozen=True)
class Snapshot:
    """The numbers of a search at one moment."""

    number: int
    state: FrameState
    result: Result
    simulations: int
    seconds: float
    per_second: float
    pruned: Tree | None
    curve: list[CurvePoint]


@dataclass
class Watcher:
    """Takes snapshots of one search and draws frames from them. State kept from earlier frames makes both cheap."""

    search: Search
    view: View = field(default_factory=View)
    exact: dict[int, float] = field(default_factory=dict)  # by action, from a solver, to the player at the root
    count: int = 0
    known: KnownNodes = field(default_factory=dict)
    _curve: list[CurvePoint] = field(default_factory=list)
    _speed: float = 0.0
    _last: tuple[int, float] = (0, 0.0)

    def note(self) -> None:
        """Add a point to the value curve. Called after every slice, so that the curve has no gaps."""
        simulations = self.search.simulations
        if self._curve and self._curve[-1].simulations == simulations:
            return
        tree = self.search.top()
        if tree.visits[ROOT]:
            value = self.search.root_value(tree)
            if value is not None:
                self._curve.append(CurvePoint(simulations, value))

    def snapshot(self, state: FrameState, seconds: float) -> Snapshot:
        """Take a snapshot. Call it between two slices, never during one."""
        self.count += 1
        search, view = self.search, self.view
        simulations = search.simulations
        self.note()
        curve, self._curve = self._curve, []
        before, then = self._last
        if seconds > then:
            self._speed = (simulations - before) / (seconds - then)
            self._last = (simulations, seconds)
        return Snapshot(
            number=self.count,
            state=state,
            result=search.result(),
            simulations=simulations,
            seconds=seconds,
            per_second=self._speed,
            pruned=search.pruned(view.depth, MOST_CHILDREN, 1, view.nodes) if view.tree else None,
            curve=curve,
        )

    def draw(self, shot: Snapshot) -> FrameShown:
        """Draw the frame of a snapshot. Any thread may do so while the search goes on."""
        result = shot.result
        terms, children, following = self._children(result)
        return FrameShown(
            number=shot.number,
            state=shot.state,
            simulations=shot.simulations,
            seconds=shot.seconds,
            per_second=shot.per_second,
            rows=result.nodes,
            visited=result.visited,
            bytes=result.bytes,
            depth=result.depth,
            width=result.width,
            value=result.value,
            exact=self._root_exact(result),
            action=result.action,
            line=result.line,
            terms=terms,
            children=children,
            following=following,
            curve=shot.curve,
            tree=None if shot.pruned is None else self.tree(shot.pruned),
        )

    def _root_exact(self, result: Result) -> float | None:
        proven = result.top.find("proven")
        if proven is not None and proven[ROOT] is not None:
            return float(proven[ROOT][result.seat])
        return max(self.exact.values(), default=None)

    def _children(self, result: Result) -> tuple[list[str], list[ChildShown], list[int]]:
        """The names of the terms, the moves at the root, and the actions among which the next simulation draws."""
        top, state, config = result.top, result.state, self.search.config
        rows = list(top.children(ROOT))
        scores: dict[int, float] = {}
        terms: dict[str, list[float]] = {}
        compared: list[int] = []
        if state.player >= 0:
            compared = [row for row in rows if top.visits[row] or config.expand.all_at_once]
            open_rows = config.backup.open_ones(top, compared)
            scores = dict(zip(open_rows, config.select.rate(top, [ROOT], open_rows), strict=True))
            terms = config.select.terms(top, [ROOT], open_rows)
        columns = {row: [column[i] for column in terms.values()] for i, row in enumerate(scores)}
        proven = top.find("proven")
        low, high = result.value_range
        shown = []
        for row in rows:
            exact = None if proven is None or proven[row] is None else float(proven[row][max(state.player, 0)])
            exact = self.exact.get(top.action[row]) if exact is None else exact
            mean = mean_interval(top.value[row], top.visits[row], low, high) if top.visits[row] else None
            shown.append(
                ChildShown(
                    action=top.action[row],
                    name=state.action_name(top.action[row]),
                    visits=top.visits[row],
                    value=top.value[row],
                    low=low if mean is None else mean.low,
                    high=high if mean is None else mean.high,
                    exact=exact,
                    score=_finite(scores.get(row, math.inf)),
                    terms=[_finite(term) for term in columns.get(row, [])],
                )
            )
        shown.sort(key=lambda child: (-child.visits, child.action))
        return list(terms), shown, self._following(top, rows, compared, scores)

    def _following(self, top: Tree, rows: list[int], compared: list[int], scores: dict[int, float]) -> list[int]:
        """The actions among which `PythonEngine.next_child` draws: untried children first, then the largest score."""
        if not rows or self.search.state.player == CHANCE:
            return []
        untried = [row for row in rows if row not in compared]
        allowed = children_allowed(self.search.config.expand, top.visits[ROOT], len(rows))
        if untried and (len(compared) < allowed or not scores):
            return [top.action[row] for row in untried]
        best = max(scores.values(), default=math.inf)
        return [top.action[row] for row, score in scores.items() if score == best]

    def tree(self, pruned: Tree) -> TreeShown:
        if len(self.known) > 5_000:
            self.known.clear()
        return tree_shown(shown_nodes(pruned, self.search.state, self.known), self.search.value_range())


def tree_shown(nodes: Sequence[Shown], value_range: tuple[float, float]) -> TreeShown:
    """The nodes of a tree, at the places that `plyground.view` gives them."""
    drawing = TreeSvg(nodes, *value_range)
    names = node_names(nodes)
    shown = [
        NodeShown(
            node=names[node.number],
            parent="" if node.parent < 0 else names[node.parent],
            level=node.level,
            name=node.name,
            seat=node.seat,
            player=node.player,
            visits=node.visits,
            value=node.value,
            worth_to=node.worth_to,
            exact=node.proven,
            more=node.more,
            more_visits=node.more_visits,
            note=node.is_note,
            x=round(drawing.x[node.number], 1),
            y=round(drawing.y[node.number], 1),
            radius=round(drawing.radius(node), 1),
            width=round(drawing.widths[node.number], 1),
        )
        for node in nodes
    ]
    return TreeShown(round(drawing.width, 1), round(drawing.height, 1), shown)


def node_names(nodes: Sequence[Shown]) -> list[str]:
    """The name of every node: the path to it."""
    names: list[str] = []
    for node in nodes:
        if node.parent < 0:
            names.append("")
            continue
        step = "+" if node.is_note else f"{node.worth_to}.{node.action}"
        above = names[node.parent]
        names.append(f"{above}/{step}" if above else step)
    return names


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
