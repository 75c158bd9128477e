"""The search: one loop of five parts. Read this file first. Twin: `src/native/search/engine.hpp`.

One simulation walks from the root down to a leaf (select), gives the leaf children when it has been seen often
enough (expand), finds its value (evaluate) and updates every node on the way (backup). After the last
simulation `decide` picks the action to play.

    root ── select ──▸ … ──▸ leaf ── evaluate ──▸ values, one per seat
      ◂────────────────── backup ──────────────────┘

Every simulation draws from a random stream of its own, so that it can be replayed alone. Statistics that a part
needs, merged states and traces follow the walk as observers (`walk.py`), apart from the loop. The engine checks at
once what a part returns (`answers.py`).
"""

import math
import time
from collections import Counter
from collections.abc import Sequence

from plyground.deadline import CutOff, look, until
from plyground.games.base import CHANCE, TERMINAL, State
from plyground.rng import Rng
from plyground.search import answers
from plyground.search.columns import get_statistic
from plyground.search.columns.proofs import best_line
from plyground.search.config import Config
from plyground.search.limits import MOST_VISITS, SLICE_SECONDS, Limits
from plyground.search.part import softmax
from plyground.search.undo import undo
from plyground.search.walk import Move, Observer, Walk
from plyground.tree import NO_ACTION, ROOT, Tree
from plyground.turns import Turns

# The streams of the draws after a search and of the noise at its root; simulations count from 0 and never reach them.
DECISION_STREAM = (1 << 63) - 1
NOISE_STREAM = DECISION_STREAM - 1


class PythonEngine:
    """A search tree below one state, grown by `simulate`."""

    def __init__(
        self, config: Config, state: State, seed: int, stream: int = 0, observers: Sequence[Observer] = ()
    ) -> None:
        self.config = config
        self.seed = seed
        self.stream = stream  # of the first simulation
        self.simulations = 0
        self.root_state = state.clone()
        self.tree = Tree()
        self.tree.add_rows([NO_ACTION], seat=max(state.player, 0))
        self.tree.player[ROOT] = state.player
        self.observers = [*(get_statistic(name)() for name in sorted(config.needs)), *observers]
        for observer in self.observers:
            observer.start(self.tree, state)
        # An upper bound on the visits of any row; it grows by one with every simulation.
        self._most_visits = max((observer.most_visits for observer in self.observers), default=0)
        self._turns = Turns()

    def simulate(self) -> None:
        """Run one simulation. An exception before the backup leaves the tree as it was."""
        walk = self.begin()
        try:
            walk.values = self.evaluate(walk)
        except BaseException:
            self.undo(walk)
            raise
        self.absorb(walk)

    def simulate_together(self, most: int) -> int:
        """Run up to `most` simulations whose leaves a network judges in one call; returns their number.

        A waiting simulation counts as a begun visit in the rows of its path, so that the next one prefers other rows;
        values do not change. A walk to a leaf that already waits for the network is undone, and ends the batch.
        """
        walks: list[Walk] = []
        waiting: Counter[int] = Counter()
        self.tree.waiting = waiting
        try:
            while len(walks) < most:
                walk = self.begin(len(walks))
                if waiting[walk.row] and self.asks_network(walk):
                    self.undo(walk)
                    break
                waiting.update(walk.path)
                walks.append(walk)
            self.judge(walks)
        except BaseException:
            for walk in reversed(walks):
                waiting.subtract(walk.path)
                self.undo(walk)
            raise
        waiting.clear()
        for walk in walks:
            self.absorb(walk)
        return len(walks)

    def begin(self, later: int = 0) -> Walk:
        """Walk the next simulation to its leaf, where it waits; `later` earlier ones already wait. `absorb` finishes it
        when `walk.values` (and `walk.logits`) are known."""
        rng = Rng(self.seed, self.stream + self.simulations + later)
        walk = Walk(self.root_state.clone(), rng, rows_before=len(self.tree))
        try:
            self.descend(walk)
        except BaseException:
            self.undo(walk)
            raise
        return walk

    def descend(self, walk: Walk) -> None:
        """Walk from the root down to a leaf."""
        self.arrive(walk, ROOT)
        while not self.is_leaf(walk):
            look()
            if not self.tree.num_children[walk.row]:
                self.expand(walk)
            child = self.next_child(walk)
            for observer in self.observers:
                observer.moving(self.tree, walk, child)
            action = self.tree.action[child]
            walk.moves.append((walk.state.player, action))
            walk.state.apply(action)
            self.arrive(walk, child)
        for observer in self.observers:
            observer.descended(self.tree, walk)

    def evaluate(self, walk: Walk) -> list[float]:
        """The value of the leaf to each seat, on the backup's scale."""
        config, state = self.config, walk.state
        known = config.backup.known(self.tree, walk.row)
        if known is not None:
            return known
        if state.player == TERMINAL:
            values = answers.end_values(state.returns(), state.game)
        elif config.evaluate.gives_logits:
            self.judge([walk])
            return walk.values
        else:
            played = list[Move]()
            found = config.evaluate.at_leaf(self.tree, state, walk.rng, played)
            walk.moves += answers.played_moves(config.evaluate, played, self.root_state.game)
            values = answers.leaf_values(config.evaluate, found, self.root_state.game)
        return answers.counted_values(config.backup, values)

    def judge(self, walks: Sequence[Walk]) -> None:
        """Find the values and logits of several leaves, with one call of the network for all that need it."""
        config, asking = self.config, [walk for walk in walks if self.asks_network(walk)]
        found = config.evaluate.judge(asking) if asking else []
        for walk, (values, logits) in zip(asking, found, strict=True):
            values = answers.leaf_values(config.evaluate, values, self.root_state.game)
            walk.values = answers.counted_values(config.backup, values)
            walk.logits = answers.leaf_logits(config.evaluate, logits, walk.state)
        for walk in walks:
            if not walk.values:
                walk.values = self.evaluate(walk)

    def asks_network(self, walk: Walk) -> bool:
        """Whether the leaf needs the network: the game is not over there, and its value is not proven."""
        return walk.state.player != TERMINAL and self.config.backup.known(self.tree, walk.row) is None

    def absorb(self, walk: Walk) -> None:
        """Expand the leaf if a network judged it, and back the values up into every row of the path."""
        if walk.logits:
            self.expand(walk)
        for observer in self.observers:
            observer.evaluated(self.tree, walk)
        if not self.config.expand.all_at_once:
            for depth in range(1, len(walk.path)):  # one new node, or several with after=0
                if not self.tree.visits[walk.path[depth]]:
                    self.count_added(walk.path[:depth], 1)
        answers.update(self.config.backup, self.tree, walk.path, walk.values)
        for observer in self.observers:
            observer.updated(self.tree, walk)
        self.simulations += 1

    def is_leaf(self, walk: Walk) -> bool:
        """Whether the walk down ends here."""
        tree, row = self.tree, walk.row
        if tree.player[row] == TERMINAL or self.config.backup.known(tree, row) is not None:
            return True
        if self.config.evaluate.gives_logits:
            return tree.player[row] != CHANCE and not tree.num_children[row]
        if row == ROOT:
            return False
        if tree.visits[row] < self.config.expand.after:
            return True
        return tree.num_children[row] > 0 and self.config.select.stops(tree, walk.path)

    def expand(self, walk: Walk) -> None:
        """Add a row for every legal action, or for every outcome of a chance node."""
        tree, row, state = self.tree, walk.row, walk.state
        actions = state.moves()
        seat = tree.seat[row] if state.player == CHANCE else state.player
        tree.first_child[row] = tree.add_rows(actions, seat)
        tree.num_children[row] = len(actions)
        if walk.logits:
            tree.extra["prior"][-len(actions) :] = softmax(walk.logits)
        elif state.player != CHANCE:
            answers.fill_priors(self.config.select, tree, row, state)
        if row == ROOT and state.player != CHANCE:
            self.config.select.start_root(tree, self.noise_rng())
        if self.config.expand.all_at_once:
            self.count_added(walk.path, len(actions))
            walk.counted.append((list(walk.path), len(actions)))

    def next_child(self, walk: Walk) -> int:
        """At a chance node, an outcome drawn by its probability; else an untried child, or the choice of select."""
        tree, config, row, rng = self.tree, self.config, walk.row, walk.rng
        if walk.state.player == CHANCE:
            outcome = rng.outcome(walk.state.chance())
            return next(child for child in tree.children(row) if tree.action[child] == outcome)
        children = config.expand.children(tree, walk, self.count_added)
        open_children = config.backup.open_ones(tree, children)
        tried, count = len(children), tree.num_children[row]
        if tried < count and (tried < answers.limit(config.expand, tree.visits[row], count) or not open_children):
            return self.try_next(walk, tried)
        if not open_children:  # merged states: another path proved the last open child; this visit proves the row
            return children[rng.below(tried)]
        child = answers.choice(config.select, tree, walk.path, open_children, rng)
        for observer in self.observers:
            observer.chose(tree, walk, open_children, child)
        return child

    def try_next(self, walk: Walk, tried: int) -> int:
        """Swap an untried child into the first untried place: tried children always lie first."""
        tree = self.tree
        untried = tree.children(walk.row)[tried:]
        first, other = untried[0], answers.picked(self.config.expand, tree, walk.path, untried, walk.rng)
        tree.action[first], tree.action[other] = tree.action[other], tree.action[first]
        walk.tried = walk.tried or (first, other)
        return first

    def arrive(self, walk: Walk, row: int) -> None:
        """Append the row to the path and record which player moves there."""
        walk.path.append(row)
        self.config.expand.arrive(walk.state, walk.rng)
        self.tree.player[row] = walk.state.player
        if not self.tree.begun(row):
            walk.reached.append(row)
            for observer in self.observers:
                observer.arrived(self.tree, walk)

    def plan(self, simulations: int) -> None:
        """Tell the selection rule the number of simulations planned for this root; 0 if unknown."""
        with self._turns.turn():
            judged = (
                self.config.evaluate.gives_logits and not self.tree.num_children[ROOT]
            )  # whether the first simulation evaluates the root
            self.config.select.plan(self.tree, max(simulations - judged, 0))

    def noise_rng(self) -> Rng:
        """The generator for the noise at a root. After `advance` the root gets a new stream."""
        return Rng(self.seed, NOISE_STREAM - self.simulations)

    def count_added(self, path: Sequence[int], count: int) -> None:
        for observer in self.observers:
            observer.added(self.tree, path, count)

    def undo(self, walk: Walk) -> None:
        """Take back what the walk changed in the tree. Open loop keeps its changes: the next simulation, which has the
        same stream, would make them again."""
        if not self.config.expand.hides_chance:
            undo(self.tree, walk, self.observers)

    # The methods that `Search` calls, the same as those of the C++ engine.

    @property
    def rows(self) -> int:
        return len(self.tree)

    @property
    def bytes(self) -> int:
        """Approximate size: eight bytes per list item, and the number objects that Python does not share."""
        table = len(self.tree) * (8 * (7 + len(self.tree.extra)) + 24 + 28)
        return table + sum(observer.bytes for observer in self.observers)

    @property
    def solved(self) -> bool:
        """Is the root's value proven?"""
        return self.config.backup.known(self.tree, ROOT) is not None

    def limits(self, seconds: float, most_bytes: int) -> Limits:
        """Limits for `run`; the seconds count from now."""
        return Limits(seconds, most_bytes)

    def run(self, count: int, converged: float = 0.0, limits: Limits | None = None, more: int = 0) -> str:
        """Run `count` simulations; with limits, fewer if one is reached or after a slice of 0.05 s. A batch of leaves
        that `count` would cut goes on for up to `more` simulations.

        Returns the name of the limit that ended the run, or "" if the search can go on: "converged" (the value of the
        root moved by less than `converged`), "seconds", "megabytes", "memory" or "visits".
        """
        with self._turns.turn(), until(math.inf if limits is None else limits.deadline):
            try:
                return self._run(count, converged, limits, more)
            except CutOff:
                return "seconds"
            except MemoryError:
                return "memory"

    def _run(self, count: int, converged: float, limits: Limits | None, more: int) -> str:
        pause = time.perf_counter() + SLICE_SECONDS
        done, leaves = 0, self.config.evaluate.leaves
        while done < count and not self.solved:
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
            before, simulations = self.tree.value[ROOT], self.simulations
            if leaves > 1:  # the clock does not decide which leaves wait together: equal budgets grow equal trees
                self.simulate_together(min(leaves, count - done + more))
            else:
                self.simulate()
            done += self.simulations - simulations
            self._most_visits += self.simulations - simulations
            if 0.0 < abs(self.tree.value[ROOT] - before) < converged:
                return "converged"
        return ""

    def subtree(self, levels: int | None) -> Tree:
        """The tree down to that many levels below the root; None: all of it."""
        with self._turns.turn():
            return self.tree.copy() if levels is None else self.tree.subtree(ROOT, levels)

    def pruned(self, depth: int, top: int, min_visits: int, limit: int, start: int) -> Tree:
        """The part of the tree that is worth drawing: see `Tree.pruned`."""
        with self._turns.turn():
            return self.tree.pruned(depth, top, min_visits, limit, start)

    def summary(self, first: int | None = None) -> tuple[int, int, int, list[int]]:
        """The number of visited nodes, the depth, the width (most nodes on one level), and the most visited line.

        The line begins with the action `first`, if one is given.
        """
        with self._turns.turn():
            levels = self.tree.levels()
            return sum(levels), len(levels) - 1, max(levels), best_line(self.tree, first)

    def restore(self, tree: Tree, simulations: int) -> None:
        """Replace the tree by one that an engine with the same parts built."""
        with self._turns.turn():
            tree.take_fills(self.tree)
            self.tree, self.simulations, self._most_visits = tree, simulations, max(tree.visits)

    def advance(self, action: int, state: State) -> bool:
        """Make the child of that action the root; False if it was never visited."""
        with self._turns.turn():
            for child in self.tree.children(ROOT):
                if self.tree.action[child] == action and self.tree.visits[child]:
                    self.tree = self.tree.subtree(child)
                    self.root_state = state.clone()
                    self.config.select.plan(self.tree, 0)
                    if self.tree.num_children[ROOT] and state.player != CHANCE:
                        self.config.select.start_root(self.tree, self.noise_rng())
                    return True
            return False
