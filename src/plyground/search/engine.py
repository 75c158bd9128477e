"""The search: one loop of five parts. Read this file first. Twin: `src/native/search/engine.hpp`.

One simulation walks from the root down to a leaf (select), gives the leaf children when it has been seen often
enough (expand), finds out what it is worth (evaluate) and tells every node on the way (backup). After the last
simulation `decide` picks the action to play.

    root ── select ──▸ … ──▸ leaf ── evaluate ──▸ values, one per seat
      ◂────────────────── backup ──────────────────┘

Every simulation draws from a random stream of its own, so that it can be replayed alone (`trace`).
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from plyground.games.base import CHANCE, TERMINAL, State
from plyground.rng import Rng
from plyground.search import answers
from plyground.search.config import Config
from plyground.search.limits import MOST_VISITS, SLICE_SECONDS, CutOff, Limits, until
from plyground.search.memory import Memory
from plyground.search.part import Move
from plyground.search.statistics import STATISTICS, Statistic
from plyground.tree import NO_ACTION, ROOT, UNKNOWN, Tree
from plyground.turns import Turns


@dataclass
class Step:
    """One choice on the way down: the children that were compared, as they were then."""

    row: int
    children: list[int]
    scores: list[float]
    chosen: int
    names: list[str]
    visits: list[int]
    values: list[float]
    terms: dict[str, list[float]]  # what the scores are made of, by name: see `Select.terms`


@dataclass
class Trace:
    """A trace of one simulation: what the page, the notebook and a walkthrough draw."""

    simulation: int
    steps: list[Step] = field(default_factory=list)
    path: list[int] = field(default_factory=list)  # rows, root first
    added: list[int] = field(default_factory=list)  # rows of the path that nobody had visited before
    moves: list[Move] = field(default_factory=list)  # the moves along the path
    names: list[str] = field(default_factory=list)  # the same, as people write them
    rollout: list[Move] = field(default_factory=list)  # the moves of the evaluation
    values: list[float] = field(default_factory=list)  # what was backed up, one value per seat
    leaf: State | None = None  # where the walk down ended
    end: State | None = None  # where the evaluation ended: the last state of a rollout, or the leaf
    before: list[tuple[int, float]] = field(default_factory=list)  # visits and value of the path's rows
    after: list[tuple[int, float]] = field(default_factory=list)  # the same, after the backup

    def arrive(self, tree: Tree, path: list[int], moves: list[Move], state: State) -> None:
        """The walk down has ended."""
        self.moves, self.path, self.leaf = list(moves), path, state.clone()
        self.added = [row for row in path if not tree.visits[row]]
        self.before = [(tree.visits[row], tree.value[row]) for row in path]

    def finish(self, tree: Tree) -> None:
        """The value was backed up."""
        self.after = [(tree.visits[row], tree.value[row]) for row in self.path]


@dataclass
class Undo:
    """What a simulation must know of the tree before it, to leave it as it was.

    The row that it tries for the first time with the row whose action that one took, and the row that was given what
    the memory knows: of each there is one at most, since all rows that follow are new. And the calls of `count_added`.
    """

    rows: int
    path: list[int] = field(default_factory=lambda: [ROOT])
    tried: tuple[int, int] | None = None
    recalled: int | None = None
    counted: list[tuple[list[int], int]] = field(default_factory=list)


class PythonEngine:
    """A search tree below one state, grown by `simulate`."""

    def __init__(self, config: Config, state: State, seed: int, stream: int = 0, memory: Memory | None = None) -> None:
        self.config = config
        self.seed = seed
        self.stream = stream  # of the first simulation
        self.simulations = 0
        self.memory = memory
        self.root_state = state.clone()
        self.tree = Tree()
        self._turns = Turns()
        self._most_visits = 0 if memory is None else memory.most_visits  # of a row; one more with every simulation
        self.statistics: list[Statistic] = [STATISTICS[name]() for name in sorted(config.needs())]
        for statistic in self.statistics:
            statistic.add_columns(self.tree)
        self.tree.add_rows([NO_ACTION], seat=max(state.player, 0))
        self.tree.player[ROOT] = state.player
        if memory is not None:
            memory.start()
            memory.recall(self.tree, ROOT, state)

    def simulate(self, trace: Trace | None = None) -> None:
        """One simulation. Whatever is raised before the backup leaves the tree as it was."""
        undo = Undo(len(self.tree))
        try:
            path, moves, values = self.visit(trace, undo)
        except BaseException:
            self.roll_back(undo)
            raise
        self.count(path, moves, values)
        if trace is not None:
            trace.finish(self.tree)

    def visit(self, trace: Trace | None, undo: "Undo") -> tuple[list[int], list[Move], list[float]]:
        """Walk to a leaf and evaluate it: the path, the moves of walk and evaluation, what it is worth to each seat."""
        self.undo = undo
        tree = self.tree
        rng = Rng(self.seed, self.stream + self.simulations)
        state = self.root_state.clone()
        row, path, moves = ROOT, undo.path, list[Move]()
        self.arrive(row, state, rng)
        while not self.is_leaf(path):
            if not tree.num_children[row]:
                self.expand(path, state)
            row = self.next_child(path, state, rng, trace)
            moves.append((state.player, tree.action[row]))
            if trace is not None:
                trace.names.append(state.action_name(tree.action[row]))
            state.apply(tree.action[row])
            path.append(row)
            self.arrive(row, state, rng)
        if trace is not None:
            trace.arrive(tree, path, moves, state)
        values = self.evaluate(row, state, rng, moves)
        if trace is not None:
            trace.rollout, trace.values, trace.end = moves[len(path) - 1 :], values, state
        return path, moves, values

    def count(self, path: list[int], moves: list[Move], values: list[float]) -> None:
        """A visit that is over changes the rows of its path."""
        tree, config = self.tree, self.config
        if self.statistics and not config.expand.all_at_once:
            for depth in range(1, len(path)):  # one new node, or several where a leaf is not evaluated first
                if not tree.visits[path[depth]]:
                    self.count_added(path[:depth], 1)
        answers.update(config.backup, tree, path, values)
        for statistic in self.statistics:
            statistic.update(tree, path, moves, values)
        if self.memory is not None:
            self.memory.store(tree, path)
        self.simulations += 1

    def roll_back(self, undo: "Undo") -> None:
        """Where open loop moved rows they stay: the next simulation finds them there as if it had moved them."""
        tree, rows = self.tree, undo.rows
        if self.config.expand.hides_chance:
            return
        for path, count in reversed(undo.counted):
            for statistic in self.statistics:
                statistic.removed(tree, path, count)
        tree.truncate(rows)
        if self.memory is not None:
            self.memory.forget_rows(rows)
            if undo.recalled is not None and 0 < undo.recalled < rows:
                self.memory.forget(undo.recalled)
                tree.value[undo.recalled], tree.visits[undo.recalled] = 0.0, 0
                if "proven" in tree.extra:
                    tree.extra["proven"][undo.recalled] = None
        for row in undo.path:
            if row >= rows:
                break
            if tree.first_child[row] >= rows:
                tree.first_child[row] = tree.num_children[row] = 0
            if row != ROOT and not tree.visits[row]:
                tree.player[row] = UNKNOWN
        if undo.tried is not None and undo.tried[0] < rows:
            a, b = undo.tried
            tree.action[a], tree.action[b] = tree.action[b], tree.action[a]

    def is_leaf(self, path: list[int]) -> bool:
        """Does the walk down end here?"""
        tree, row = self.tree, path[-1]
        if tree.player[row] == TERMINAL or self.is_proven(row):
            return True
        if row != ROOT and tree.visits[row] < self.config.expand.after:
            return True
        return row != ROOT and tree.num_children[row] > 0 and self.config.select.stops(tree, path)

    def expand(self, path: list[int], state: State) -> None:
        """Keep a row for every legal action, or for every outcome where chance moves."""
        tree, row, actions = self.tree, path[-1], state.moves()
        seat = tree.seat[row] if state.player == CHANCE else state.player
        tree.first_child[row] = tree.add_rows(actions, seat)
        tree.num_children[row] = len(actions)
        priors = answers.priors(self.config.select, state, actions) if state.player != CHANCE else None
        if priors is not None:
            tree.extra["prior"][tree.first_child[row] :] = priors
        if self.config.expand.all_at_once:
            self.count_added(path, len(actions))
            self.undo.counted.append((list(path), len(actions)))

    def next_child(self, path: list[int], state: State, rng: Rng, trace: Trace | None) -> int:
        """Where chance moves: an outcome by its probability. Else a child not tried yet, or the selected one."""
        tree, config, row = self.tree, self.config, path[-1]
        first, count, children = tree.first_child[row], tree.num_children[row], tree.children(row)
        if state.player == CHANCE:
            outcome = rng.outcome(state.chance())
            return next(child for child in children if tree.action[child] == outcome)
        if not config.expand.all_at_once:
            tried = tree.tried(row)
            nothing_left = tried < count and not self.open_ones(range(first, first + tried))
            if tried < answers.limit(config.expand, tree.visits[row], count) or nothing_left:
                # The children that were tried lie first; a random one of the others takes the next place.
                other = first + tried + rng.below(count - tried)
                action = tree.action
                action[first + tried], action[other] = action[other], action[first + tried]
                self.undo.tried = self.undo.tried or (first + tried, other)
                return first + tried
            children = range(first, first + tried)
        if config.expand.hides_chance:
            children = self.bring_forward(path, state)
        open_children = self.open_ones(children)
        if not open_children:  # states are merged, and the last one was proven elsewhere: this visit proves the row
            return children[rng.below(len(children))]
        child = answers.choice(config.select, tree, path, open_children, rng)
        if trace is not None:
            trace.steps.append(self.explain(path, state, list(open_children), child))
        return child

    def explain(self, path: list[int], state: State, children: list[int], chosen: int) -> Step:
        """A choice that select made, with all that it compared."""
        tree, select = self.tree, self.config.select
        return Step(
            row=path[-1],
            children=children,
            scores=select.rate(tree, path, children),
            chosen=chosen,
            names=[state.action_name(tree.action[child]) for child in children],
            visits=[tree.visits[child] for child in children],
            values=[tree.value[child] for child in children],
            terms=select.terms(tree, path, children),
        )

    def bring_forward(self, path: list[int], state: State) -> range:
        """Open loop: the children that are legal now, moved to the front of their places; new ones are added."""
        tree, row = self.tree, path[-1]
        legal = state.actions()
        known = [tree.action[child] for child in tree.children(row) if tree.seat[child] == state.player]
        missing = [action for action in legal if action not in known]
        if missing:
            old = tree.children(row)
            first = tree.add_rows([0] * len(old), 0)
            tree.add_rows(missing, state.player)
            for place, child in enumerate(old, start=first):
                tree.swap_rows(place, child)
            tree.first_child[row], tree.num_children[row] = first, len(old) + len(missing)
            self.count_added(path, len(missing))
        front = tree.first_child[row]
        for child in tree.children(row):
            if tree.seat[child] == state.player and tree.action[child] in legal:
                tree.swap_rows(front, child)
                front += 1
        return range(tree.first_child[row], front)

    def arrive(self, row: int, state: State, rng: Rng) -> None:
        """Note who moves here; open loop throws the dice first."""
        if self.config.expand.hides_chance:
            while state.player == CHANCE:
                state.apply(rng.outcome(state.chance()))
            self.tree.player[row] = state.player
        elif not self.tree.visits[row]:
            self.tree.player[row] = state.player
            if self.memory is not None and row != ROOT:  # of the root it has told when the tree began
                if self.undo.recalled is None:
                    self.undo.recalled = row
                self.memory.recall(self.tree, row, state)

    def evaluate(self, row: int, state: State, rng: Rng, moves: list[Move]) -> list[float]:
        """What the leaf is worth to each seat, as the backup counts it."""
        if self.is_proven(row):
            values: list[float] = self.tree.extra["proven"][row]
            return values
        if state.player == TERMINAL:
            found = answers.end_values(state.returns(), state.game)
        else:
            part = self.config.evaluate
            found = answers.leaf_values(part, part.values(state, rng, moves), self.root_state.game)
        return answers.counted_values(self.config.backup, found)

    def is_proven(self, row: int) -> bool:
        proven = self.tree.extra.get("proven")
        return proven is not None and proven[row] is not None

    def open_ones(self, children: Sequence[int]) -> Sequence[int]:
        """Those that a visit can still teach something about."""
        proven = self.tree.extra.get("proven")
        if proven is None:
            return children
        cut = self.tree.extra["cut"]
        return [child for child in children if proven[child] is None and not cut[child]]

    def count_added(self, path: list[int], count: int) -> None:
        for statistic in self.statistics:
            statistic.added(self.tree, path, count)

    # Running it: the same face as the C++ engine's.

    @property
    def rows(self) -> int:
        return len(self.tree)

    @property
    def bytes(self) -> int:
        """About what the table takes: eight bytes a list item, and the numbers that Python does not share.

        A merged state takes about half a kilobyte: its entry, its key and its places in two dictionaries.
        """
        states = 0 if self.memory is None else len(self.memory)
        return len(self.tree) * (8 * (7 + len(self.tree.extra)) + 24 + 28) + states * 500

    @property
    def solved(self) -> bool:
        """Is the root's value proven?"""
        return self.is_proven(ROOT)

    def limits(self, seconds: float, most_bytes: int) -> Limits:
        """What `run` shall keep to from now on."""
        return Limits(seconds, most_bytes)

    def run(self, count: int, converged: float = 0.0, limits: Limits | None = None) -> str:
        """That many simulations; with limits, fewer where one is reached or the slice is over.

        Returns the name of what ended the run, nothing where the search can go on: "converged" when the root's value
        moved by less than that, "seconds", "megabytes", "memory", "visits".
        """
        with self._turns.turn(), until(math.inf if limits is None else limits.deadline):
            try:
                return self._run(count, converged, limits)
            except CutOff:
                return "seconds"
            except MemoryError:
                return "memory"

    def _run(self, count: int, converged: float, limits: Limits | None) -> str:
        pause = time.perf_counter() + SLICE_SECONDS
        for done in range(count):
            if self.solved:
                break
            if limits is not None:
                now = time.perf_counter()
                if now >= limits.deadline:
                    return "seconds"
                if self.bytes >= limits.most_bytes:
                    return "megabytes"
                if done and now >= pause:
                    break
            if self._most_visits >= MOST_VISITS:
                return "visits"
            before = self.tree.value[ROOT]
            self.simulate()
            self._most_visits += 1
            if 0.0 < abs(self.tree.value[ROOT] - before) < converged:
                return "converged"
        return ""

    def subtree(self, levels: int | None) -> Tree:
        """The tree down to that many levels below the root; None: all of it."""
        with self._turns.turn():
            return self.tree.copy() if levels is None else self.tree.subtree(ROOT, levels)

    def pruned(self, depth: int, top: int, min_visits: int, limit: int) -> Tree:
        """The part of the tree that is worth drawing: see `Tree.pruned`."""
        with self._turns.turn():
            return self.tree.pruned(depth, top, min_visits, limit)

    def shape(self, first: int | None) -> tuple[int, int, int, list[int]]:
        """Visited nodes, levels below the root, most nodes on one level, and the most visited line.

        The line begins with the action `first`, where one is given.
        """
        with self._turns.turn():
            levels = self.tree.levels()
            return sum(levels), len(levels) - 1, max(levels), self.tree.node().best_line(first)

    def restore(self, tree: Tree, simulations: int) -> None:
        """Go on from a tree that an engine with the same parts built."""
        with self._turns.turn():
            tree.take_fills(self.tree)
            self.tree, self.simulations, self._most_visits = tree, simulations, max(tree.visits)

    def advance(self, action: int, state: State) -> bool:
        """Make the child of that action the root; False where it was never visited."""
        with self._turns.turn():
            for child in self.tree.children(ROOT):
                if self.tree.action[child] == action and self.tree.visits[child]:
                    self.tree = self.tree.subtree(child)
                    self.root_state = state.clone()
                    return True
            return False
