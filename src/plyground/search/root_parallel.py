"""Root parallel search: one independent tree per thread. The statistics of their roots are added up.

The same seed and number of threads give the same result: simulation i belongs to tree i mod threads.

Chaslot, Winands, van den Herik: Parallel Monte-Carlo tree search (2008).
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any

from plyground.errors import PlygroundError
from plyground.games.base import State
from plyground.rng import Rng
from plyground.search.columns.proofs import best_line
from plyground.search.config import Config
from plyground.search.native import NativeEngine
from plyground.tree import ROOT, Tree

if TYPE_CHECKING:
    from plyground import _native


class RootParallel:
    """Several engines with the methods of one. `subtree(None)` and `pruned` show the first engine's tree alone."""

    def __init__(self, config: Config, state: State, seed: int, threads: int) -> None:
        self._config = config
        self._seeds = [Rng(seed, thread).next() for thread in range(threads)]
        self._engines = [NativeEngine(config, state, seed) for seed in self._seeds]
        self._before = [0] * threads  # simulations of engines that `advance` replaced
        self._pool = ThreadPoolExecutor(threads)

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_pool": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept, _pool=ThreadPoolExecutor(len(kept["_engines"])))

    @property
    def simulations(self) -> int:
        return sum(self._before) + sum(engine.simulations for engine in self._engines)

    @property
    def rows(self) -> int:
        return sum(engine.rows for engine in self._engines)

    @property
    def bytes(self) -> int:
        return sum(engine.bytes for engine in self._engines)

    @property
    def solved(self) -> bool:
        return any(engine.solved for engine in self._engines)

    def limits(self, seconds: float, most_bytes: int) -> "_native.Limits":
        """Limits that all trees share."""
        first, *others = self._engines
        limits = first.limits(seconds, most_bytes)
        for engine in others:
            engine.charge(limits)
        return limits

    def run(self, count: int, converged: float = 0.0, limits: "_native.Limits | None" = None, more: int = 0) -> str:
        threads, total = len(self._engines), self.simulations + count
        shares = [
            (total + threads - 1 - i) // threads - before - engine.simulations
            for i, (engine, before) in enumerate(zip(self._engines, self._before, strict=True))
        ]
        jobs = [
            self._pool.submit(engine.run, max(share, 0), converged, limits)
            for engine, share in zip(self._engines, shares, strict=True)
        ]
        try:
            reasons = [job.result() for job in jobs]
        except BaseException:  # Ctrl-C reaches only this thread
            if limits is not None:
                limits.stop()
            wait(jobs)
            raise
        return next(filter(None, reasons), "")

    def plan(self, simulations: int) -> None:
        for engine in self._engines:
            engine.plan(-(-simulations // len(self._engines)))

    def subtree(self, levels: int | None) -> Tree:
        trees = [engine.subtree(levels) for engine in self._engines]
        return merged_top(trees) if levels == 1 else trees[0]

    def pruned(self, depth: int, top: int, min_visits: int, limit: int, start: int) -> Tree:
        return self._engines[0].pruned(depth, top, min_visits, limit, start)

    def summary(self, first: int | None = None) -> tuple[int, int, int, list[int]]:
        tops = [engine.subtree(1) for engine in self._engines]
        if first is None:
            first = next(iter(best_line(merged_top(tops))), None)
        summaries = [engine.summary(first) for engine in self._engines]
        # Take the line from the tree with the most visits to its first move.
        visits = [sum(child.visits for child in top.node().children if child.action == first) for top in tops]
        line = summaries[visits.index(max(visits))][3]
        return sum(s[0] for s in summaries), max(s[1] for s in summaries), sum(s[2] for s in summaries), line

    def advance(self, action: int, state: State) -> bool:
        for i, engine in enumerate(self._engines):
            if not engine.advance(action, state):
                self._before[i] += engine.simulations
                self._engines[i] = NativeEngine(self._config, state, self._seeds[i], self._before[i])
        return True

    def restore(self, tree: Tree, simulations: int) -> None:
        raise PlygroundError("several trees cannot be restored from one: use threads=1")


def merged_top(trees: Sequence[Tree]) -> Tree:
    """The root and its children with the visits of all trees, and the means of their values."""
    first = trees[0]
    places: dict[int, int] = {}
    top = Tree()
    for name in first.extra:
        top.add_column(name, None)
    top.add_rows([first.action[ROOT]], first.seat[ROOT])
    actions = sorted({tree.action[child] for tree in trees for child in tree.children(ROOT)})
    if actions:
        child = next(tree for tree in trees if tree.num_children[ROOT])
        top.first_child[ROOT] = top.add_rows(actions, child.seat[child.first_child[ROOT]])
        top.num_children[ROOT] = len(actions)
        places = {action: top.first_child[ROOT] + i for i, action in enumerate(actions)}
    for tree in trees:
        for row in (ROOT, *tree.children(ROOT)):
            place = ROOT if row == ROOT else places[tree.action[row]]
            if not tree.visits[row]:
                continue
            visits = top.visits[place] + tree.visits[row]
            top.value[place] += (tree.value[row] - top.value[place]) * tree.visits[row] / visits
            top.visits[place] = visits
            top.player[place] = tree.player[row]
            for name, column in tree.extra.items():
                if column[row] is not None and column[row] is not False:
                    top.extra[name][place] = column[row]
    for row, values in enumerate(top.find("proven") or []):
        if values is not None:
            top.value[row] = values[top.seat[row]]
    top.player[ROOT] = first.player[ROOT]
    return top
