"""The search: one loop of five parts. Read this file first. Twin: `src/native/search/engine.hpp`.

One simulation walks from the root down to a leaf (select), gives the leaf children when it has been seen often
enough (expand), finds out what it is worth (evaluate) and tells every node on the way (backup). After the last
simulation `decide` picks the action to play.

    root ── select ──▸ … ──▸ leaf ── evaluate ──▸ values, one per seat
      ◂────────────────── backup ──────────────────┘

Every simulation draws from a random stream of its own, so that it can be replayed alone. Statistics that a part
needs, merged states and traces follow the walk as observers (`walk.py`): the loop does not know them.
"""

from collections.abc import Sequence

from plyground.games.base import CHANCE, TERMINAL, State
from plyground.rng import Rng
from plyground.search.columns import get_statistic
from plyground.search.columns.proofs import best_line
from plyground.search.config import Config
from plyground.search.walk import Observer, Walk
from plyground.tree import NO_ACTION, ROOT, Tree


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

    def simulate(self) -> None:
        """One simulation."""
        walk = self.descend()
        walk.values = self.evaluate(walk)
        self.absorb(walk)
        self.simulations += 1

    def descend(self) -> Walk:
        """Walk from the root down to a leaf."""
        tree = self.tree
        walk = Walk(self.root_state.clone(), Rng(self.seed, self.stream + self.simulations))
        self.arrive(walk, ROOT)
        while not self.is_leaf(walk):
            if not tree.num_children[walk.row]:
                self.expand(walk)
            child = self.next_child(walk)
            action = tree.action[child]
            walk.moves.append((walk.state.player, action))
            walk.state.apply(action)
            self.arrive(walk, child)
        return walk

    def evaluate(self, walk: Walk) -> list[float]:
        """What the leaf is worth to each seat, as the backup counts it."""
        backup, state = self.config.backup, walk.state
        known = backup.known(self.tree, walk.row)
        if known is not None:
            return known
        if state.player == TERMINAL:
            return backup.worth(state.returns())
        return backup.worth(self.config.evaluate.values(state, walk.rng, walk.moves))

    def absorb(self, walk: Walk) -> None:
        """Tell every row of the path."""
        for observer in self.observers:
            observer.evaluated(self.tree, walk)
        if not self.config.expand.all_at_once:
            for depth in range(1, len(walk.path)):  # one new node, or several where a leaf is not evaluated first
                if not self.tree.visits[walk.path[depth]]:
                    self.count_added(walk.path[:depth], 1)
        self.config.backup.update(self.tree, walk.path, walk.values)
        for observer in self.observers:
            observer.updated(self.tree, walk)

    def is_leaf(self, walk: Walk) -> bool:
        """Does the walk down end here?"""
        tree, row = self.tree, walk.row
        if tree.player[row] == TERMINAL or self.config.backup.known(tree, row) is not None:
            return True
        if row == ROOT:
            return False
        if tree.visits[row] < self.config.expand.after:
            return True
        return tree.num_children[row] > 0 and self.config.select.stops(tree, walk.path)

    def expand(self, walk: Walk) -> None:
        """Keep a row for every legal action, or for every outcome where chance moves."""
        tree, row, state = self.tree, walk.row, walk.state
        actions = state.moves()
        seat = tree.seat[row] if state.player == CHANCE else state.player
        tree.first_child[row] = tree.add_rows(actions, seat)
        tree.num_children[row] = len(actions)
        if state.player != CHANCE:
            self.config.select.expanded(tree, row, state)
        if self.config.expand.all_at_once:
            self.count_added(walk.path, len(actions))

    def next_child(self, walk: Walk) -> int:
        """Where chance moves: an outcome by its probability. Else a child not tried yet, or the selected one."""
        tree, config, row, rng = self.tree, self.config, walk.row, walk.rng
        if walk.state.player == CHANCE:
            outcome = rng.outcome(walk.state.chance())
            return next(child for child in tree.children(row) if tree.action[child] == outcome)
        children = config.expand.children(tree, walk, self.count_added)
        open_children = config.backup.open_ones(tree, children)
        tried, count = len(children), tree.num_children[row]
        if tried < count and (tried < config.expand.limit(tree.visits[row], count) or not open_children):
            return tree.try_next(row, tried, rng.below(count - tried))
        if not open_children:  # states are merged, and the last one was proven elsewhere: this visit proves the row
            return children[rng.below(tried)]
        child = config.select.choose(tree, walk.path, open_children, rng)
        for observer in self.observers:
            observer.chose(tree, walk, open_children, child)
        return child

    def arrive(self, walk: Walk, row: int) -> None:
        """Note who moves here."""
        walk.path.append(row)
        self.config.expand.arrive(walk.state, walk.rng)
        self.tree.player[row] = walk.state.player
        if not self.tree.visits[row]:
            for observer in self.observers:
                observer.arrived(self.tree, walk)

    def count_added(self, path: Sequence[int], count: int) -> None:
        for observer in self.observers:
            observer.added(self.tree, path, count)

    # Running it: the same methods as the C++ engine's.

    @property
    def rows(self) -> int:
        return len(self.tree)

    @property
    def bytes(self) -> int:
        """About what the table takes: eight bytes a list item, and the numbers that Python does not share."""
        return len(self.tree) * (8 * (7 + len(self.tree.extra)) + 24 + 28)

    @property
    def solved(self) -> bool:
        """Is the root's value proven?"""
        return self.config.backup.known(self.tree, ROOT) is not None

    def run(self, count: int, converged: float = 0.0) -> bool:
        """That many simulations; fewer when the root's value moves by less than `converged` (then True)."""
        for _ in range(count):
            if self.solved:
                break
            before = self.tree.value[ROOT]
            self.simulate()
            if 0.0 < abs(self.tree.value[ROOT] - before) < converged:
                return True
        return False

    def subtree(self, levels: int | None) -> Tree:
        """The tree down to that many levels below the root; None: all of it."""
        return self.tree if levels is None else self.tree.subtree(ROOT, levels)

    def summary(self) -> tuple[int, int, int, list[int]]:
        """Visited nodes, levels below the root, most nodes on one level, and the most visited line."""
        levels = self.tree.levels()
        return sum(levels), len(levels) - 1, max(levels), best_line(self.tree)

    def restore(self, tree: Tree, simulations: int) -> None:
        """Go on from a tree that an engine with the same parts built."""
        tree.take_fills(self.tree)
        self.tree, self.simulations = tree, simulations

    def advance(self, action: int, state: State) -> bool:
        """Make the child of that action the root; False where it was never visited."""
        for child in self.tree.children(ROOT):
            if self.tree.action[child] == action and self.tree.visits[child]:
                self.tree = self.tree.subtree(child)
                self.root_state = state.clone()
                return True
        return False
