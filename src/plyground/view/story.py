"""The first simulations of a search in words and tables, phase by phase: the content of a walkthrough.

Four phases make a simulation. *Select* walks down the tree, *expand* adds a node, *evaluate* estimates the
value of the new position, *back up* updates every node on the way.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields

from plyground.games.base import CHANCE, TERMINAL, State
from plyground.search.engine import PythonEngine
from plyground.search.evaluate import Heuristic, Rollout
from plyground.search.part import Part
from plyground.search.search import Search
from plyground.search.trace import Step, Trace, trace_next
from plyground.tree import Tree
from plyground.view.svg import signed

PHASES = ("select", "expand", "evaluate", "back up")
MOVES_SHOWN = 30  # of a rollout
# A node, by the seat and the action of each row on the way to it.
Key = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class ComparedMove:
    """A child in a comparison of select."""

    name: str
    visits: int
    terms: list[float]
    score: float
    chosen: bool


@dataclass(frozen=True)
class Comparison:
    """The comparison of all children of one node; the largest score wins."""

    place: str
    visits: int  # of the node itself
    terms: list[str]
    candidates: list[ComparedMove]


@dataclass(frozen=True)
class Change:
    """The change of one node by the backup."""

    place: str
    seat: str  # whose value it keeps
    key: Key
    before: tuple[int, float]
    after: tuple[int, float]


@dataclass(frozen=True)
class Phase:
    name: str
    sentences: list[str]
    lit: list[Key]  # the nodes of this phase
    state: State | None = None  # the position to show
    since: State | None = None  # differences from this position are marked
    scores: dict[int, float] = field(default_factory=dict)  # scores of the moves in that position, if compared
    comparisons: list[Comparison] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)


@dataclass(frozen=True)
class Simulation:
    """One simulation. The last of a story may have only its first phase: the next choice of the search."""

    number: int  # from 1
    phases: list[Phase]
    path: list[Key]
    added: list[Key]

    @property
    def changes(self) -> list[Change]:
        return self.phases[-1].changes


def narrate_next(search: Search, engine: PythonEngine) -> tuple[Simulation, Trace]:
    """The next simulation of an engine that `search.replay` gave."""
    narrator = _Narrator(search, engine)
    return narrator.simulation(), narrator.trace


def narrate(search: Search, n: int) -> tuple[list[Simulation], Tree]:
    """The first n simulations, the choice of the next one, and the tree after the n simulations."""
    engine = search.replay()
    story = []
    for _ in range(n):
        if engine.solved or search.state.player == TERMINAL:
            break
        story.append(narrate_next(search, engine)[0])
    tree = engine.tree.subtree(0)
    if story and not engine.solved:
        following, _ = narrate_next(search, engine)
        story.append(Simulation(following.number, following.phases[:1], following.path, []))
    return story, tree


class _Narrator:
    """Plays one simulation and describes it."""

    def __init__(self, search: Search, engine: PythonEngine) -> None:
        self.game, self.config, self.root = search.game, search.config, search.state
        self.trace = trace_next(engine)
        self.tree = engine.tree
        rows = [(self.tree.seat[row], self.tree.action[row]) for row in self.trace.path[1:]]
        self.keys: list[Key] = [tuple(rows[:depth]) for depth in range(len(self.trace.path))]
        self.steps = {step.row: step for step in self.trace.steps}
        # The places of new nodes on the path; the root is never new.
        self.fresh = [depth for depth, row in enumerate(self.trace.path) if depth and row in self.trace.added]

    def simulation(self) -> Simulation:
        trace = self.trace
        phases = [self.select(), self.expand(), self.evaluate(), self.back_up()]
        return Simulation(trace.simulation + 1, phases, self.keys, [self.keys[depth] for depth in self.fresh])

    def place(self, depth: int) -> str:
        """A node of the path, by the moves that lead to it."""
        return "after " + " ".join(self.trace.names[:depth]) if depth else "at the root"

    def select(self) -> Phase:
        sentences, comparisons = [], []
        old = self.keys[: len(self.keys) - len(self.fresh)]
        for depth, row in enumerate(self.trace.path[:-1]):
            step = self.steps.get(row)
            if step is not None:
                comparisons.append(self.comparison(depth, step))
            sentences.append(self.choice(depth, row, step))
        if len(self.trace.path) == 1:
            sentences.append("The walk ends where it begins: the root has no children to walk to.")
        elif not self.fresh:
            sentences.append(f"The walk ends {self.place(len(self.trace.path) - 1)}, a node that was visited before.")
        first = self.steps.get(self.trace.path[0])
        scores = (
            {}
            if first is None
            else dict(zip(map(self.tree.action.__getitem__, first.children), first.scores, strict=True))
        )
        finite = {action: score for action, score in scores.items() if math.isfinite(score)}
        return Phase("select", sentences, old, self.root, scores=finite, comparisons=comparisons)

    def comparison(self, depth: int, step: Step) -> Comparison:
        columns = list(step.terms.values())
        candidates = [
            ComparedMove(
                step.names[i], step.visits[i], [column[i] for column in columns], step.scores[i], child == step.chosen
            )
            for i, child in enumerate(step.children)
        ]
        candidates.sort(key=lambda candidate: -candidate.score)
        return Comparison(self.place(depth), self.trace.before[depth][0], list(step.terms), candidates)

    def choice(self, depth: int, row: int, step: Step | None) -> str:
        """The reason for the choice at one node."""
        name, mover = self.trace.names[depth], self.trace.moves[depth][0]
        where = self.place(depth)
        where = where[0].upper() + where[1:]
        if mover == CHANCE:
            return f"{where} chance moves: {name}."
        seat = self.game.seat_name(mover)
        if step is None:
            children = self.tree.children(row)
            tried = sum(self.tree.visits[child] > 0 for child in children)
            if self.trace.path[depth + 1] not in self.trace.added:
                return f"{where} every move is proven or cut; {seat} plays {name}."
            untried = len(children) - tried + 1
            if untried == 1:
                return f"{where} {seat} has one move that was never tried. It comes first: {name}."
            which = "none of them tried yet" if untried == len(children) else f"{untried} of them never tried"
            return (
                f"{where} {seat} has {len(children)} moves, {which}. An untried move comes first, drawn by lot: {name}."
            )
        if self.config.select.draws:
            return f"{where} {seat} goes to {name}: {self.config.select} chooses at random."
        if len(step.children) == 1:
            return f"{where} {seat} has one move to walk to: {name}."
        best = max(step.scores)
        winners = [step.names[i] for i, score in enumerate(step.scores) if score == best]
        if name not in winners:
            return f"{where} {seat} goes to {name}: {self.config.select} chose it, although another score is larger."
        if best == float("inf"):
            return (
                f"{where} {seat} has moves that were never tried, whose score is infinite; one is drawn by lot: {name}."
            )
        compared = f"{where} {seat} compares {len(step.children)} moves"
        if len(winners) > 1:
            tied = f"{', '.join(winners)} share the largest score, {signed(best)}"
            return f"{compared}. {tied}; one is drawn by lot: {name}."
        return f"{compared} and takes the one with the largest score: {name}, {_sum(step, name)}."

    def expand(self) -> Phase:
        trace, sentences = self.trace, []
        if self.fresh:
            names = " and ".join(trace.names[depth - 1] for depth in self.fresh)
            sentences.append(f"{names} {'is' if len(self.fresh) == 1 else 'are'} new in the tree.")
        elif trace.leaf is not None and trace.leaf.player == TERMINAL:
            sentences.append("Nothing to add: the game is over here.")
        else:
            sentences.append("Nothing to add this time.")
        lit = [self.keys[depth] for depth in self.fresh] or self.keys[-1:]
        return Phase("expand", sentences, lit, trace.leaf, since=self.root)

    def evaluate(self) -> Phase:
        trace, part = self.trace, self.config.evaluate
        assert trace.leaf is not None
        assert trace.end is not None
        worth = ", ".join(f"{signed(value)} to {self.game.seat_name(i)}" for i, value in enumerate(trace.values))
        if trace.leaf.player == TERMINAL:
            how = "The game is over: no need to guess."
        elif isinstance(part, Rollout) and part.n > 1:
            how = f"{part.n} rollouts are played from here; the value is their mean."
        elif isinstance(part, Rollout):
            names = _names(trace.leaf, trace.rollout)
            shown = " ".join(names[:MOVES_SHOWN]) + (f" … ({len(names)} in all)" if len(names) > MOVES_SHOWN else "")
            how = f"A rollout plays on from here: {shown}." if names else "The result is certain already."
            if names and trace.end.player != TERMINAL:
                settled = trace.end.settled() is not None
                how += " Nothing can change the result now." if settled else " There the game's own guess takes over."
        elif isinstance(part, Heuristic):
            how = "The game's own guess of the result counts."
        else:
            how = f"{part} gives the value of the position."
        return Phase("evaluate", [how, f"Value: {worth}."], self.keys[-1:], trace.end, since=trace.leaf)

    def back_up(self) -> Phase:
        trace = self.trace
        changes = [
            Change(
                self.place(depth).removeprefix("at "),
                self.game.seat_name(self.tree.seat[row]),
                self.keys[depth],
                trace.before[depth],
                trace.after[depth],
            )
            for depth, row in enumerate(trace.path)
        ]
        sentences = [
            "Every node on the way gets one more visit, and its value takes in the result for the player who made the "
            "move to that node. The root has the value for the player to move.",
            rule(self.config.backup),
        ]
        return Phase("back up", sentences, self.keys, trace.end, since=trace.leaf, changes=changes)


def rule(part: Part) -> str:
    """A part with its numbers and the first paragraph of its docstring."""
    values = [(field.name, getattr(part, field.name)) for field in fields(part)]  # type: ignore[arg-type]
    plain = all(isinstance(value, (int, float)) or value is None for _, value in values)
    if plain:
        given = [f"{name} = {value:g}" for name, value in values if value is not None and value is not False]
    name = f"{part.name} ({', '.join(given)})" if plain and given else str(part)
    words = " ".join((type(part).__doc__ or "").strip().split("\n\n")[0].split())
    return f"{name}: {words}"


def introduction(search: Search) -> list[str]:
    """An introduction to such a search for newcomers."""
    low, high = search.value_range()
    player = search.state.player
    mover = "the player to move" if player < 0 else search.game.seat_name(player)
    return [
        f"The search looks for the best move for {mover}. It cannot play every game to its end, so it samples: it runs "
        "one simulation after the other, and a tree keeps their results.",
        "A simulation has four phases. Select walks down the tree, move by move. Expand adds the first position that "
        "is not in the tree yet. Evaluate estimates the value of that position, usually by a random game. Back up "
        "writes the result into every node on the way.",
        f"Values go from {signed(low)} to {signed(high)}, always for the player who made the move that leads to the "
        "node. So each player looks for high values among its own moves.",
        f"Select compares moves by a score. {rule(search.config.select)}",
    ]


def _sum(step: Step, name: str) -> str:
    """A score as the sum of its terms."""
    i = step.names.index(name)
    terms = [signed(column[i]) for column in step.terms.values()]
    return signed(step.scores[i]) if len(terms) == 1 else f"{' and '.join(terms)} make {signed(step.scores[i])}"


def _names(state: State, moves: Sequence[tuple[int, int]]) -> list[str]:
    """The names of the moves, throws in brackets."""
    names, state = [], state.clone()
    for player, action in moves:
        name = state.action_name(action)
        names.append(f"({name})" if player == CHANCE else name)
        state.apply(action)
    return names
