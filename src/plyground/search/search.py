"""A search that you can run, step, save and inspect."""

import math
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec

from plyground.atomic_file import write_file
from plyground.errors import PlygroundError
from plyground.games.base import CHANCE, TERMINAL, Game, State, parse_game, position_of
from plyground.games.broken_rules import RulesMayFail, sound_copy
from plyground.games.native import Engine
from plyground.rng import Rng
from plyground.search import answers, saved
from plyground.search.budget import Budget, SearchProgress, StopWhenAsked
from plyground.search.config import Config, configure
from plyground.search.decide import MostVisits
from plyground.search.engine import DECISION_STREAM, PythonEngine
from plyground.search.evaluate import Batched, Function
from plyground.search.gap import GapRule, gap_obstacle
from plyground.search.native import NativeEngine, calls_python, native_obstacle, native_transpositions
from plyground.search.part import Part
from plyground.search.result import Result
from plyground.search.root_parallel import RootParallel
from plyground.search.saved_check import check_tree
from plyground.search.saved_columns import Damaged
from plyground.search.sharing import check_merge, check_threads, is_one_sided
from plyground.search.trace import Trace, trace_next
from plyground.search.transpositions import Transpositions
from plyground.text_form import MOST, SEEDS, require_choice, require_number, require_whole
from plyground.tree import ROOT, Tree
from plyground.turns import OneAtATime

if TYPE_CHECKING:
    from plyground import _native

# With several threads: each grows its own tree ("root"), or all share one ("tree").
Parallel = Literal["root", "tree"]
# Which positions share statistics: none, equal ones, or mirrored and rotated ones as well.
Merge = Literal["none", "states", "symmetric"]


_RULES = RulesMayFail(Part)


class Search:
    """Monte Carlo tree search of one game.

    start(state)        a new tree, nothing searched yet
    run(state, budget)  search a new tree, or the one that `advance` or `load` kept; returns a `Result`
    resume(budget)      continue in the present tree; returns a `Result`
    grow(budget)        like `resume`, but faster: computes no result and returns the limit that ended it
    plan(simulations)   announce how many simulations several calls will make together
    stop()              end the run of another thread
    advance(action)     play a move and keep the subtree below it
    decide()            the action to play now
    trace()             run the next simulation and return a trace of it

    A state may be the text of its moves ("444"), the parts a text ("ucb1(c=0.8), backup=solver"). A budget is a
    `Budget` or a number of simulations. `merge` shares statistics between equal states ("states") or also their mirror
    images ("symmetric"), across moves and games as long as this object lives. Several `threads` grow a tree each
    ("root", the same result every time) or share one ("tree", with virtual loss; the result depends on how the threads
    interleave).

    One thread at a time may run a search; a second one gets an error. Any thread may read it meanwhile (`top`,
    `tree`, `simulations`): it sees the tree between two slices of the run, each 0.05 s long. A copy, by `copy` or
    `pickle`, has its own copy of the tree.
    """

    def __init__(
        self,
        game: Game | str,
        config: Config | str | None = None,
        *,
        engine: Engine = "auto",
        seed: int = 0,
        merge: Merge = "none",
        threads: int = 1,
        parallel: Parallel = "root",
    ) -> None:
        self.game = parse_game(game)
        self.config = Config.of(config) if config is not None else configure()
        self.config.check(self.game)
        require_number("seed", seed, *SEEDS)
        self.seed = seed
        require_choice("the engine", engine, get_args(Engine))
        require_choice("merge", merge, get_args(Merge))
        if merge != "none":
            check_merge(self.config, self.game)
        obstacle = native_obstacle(self.game, self.config)
        if engine == "native" and obstacle:
            raise PlygroundError(obstacle)
        self.engine_name = "python" if engine == "python" or obstacle else "native"
        self.merge = merge
        self.transpositions: Transpositions | _native.Transpositions | None = None
        if merge != "none":
            make = Transpositions if self.engine_name == "python" else native_transpositions
            self.transpositions = make(merge == "symmetric")
        self.threads, self.parallel = threads, parallel
        require_choice("parallel", parallel, get_args(Parallel))
        native, merges = self.engine_name == "native", merge != "none"
        check_threads(self.config, threads, share_tree=parallel == "tree", native=native, merges=merges)
        self._alone = OneAtATime("search")
        self._asked = StopWhenAsked()  # of the latest run
        self._stream = 0
        self._roots = 0  # counts the changes of the root
        self._kept = False  # whether the next `run` of this state continues in the tree
        self._planned: int | None = None  # simulations planned for this root; 0: unknown; None: not yet planned
        self._advanced = False  # whether the tree comes from an earlier root
        self._state: State | None = None
        self._engine: PythonEngine | NativeEngine | RootParallel | None = None

    def __getstate__(self) -> dict[str, Any]:
        """The whole search, for a copy in this or another process."""
        with self._alone:
            return dict(vars(self))

    def __repr__(self) -> str:
        done = f"{self._engine.simulations:,} simulations" if self._engine is not None else "nothing searched yet"
        return f"<search of {self.game}: {self.config}; {done}>"

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
        """The number of simulations in the present tree."""
        return self.engine.simulations

    @property
    def holds_python(self) -> bool:
        """Whether a part or the loop runs in Python, which blocks other threads."""
        return self.engine_name == "python" or calls_python(self.config)

    def start(self, state: State | str) -> None:
        """Begin a new tree below this state."""
        with self._alone, _RULES:
            self._start(position_of(state, self.game))

    def _start(self, state: State) -> None:
        if state.game != self.game:
            raise PlygroundError(f"this search is for {self.game}, the state is of {state.game}")
        self._roots += 1
        self._state = sound_copy(state)
        self._advanced = self._kept = False
        self._planned = None
        self._stream = self._next_stream()
        if self.engine_name == "native" and self.threads > 1 and self.parallel == "root":
            self._engine = RootParallel(self.config, self._state, self.seed, self.threads)
        elif self.engine_name == "native":
            assert not isinstance(self.transpositions, Transpositions)
            self._engine = NativeEngine(
                self.config, self._state, self.seed, self._stream, self.threads, self.transpositions
            )
        else:
            merged = [self.transpositions] if isinstance(self.transpositions, Transpositions) else []
            self._engine = PythonEngine(self.config, self._state, self.seed, self._stream, merged)

    def _next_stream(self) -> int:
        """The first stream of a new tree. With merged states it follows the last stream of the previous tree."""
        return self._stream + (
            self._engine.simulations if self.transpositions is not None and self._engine is not None else 0
        )

    def at(self, state: State | str) -> bool:
        """Whether this is the state at the root."""
        return position_of(state, self.game) == self._state

    def run(self, state: State | str, budget: Budget | int) -> Result:
        """Search this state until the budget is spent.

        The search grows a new tree, so that the same call gives the same result. One exception: the first `run` after
        `advance` or `load` led to this state continues in the tree that they kept. To add simulations to a tree that
        was run, use `resume`. Ctrl-C ends the search early, with the result so far.
        """
        state = position_of(state, self.game)
        with self._alone, _RULES:
            if not (self._kept and self.at(state)):
                self._start(state)
            self._kept = False
            return self._search(Budget.of(budget))

    def resume(self, budget: Budget | int = 1) -> Result:
        """Continue in the present tree until the budget is spent."""
        with self._alone, _RULES:
            return self._search(Budget.of(budget))

    def grow(self, budget: Budget | int = 1, *, more: int = 0) -> str:
        """Like `resume`, but returns only the name of the limit that ended the search, and Ctrl-C raises.

        Announce a search that runs in slices by `plan`, and the simulations still to come after this slice by `more`:
        a batch of leaves that the slice would cut goes on. Then the tree is the same as without slices.
        """
        with self._alone, _RULES:
            return self._spend(Budget.of(budget), time.perf_counter(), more)

    def plan(self, simulations: int) -> None:
        """Announce how many simulations several calls of `resume` and `grow` will make together; 0 if unknown.

        A rule that plans ahead (`gumbel`) divides this number among the moves. Only the first plan for a root counts:
        without this call, it is the number of simulations in the first budget.
        """
        require_number("simulations", simulations, 0, MOST)
        with self._alone:
            self._plan(simulations)

    def _plan(self, simulations: int) -> None:
        if self._planned is None:
            self._planned = simulations
            self.engine.plan(simulations)

    def stop(self) -> None:
        """End the run of another thread, with its result so far; without a run, do nothing."""
        self._asked.ask()

    def _search(self, budget: Budget) -> Result:
        begin = time.perf_counter()
        start = self.simulations
        try:
            stopped = self._spend(budget, begin)
        except KeyboardInterrupt:
            stopped = "interrupted"
        return self._result(self.simulations - start, time.perf_counter() - begin, budget, stopped)

    def _spend(self, budget: Budget, begin: float, more: int = 0) -> str:
        """Run until a limit is reached; returns its name."""
        if budget.converged is not None and self.threads > 1:
            raise PlygroundError("converged compares the root's value after every single simulation: use threads=1")
        if self.state.player == TERMINAL:
            return "nothing to search"
        engine = self.engine
        self._plan(budget.simulations or 0)
        seconds = math.inf if budget.seconds is None else begin + budget.seconds - time.perf_counter()
        limits: Any = engine.limits(seconds, budget.bytes)
        self._asked = StopWhenAsked(limits.stop)
        progress, stoppers = SearchProgress(engine, begin), [self._asked, *budget.stoppers(self._gap_rule)]
        while True:
            for stopper in stoppers:
                if reason := stopper.reached(progress):
                    return reason
            count = min([stopper.room(progress) for stopper in stoppers])
            progress.went_on(engine.run(count, budget.converged or 0.0, limits, more))

    def _gap_rule(self, error: float) -> GapRule:
        fresh = self.transpositions is None and not self._advanced
        obstacle = gap_obstacle(self.config, decides=self.state.player >= 0, fresh=fresh)
        if obstacle is not None:
            raise PlygroundError(obstacle)
        return GapRule(error, *self.value_range())

    def advance(self, action: int) -> None:
        """Play an action, or a chance outcome, and keep the subtree below it: its statistics stay as they are."""
        with self._alone, _RULES:
            self.state.require_legal(action)
            state = self.state.clone()
            state.apply(action)
            self._roots += 1
            if not self._can_keep_below() or not self.engine.advance(action, state):
                self._start(state)
            else:
                self._advanced, self._planned = True, None
            self._state, self._kept = state, True

    def _can_keep_below(self) -> bool:
        """Whether the tree below a child of the root is one for the position after that move."""
        throws = self.config.expand.hides_chance and self.state.player == CHANCE  # no row stands for an outcome
        return self.transpositions is None and not is_one_sided(self.config, self.game) and not throws

    def top(self) -> Tree:
        """The root and its children alone."""
        return self.engine.subtree(1).below(self.state)

    def tree(self) -> Tree:
        """The whole present tree; with parallel=root, the tree of the first thread. See also `Result.tree`."""
        return self.engine.subtree(None).below(self.state)

    def _tree_at(self, roots: int, simulations: int) -> Tree:
        """The tree of a result, which had this root and this many simulations."""
        then = (roots, simulations)
        if (self._roots, self.simulations) == then:
            tree = self.tree()
            if (self._roots, self.simulations) == then:  # no other thread ran the search meanwhile
                return tree
        raise PlygroundError(
            "the search has gone on since this result: read result.tree earlier, or use search.tree(), the present tree"
        )

    def pruned(self, depth: int, top: int, min_visits: int = 1, limit: int = 1000, start: int = ROOT) -> Tree:
        """The part of the tree that is worth drawing: see `Tree.pruned`. Fast for a tree of any size."""
        Tree.check_pruned(depth, top, min_visits, limit, start, self.engine.rows)
        return self.engine.pruned(depth, top, min_visits, limit, start)

    def result(self) -> Result:
        """The result so far, without another run."""
        return self._result(self.simulations, 0.0, Budget(simulations=self.simulations), "")

    def decide(self) -> int:
        """The action to play; a random legal one if nothing was searched."""
        if self.state.player < 0:
            raise PlygroundError("there is nothing to decide: the game is over, or chance moves")
        return self._decide(self.top())

    def _decide(self, tree: Tree) -> int:
        rng = Rng(self.seed, DECISION_STREAM)
        lost = self._lost(tree)
        if 0 < len(lost) < tree.num_children[ROOT]:
            tree = tree.subtree(ROOT)
            for child in lost:  # not chosen while there is another move
                tree.visits[child] = 0
        if not any(tree.visits[child] for child in tree.children(ROOT)):
            actions = sorted(set(self.state.actions()) - {tree.action[child] for child in lost})
            return actions[rng.below(len(actions))]
        row = self.config.select.decision(tree) if isinstance(self.config.decide, MostVisits) else None
        return tree.action[answers.decision(self.config.decide, tree, rng) if row is None else row]

    def _lost(self, tree: Tree) -> list[int]:
        """The root's children that are proven to have the lowest possible value for the root's player."""
        proven = tree.find("proven")
        if proven is None:
            return []
        player, lowest = self.state.player, self.value_range()[0]
        return [child for child in tree.children(ROOT) if proven[child] is not None and proven[child][player] <= lowest]

    def trace(self, simulation: int | None = None) -> Trace:
        """A trace of one simulation: run the next one, or replay a past one of the present tree, given its number.

        A past simulation is played again from the start: the same seed, the same draws, the same tree before it.
        """
        with self._alone, _RULES:
            return self._trace(simulation)

    def _trace(self, simulation: int | None) -> Trace:
        if simulation is not None and not 0 <= simulation < self.simulations:
            raise PlygroundError(f"there are simulations 0 to {self.simulations - 1}, not {simulation}")
        if simulation is not None and self.config.evaluate.leaves > 1:
            raise PlygroundError(f"past simulations of {self.config.evaluate} ran in batches: to trace, use leaves=1")
        if simulation is not None:
            twin = self.replay(simulation)
        else:
            self._plan(0)
            twin = self._traceable()
            twin.restore(self.tree(), self.simulations)
        if simulation is None and isinstance(self._engine, PythonEngine):
            twin = self._engine
        trace = trace_next(twin)
        if simulation is None and twin is not self._engine:
            self.engine.run(1, 0.0)
        return trace

    def replay(self, simulations: int = 0) -> PythonEngine:
        """A Python engine in the state of this search after that many simulations; `trace_next` traces the next ones.

        It evaluates leaves one at a time: a search with several `leaves` is replayed with `leaves=1`.
        """
        engine = self._traceable()
        require_whole("simulations", simulations, 0, MOST)
        if self._advanced:
            raise PlygroundError("the tree was built from an earlier position: only the next simulation can be traced")
        if simulations and self.engine_name == "native":
            before = NativeEngine(self.config.one_by_one(), self.state, self.seed, self._stream)
            before.plan(self._planned or 0)
            before.run(simulations)
            engine.restore(before.subtree(None), before.simulations)
        elif simulations:
            engine.run(simulations)
        return engine

    def _traceable(self) -> PythonEngine:
        if self.threads > 1 or self.transpositions is not None:
            raise PlygroundError("a search on several threads or with merged states cannot be traced")
        engine = PythonEngine(self.config.one_by_one(), self.state, self.seed, self._stream)
        engine.plan(self._planned or 0)
        return engine

    def save(self, path: str | Path) -> None:
        """Write the search to a file. The search that `load` returns continues in the same way."""
        if self.transpositions is not None or self.threads > 1:
            raise PlygroundError("a search can be saved with one thread and merge=none")
        if isinstance(self.config.evaluate, (Batched, Function)):
            raise PlygroundError("an evaluation function has no text form: this search cannot be saved")
        with self._alone, _RULES:
            key = self.state.key()
            header = saved.Header(
                game=str(self.game),
                source=saved.source_of(self.game),
                parts=saved.Parts(*map(str, self.config.parts())),
                seed=self.seed % 2**64,
                stream=self._stream,
                simulations=self.simulations,
                planned=self._planned,
                advanced=self._advanced,
                key=key if isinstance(key, bytes) else None,
                players=self.game.num_players,
            )
            tree = self.tree()
        write_file(path, saved.pack(header, tree))

    @classmethod
    def load(cls, path: str | Path, state: State | str | None = None, engine: Engine = "auto") -> "Search":
        """The search that `save` wrote. A game that cannot rebuild a state from its key needs the state too.

        The file is not trusted: every row is checked against the game.
        """
        header, tree = saved.read(Path(path))
        try:
            parts = configure(**msgspec.structs.asdict(header.parts))
            search = cls(saved.game_of(header), parts, engine=engine, seed=header.seed)
            root = saved.root_state(header, search.game) if state is None else position_of(state, search.game)
            search._stream = header.stream
            search.start(root)
        except PlygroundError as error:
            raise PlygroundError(f"{path}: {error}") from None
        try:
            if set(tree.extra) != set(search.top().extra):
                raise Damaged("its columns are not those of its parts")
            check_tree(tree, search.config, root, header.simulations, search.value_range())
            search.engine.restore(tree, header.simulations)
            search._planned, search._advanced = header.planned, header.advanced
        except (Damaged, ValueError) as error:
            raise PlygroundError(f"{path} is a damaged search, or of another position: {error}") from None
        search._kept = True
        return search

    def value_range(self) -> tuple[float, float]:
        """The lowest and the highest value that a row can have."""
        return self.config.backup.value_range(self.game)

    def root_value(self, top: Tree) -> float | None:
        """The mean to the player who moves; None if unknown.

        A root kept by `advance` has its value for the seat that chose it, which may be another.
        """
        player = self.state.player
        if player == TERMINAL or not top.visits[ROOT]:
            return None
        if player < 0 or top.seat[ROOT] == player:
            return top.value[ROOT]
        known = top.find("proven")
        if known and known[ROOT] is not None:
            return float(known[ROOT][player])
        visits = sum(top.visits[child] for child in top.children(ROOT))
        if self.config.backup.two_players_only or not visits:
            return -top.value[ROOT] if self.config.opposed(self.game) else None
        # A visit to a child that is worse than a proven one counts as the proven value.
        sure = [values[player] for values in (known or [])[1:] if values is not None]
        means = [(top.visits[child], max([top.value[child], *sure])) for child in top.children(ROOT)]
        return float(sum(n * value for n, value in means) / visits)

    def _result(self, done: int, seconds: float, budget: Budget, stopped: str) -> Result:
        engine, state, top = self.engine, self.state, self.top()
        action = self._decide(top) if state.player >= 0 else None
        visited, depth, width, line = engine.summary(action)
        return Result(
            game=str(self.game),
            action=action,
            value=self.root_value(top),
            seat=state.player if state.player >= 0 else top.seat[ROOT],
            simulations=done,
            seconds=seconds,
            nodes=engine.rows,
            visited=visited,
            bytes=engine.bytes,
            depth=depth,
            width=width,
            engine=self.engine_name,
            stopped=stopped,
            settings=self.settings() | {"budget": budget.limits()},
            state=state,
            top=top,
            best_line=line,
            value_range=self.value_range(),
            read_tree=partial(self._tree_at, self._roots, self.simulations),
        )

    def settings(self) -> dict[str, Any]:
        """All that is needed to grow the same tree again, except state and budget."""
        return {
            "seed": self.seed,
            "parts": dict(self.config.once("written", self._written_parts)),
            "merge": self.merge,
            "threads": self.threads,
            "parallel": self.parallel,
        }

    def _written_parts(self) -> dict[str, Any]:
        return msgspec.structs.asdict(saved.Parts(*map(str, self.config.parts())))
