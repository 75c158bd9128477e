"""A search that you can run, step, keep and look into."""

import math
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from plyground.atomic_file import write_file
from plyground.errors import PlygroundError
from plyground.games.base import TERMINAL, Game, State, parse_game
from plyground.rng import Rng
from plyground.search import saved
from plyground.search.budget import Budget
from plyground.search.config import Config, configure
from plyground.search.engine import PythonEngine, Trace
from plyground.search.evaluate import Function
from plyground.search.memory import SHARED, Memory
from plyground.search.native import NativeEngine, calls_python, native_memory, native_obstacle
from plyground.search.result import Result
from plyground.search.root_parallel import RootParallel
from plyground.search.saved_check import check_tree
from plyground.search.saved_columns import Damaged
from plyground.tree import ROOT, Tree

if TYPE_CHECKING:
    from plyground import _native

ENGINES = ("auto", "python", "native")
PARALLEL = ("root", "tree")
MERGES = ("none", "states", "symmetric")
# How long an engine runs before the search looks at the clock and for an interrupt.
SLICE_SECONDS = 0.05
# A tree that has not grown for so many simulations is whole.
GROWN_OUT = 100_000
# The stream of draws after the search; simulations count from 0 and never get there.
DECISION_STREAM = (1 << 63) - 1


class Search:
    """Monte Carlo tree search of one game.

    `run` searches a state within a budget and returns what it found; `step` adds simulations; `advance` plays a
    move and keeps the subtree below it; `trace` tells one more simulation as data. `merge` shares statistics
    between equal states ("states") or also their mirror images ("symmetric"), across moves and games as long as
    this object lives. Several `threads` grow a tree each ("root", the same result every time) or share one
    ("tree", with virtual loss; the order in which they come by changes the result).
    """

    def __init__(
        self,
        game: Game | str,
        config: Config | None = None,
        *,
        engine: str = "auto",
        seed: int = 0,
        merge: str = "none",
        threads: int = 1,
        parallel: str = "root",
    ) -> None:
        self.game = parse_game(game)
        self.config = config if config is not None else configure()
        self.config.check(self.game)
        self.seed = seed
        if engine not in ENGINES:
            raise PlygroundError(f"the engine must be one of {', '.join(ENGINES)}, not {engine!r}")
        if merge not in MERGES:
            raise PlygroundError(f"merge must be one of {', '.join(MERGES)}, not {merge!r}")
        if merge != "none":
            self._check_merge()
        obstacle = native_obstacle(self.game, self.config)
        if engine == "native" and obstacle:
            raise PlygroundError(obstacle)
        self.engine_name = "python" if engine == "python" or obstacle else "native"
        self.memory: Memory | _native.Memory | None = None
        if merge != "none":
            make = Memory if self.engine_name == "python" else native_memory
            self.memory = make(merge == "symmetric")
        self.threads, self.parallel = threads, parallel
        self._check_threads()
        self._stream = 0
        self._advanced = False  # does the tree come from an earlier root?
        self._state: State | None = None
        self._engine: PythonEngine | NativeEngine | RootParallel | None = None

    def __getstate__(self) -> dict[str, Any]:
        """What a copy takes along, here or in another process: the memory, or else a tree that is in Python."""
        kept = dict(vars(self))
        if self.memory is not None or not isinstance(self._engine, PythonEngine):
            kept.update(_engine=None, _state=None, _advanced=False, _stream=self._next_stream())
        return kept

    def _check_merge(self) -> None:
        unshared = sorted(self.config.needs().difference(SHARED))
        if unshared:
            raise PlygroundError(f"merged states keep visits and values, not {', '.join(unshared)}: use merge=none")
        if self.config.expand.hides_chance:
            raise PlygroundError(f"{self.config.expand} has rows for many states each: use merge=none")

    def _check_threads(self) -> None:
        if isinstance(self.threads, bool) or not isinstance(self.threads, int) or not 1 <= self.threads <= 1024:
            raise PlygroundError(f"threads must be a whole number from 1 to 1024, not {self.threads!r}")
        if self.parallel not in PARALLEL:
            raise PlygroundError(f"parallel must be one of {', '.join(PARALLEL)}, not {self.parallel!r}")
        if self.threads > 1 and (self.engine_name == "python" or calls_python(self.config)):
            raise PlygroundError("only the C++ engine with parts in C++ runs on several threads: use threads=1")
        if self.threads > 1 and self.memory is not None:
            raise PlygroundError("merged states are for one thread: use threads=1 or merge=none")

    @property
    def state(self) -> State:
        """The state at the root."""
        if self._state is None:
            raise PlygroundError("nothing was searched yet: call run(state, budget) or start(state) first")
        return self._state

    @property
    def engine(self) -> "PythonEngine | NativeEngine | RootParallel":
        if self._engine is None:
            raise PlygroundError("nothing was searched yet: call run(state, budget) or start(state) first")
        return self._engine

    @property
    def simulations(self) -> int:
        """How many simulations the present tree has seen."""
        return self.engine.simulations

    @property
    def holds_python(self) -> bool:
        """Does a part or the loop run in Python, so that other threads wait for it?"""
        return self.engine_name == "python" or calls_python(self.config)

    def start(self, state: State) -> None:
        """A new tree below this state."""
        if state.game != self.game:
            raise PlygroundError(f"this search is for {self.game}, the state is of {state.game}")
        self._state = state.clone()
        self._advanced = False
        self._stream = self._next_stream()
        if self.engine_name == "native" and self.threads > 1 and self.parallel == "root":
            self._engine = RootParallel(self.config, state, self.seed, self.threads)
        elif self.engine_name == "native":
            assert not isinstance(self.memory, Memory)
            self._engine = NativeEngine(self.config, state, self.seed, self._stream, self.threads, self.memory)
        else:
            assert self.memory is None or isinstance(self.memory, Memory)
            self._engine = PythonEngine(self.config, state, self.seed, self._stream, self.memory)

    def _next_stream(self) -> int:
        """A memory outlives the tree: simulations go on drawing where those of the last tree ended."""
        return self._stream + (self._engine.simulations if self.memory is not None and self._engine is not None else 0)

    def at(self, state: State) -> bool:
        """Is this the state at the root?"""
        return self._state is not None and self._state == state

    def run(self, state: State, budget: Budget | int) -> Result:
        """Search this state until the budget is spent, in a new tree, or in the kept one where `advance` led here.

        Ctrl-C ends the search early; the result then holds what was found so far.
        """
        if not self.at(state):
            self.start(state)
        return self.search(budget)

    def choose(self, budget: Budget) -> int:
        """The action of `search` and nothing else: quicker, and Ctrl-C is not held up."""
        self._spend(budget, time.perf_counter())
        return self.decide()

    def step(self, simulations: int = 1) -> Result:
        """That many simulations more in the present tree."""
        return self.search(Budget(simulations=simulations))

    def search(self, budget: Budget | int) -> Result:
        """Go on in the present tree until the budget is spent."""
        budget = Budget.of(budget)
        if budget.converged is not None and self.threads > 1:
            raise PlygroundError("converged watches one simulation after the other: use threads=1")
        begin = time.perf_counter()
        start, stopped = self.simulations, "nothing to search"
        if self.state.player != TERMINAL:
            try:
                stopped = self._spend(budget, begin)[1]
            except KeyboardInterrupt:
                stopped = "interrupted"
        return self._result(self.simulations - start, time.perf_counter() - begin, stopped)

    def _spend(self, budget: Budget, begin: float) -> tuple[int, str]:
        engine = self.engine
        start = engine.simulations
        gap = GapRule(budget.gap) if budget.gap is not None else None
        # A small game's tree is whole one day: a limit of its size alone would never be reached.
        grows_only = budget.simulations is None and budget.seconds is None
        rows, grown = engine.rows, 0
        look, chunk = 64, 10
        if self.engine_name == "native":
            chunk = 16_000 if budget.seconds is None else 1000
        while True:
            done = engine.simulations - start
            if budget.simulations is not None and done >= budget.simulations:
                return done, "simulations"
            if budget.nodes is not None and engine.rows >= budget.nodes:
                return done, "nodes"
            if budget.megabytes is not None and engine.bytes >= budget.megabytes * 1e6:
                return done, "megabytes"
            if engine.solved:
                return done, "solved"
            if engine.rows > rows:
                rows, grown = engine.rows, done
            elif grows_only and done - grown >= GROWN_OUT:
                return done, "no more nodes"
            if gap is not None and done >= look:
                look = look * 5 // 4
                if gap.certain(self.top()):
                    return done, "gap"
            elapsed = time.perf_counter() - begin
            if budget.seconds is not None and elapsed >= budget.seconds:
                return done, "seconds"
            count = chunk
            if budget.seconds is not None and done:
                left = (budget.seconds - elapsed) * done / elapsed
                count = min(count, max(1, int(left)))
            if budget.simulations is not None:
                count = min(count, budget.simulations - done)
            if budget.nodes is not None:
                count = min(count, max(1, (budget.nodes - engine.rows) // 512))
            if gap is not None:
                count = min(count, max(1, look - done))
            before = time.perf_counter()
            if engine.run(count, budget.converged or 0.0):
                return engine.simulations - start, "converged"
            if time.perf_counter() - before < SLICE_SECONDS / 2:
                chunk *= 2

    def advance(self, action: int) -> None:
        """Play an action, or a chance outcome, and keep the subtree below it: its statistics stay as they are."""
        self.state.require_legal(action)
        state = self.state.clone()
        state.apply(action)
        if self.memory is not None or not self.engine.advance(action, state):
            self.start(state)
        else:
            self._advanced = True
        self._state = state

    def top(self) -> Tree:
        """The root and its children alone."""
        return self.engine.subtree(1)

    def tree(self) -> Tree:
        """The whole tree."""
        return self.engine.subtree(None)

    def decide(self) -> int:
        """The action to play; a random legal one where nothing was searched."""
        if self.state.player < 0:
            raise PlygroundError("nobody decides here: the game is over, or chance moves")
        return self._decide(self.top())

    def _decide(self, tree: Tree) -> int:
        rng = Rng(self.seed, DECISION_STREAM)
        lost = [child for child in tree.children(ROOT) if self._is_lost(tree, child)]
        if 0 < len(lost) < tree.num_children[ROOT]:
            tree = tree.subtree(ROOT)
            for child in lost:  # never, where there is anything else
                tree.visits[child] = 0
        if not any(tree.visits[child] for child in tree.children(ROOT)):
            actions = sorted(set(self.state.actions()) - {tree.action[child] for child in lost})
            return actions[rng.below(len(actions))]
        return tree.action[self.config.decide.choose(tree, rng)]

    def _is_lost(self, tree: Tree, child: int) -> bool:
        """Is the child proven to give the root's player the least that can be had?"""
        proven = tree.extra.get("proven")
        if proven is None or proven[child] is None:
            return False
        return bool(proven[child][self.state.player] <= self.value_range()[0])

    def trace(self, simulation: int | None = None) -> Trace:
        """One simulation told as data: the next one, which then counts, or one of the present tree's by its number.

        A past simulation is played again from the start: the same seed, the same draws, the same tree before it.
        """
        if self.threads > 1 or self.memory is not None:
            raise PlygroundError("a search on several threads or with merged states cannot be traced")
        if simulation is not None and not 0 <= simulation < self.simulations:
            raise PlygroundError(f"there are simulations 0 to {self.simulations - 1}, not {simulation}")
        if simulation is not None and self._advanced:
            raise PlygroundError("the tree was built from an earlier position: only the next simulation can be traced")
        twin = PythonEngine(self.config, self.state, self.seed, self._stream)
        if simulation is None:
            twin.restore(self.tree(), self.simulations)
        elif self.engine_name == "native":
            before = NativeEngine(self.config, self.state, self.seed, self._stream)
            before.run(simulation)
            twin.restore(before.subtree(None), simulation)
        else:
            twin.run(simulation)
        trace = Trace(twin.simulations)
        if simulation is None and isinstance(self._engine, PythonEngine):
            twin = self._engine
        twin.simulate(trace)
        if simulation is None and twin is not self._engine:
            self.engine.run(1, 0.0)
        return trace

    def save(self, path: str | Path) -> None:
        """Write the search to a file, from which `load` goes on as if nothing had happened."""
        if self.memory is not None or self.threads > 1:
            raise PlygroundError("a search can be saved with one thread and merge=none")
        if isinstance(self.config.evaluate, Function):
            raise PlygroundError("an evaluation function has no text form: this search cannot be saved")
        key = self.state.key()
        header = saved.Header(
            game=str(self.game),
            source=saved.source_of(self.game),
            parts=saved.Parts(*map(str, self.config.parts())),
            seed=self.seed % 2**64,
            stream=self._stream,
            simulations=self.simulations,
            key=key if isinstance(key, bytes) else None,
            players=self.game.num_players,
        )
        write_file(path, saved.pack(header, self.tree()))

    @classmethod
    def load(cls, path: str | Path, state: State | None = None, engine: str = "auto") -> "Search":
        """The search that `save` wrote. A game that cannot rebuild a state from its key needs the state too.

        The file may come from anywhere: it is checked row by row against the game before the search takes it.
        """
        header, tree = saved.read(Path(path))
        try:
            parts = configure(**msgspec.structs.asdict(header.parts))
            search = cls(saved.game_of(header), parts, engine=engine, seed=header.seed)
            root = saved.root_state(header, search.game) if state is None else state
            search._stream = header.stream
            search.start(root)
        except PlygroundError as error:
            raise PlygroundError(f"{path}: {error}") from None
        try:
            if set(tree.extra) != set(search.top().extra):
                raise Damaged("its columns are not those of its parts")
            check_tree(tree, search.config, root, header.simulations, search.value_range())
            search.engine.restore(tree, header.simulations)
        except (Damaged, ValueError) as error:
            raise PlygroundError(f"{path} is a damaged search, or of another position: {error}") from None
        return search

    def value_range(self) -> tuple[float, float]:
        """The lowest and the highest value that a row can have."""
        low, high = self.game.value_range
        worth = self.config.backup.worth([low, high, 0.0])
        return min(worth), max(worth)

    def _root_value(self, top: Tree) -> float:
        """The value to the player who moves; a root that `advance` kept has its own for the seat that chose it."""
        player = self.state.player
        if player < 0 or top.seat[ROOT] == player:
            return top.value[ROOT]
        if "proven" in top.extra and top.extra["proven"][ROOT] is not None:
            return float(top.extra["proven"][ROOT][player])
        visits = sum(top.visits[child] for child in top.children(ROOT))
        if self.config.backup.two_players_only or not visits:
            return -top.value[ROOT]
        proven = [values for values in top.extra.get("proven", [])[1:] if values is not None]
        sure = max((values[player] for values in proven), default=-math.inf)  # visits to worse children count as this
        return sum(top.visits[child] * max(sure, top.value[child]) for child in top.children(ROOT)) / visits

    def _result(self, done: int, seconds: float, stopped: str) -> Result:
        engine, state = self.engine, self.state
        top = self.top()
        visited, depth, width, line = engine.shape()
        return Result(
            game=str(self.game),
            action=self._decide(top) if state.player >= 0 else None,
            value=self._root_value(top),
            simulations=done,
            seconds=seconds,
            nodes=engine.rows,
            visited=visited,
            bytes=engine.bytes,
            depth=depth,
            width=width,
            engine=self.engine_name,
            stopped=stopped,
            state=state,
            top=top,
            best_line=line,
            value_range=self.value_range(),
        )


class GapRule:
    """Are the two best moves apart for certain? Each look spends its part of the error probability.

    The variance of values in [−1, 1] with mean m is at most 1 − m²; look number i may err with probability
    6 α / (π² i²), which sums to α over all looks.
    """

    def __init__(self, error: float) -> None:
        self.error = error
        self.looks = 0

    def certain(self, tree: Tree) -> bool:
        self.looks += 1
        children = sorted((r for r in tree.children(ROOT) if tree.visits[r]), key=lambda r: -tree.value[r])
        if len(children) < 2:
            return tree.num_children[ROOT] == 1
        first, second = children[:2]
        z = math.sqrt(2.0 * math.log(math.pi**2 * self.looks**2 / (6.0 * self.error)))
        proven = tree.extra.get("proven")
        spread = sum(
            (1.0 - min(1.0, tree.value[r] ** 2)) / tree.visits[r] + 1.0 / tree.visits[r] ** 2
            for r in (first, second)
            if proven is None or proven[r] is None
        )
        return tree.value[first] - tree.value[second] > z * math.sqrt(spread)
