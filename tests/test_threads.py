"""One object, several threads: a search that is read while it runs, and threads that share a tree."""

import pickle
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from search_helpers import ENGINES, needs_native

from plyground.agents.alpha_beta import AlphaBeta
from plyground.agents.training import Training
from plyground.errors import PlygroundError
from plyground.games import State, parse_game
from plyground.search import Budget, Search, configure
from plyground.search.root_parallel import shares
from plyground.tree import ROOT, Tree

LONG = Budget(seconds=0.6)


def label(options: dict[str, object]) -> str:
    """Without the address of a function: every worker of the tests must find the same names."""
    return ", ".join(f"{name}={'function' if callable(value) else value}" for name, value in options.items())


def together(*jobs: Callable[[], object]) -> list[Any]:
    """Run the jobs at once; returns the result or the exception of each."""
    outcomes: list[Any] = [None] * len(jobs)

    def work(place: int) -> None:
        try:
            outcomes[place] = jobs[place]()
        except Exception as error:
            outcomes[place] = error

    threads = [threading.Thread(target=work, args=(place,)) for place in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    return outcomes


def check_sums(tree: Tree, tolerance: float = 1e-9) -> None:
    """Visits add up, and a mean is the mean of the children's means and of the row's own evaluations, one each."""
    for row in range(len(tree)):
        children = [child for child in tree.children(row) if tree.visits[child]]
        if not children or tree.player[row] < 0:
            continue
        visits = sum(tree.visits[child] for child in children)
        own = tree.visits[row] - visits
        assert own == (row != ROOT)
        sign = 1.0 if tree.seat[row] == tree.player[row] else -1.0
        rest = tree.value[row] * tree.visits[row] - sign * sum(tree.value[c] * tree.visits[c] for c in children)
        assert abs(rest) <= own + tolerance * tree.visits[row]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("merge", ["none", "symmetric"])
def test_a_search_runs_once_at_a_time(engine: str, merge: str) -> None:
    search = Search("connect_four", engine=engine, seed=1, merge=merge)
    state = search.game.initial_state()
    outcomes = together(lambda: search.run(state, LONG), lambda: search.run(state, LONG))
    errors = [outcome for outcome in outcomes if isinstance(outcome, PlygroundError)]
    results = [outcome for outcome in outcomes if not isinstance(outcome, Exception)]
    assert len(errors) == len(results) == 1
    assert "this search is already running in another thread" in str(errors[0])
    assert search.simulations == results[0].simulations


@pytest.mark.parametrize(
    "options",
    [
        {"engine": "python"},
        {"engine": "native"},
        {"engine": "native", "merge": "states"},
        {"engine": "native", "threads": 2, "parallel": "root"},
        {"engine": "native", "threads": 2, "parallel": "tree"},
        {"engine": "native", "evaluate": lambda state: [0.5, -0.5]},
    ],
    ids=label,
)
def test_a_running_search_is_read(options: dict[str, Any]) -> None:
    if options["engine"] not in ENGINES:
        pytest.skip("no C++ core")
    options = dict(options)
    parts = {"evaluate": options.pop("evaluate")} if "evaluate" in options else {}
    search = Search("connect_four(5,5,4)", configure(**parts), seed=1, **options)
    search.start(search.game.initial_state())
    over = threading.Event()
    seen: list[int] = []

    def run() -> object:
        try:
            return search.resume(LONG)
        finally:
            over.set()

    def watch() -> None:
        while not over.is_set():
            top = search.top()
            children = [top.visits[child] for child in top.children(ROOT)]
            if "merge" not in options:
                assert sum(children) == top.visits[ROOT]
            assert len(search.tree()) >= len(top)
            assert search.engine.summary()[0] >= 1
            assert not search.engine.solved
            assert search.engine.bytes > 0
            if search.transpositions is not None:
                state = search.state
                known = search.transpositions.lookup(state.key(), 0)
                assert known is not None
                assert len(search.transpositions) >= 1
            seen.append(search.simulations)

    result, error, other_error = together(run, watch, watch)
    assert (error, other_error) == (None, None)
    assert result.stopped == "seconds"
    assert len(seen) >= 4
    assert max(seen) <= search.simulations


@pytest.mark.parametrize("engine", ENGINES)
def test_a_part_may_read_its_search_and_not_run_it(engine: str) -> None:
    said: list[str] = []

    def evaluate(state: State) -> list[float]:
        assert search.top().visits[ROOT] == search.simulations
        for again in (search.resume, lambda: search.advance(0), lambda: search.start(state)):
            with pytest.raises(PlygroundError, match="already running in another thread, or calls itself") as error:
                again()
            said.append(str(error.value))
        return [0.0, 0.0]

    search = Search("connect_four", configure(evaluate=evaluate), engine=engine)
    assert search.run(search.game.initial_state(), 10).simulations == 10
    assert len(said) == 30


@needs_native
def test_native_objects_take_turns() -> None:
    """Two threads on one engine, table, solver or alpha-beta take turns; here without the classes that refuse."""
    search = Search("tictactoe", engine="native")
    search.start(search.game.initial_state())
    together(*[lambda: search.engine.run(100_000)] * 4)
    assert search.top().visits[ROOT] == search.simulations == 400_000

    training = Training("q_learning", parse_game("tictactoe"), engine="native")
    native = training._native
    assert native is not None
    outcomes = together(*[lambda: native.run(0, 3000)] * 3, *[native.cells] * 3)
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]

    state = parse_game("connect_four(5,5,4)").initial_state()
    agent = AlphaBeta(depth=6)
    moves = together(*[lambda: agent.choose(state).action] * 3)
    assert len(set(moves)) == 1


@needs_native
def test_a_training_runs_once_at_a_time() -> None:
    training = Training("q_learning", parse_game("tictactoe"), engine="native")
    begun, go_on = threading.Event(), threading.Event()

    def wait(count: int) -> None:
        begun.set()
        go_on.wait(30)

    def second() -> None:
        assert begun.wait(30)
        try:
            with pytest.raises(PlygroundError, match="this training is already running"):
                training.run(10)
            assert len(training.table.values) > 0
        finally:
            go_on.set()

    assert together(lambda: training.run(1000, wait), second) == [None, None]
    assert training.episodes == 1000


@needs_native
@pytest.mark.parametrize(
    "parts",
    [
        {"backup": "solver"},
        {"backup": "max_mean_mix"},
        {"select": "bayes_uct1"},
        {"select": "ucb1_tuned"},
        {"select": "rave"},
        {"select": "tree_shape"},
        {"select": "epsilon_greedy(inner=ucb1_tuned)"},
        {"expand": "open_loop"},
    ],
    ids=label,
)
def test_parts_that_are_not_safe_in_a_shared_tree(parts: dict[str, str]) -> None:
    with pytest.raises(PlygroundError, match="not safe in a tree that threads share: use parallel=root"):
        Search("tictactoe", configure(**parts), threads=2, parallel="tree")
    search = Search("tictactoe", configure(**parts), engine="native")
    search.start(search.game.initial_state())
    with pytest.raises(ValueError, match="not safe in a tree that threads share"):
        search.engine._search.run(100, 0.0, 2)  # type: ignore[union-attr]


@needs_native
@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"select": "ucb1(fpu=0.5)", "expand": "all_children"},
        {"select": "puct(prior=heuristic)"},
        {"select": "thompson"},
        {"select": "epsilon_greedy"},
        {"select": "random_opponent"},
        {"expand": "progressive_widening"},
        {"evaluate": "rollout(n=3)"},
        {"evaluate": "rollout(policy=decisive)"},
    ],
    ids=label,
)
@pytest.mark.parametrize("game", ["tictactoe", "connect_four"])
def test_a_shared_tree_adds_up(game: str, parts: dict[str, str]) -> None:
    search = Search(game, configure(**parts), threads=4, parallel="tree", seed=3)
    result = search.run(search.game.initial_state(), 6000)
    assert result.simulations == 6000
    tree = search.tree()
    assert tree.visits[ROOT] == 6000
    check_sums(tree)


@needs_native
def test_a_shared_tree_whose_simulations_are_cut_off() -> None:
    """Visited children come before the others, and every visit belongs to a whole simulation."""
    game = "mnk(15,15,5)"
    search = Search(game, configure(evaluate="rollout(policy=heuristic)"), threads=4, parallel="tree", seed=3)
    search.start(search.game.initial_state())
    for _ in range(6):
        assert search.resume(Budget(seconds=0.05)).stopped == "seconds"
        tree = search.tree()
        assert tree.visits[ROOT] == search.simulations
        for row in range(len(tree)):
            visited = [tree.visits[child] > 0 for child in tree.children(row)]
            assert visited == sorted(visited, reverse=True)
            actions = [tree.action[child] for child in tree.children(row)]
            assert len(set(actions)) == len(actions)


@needs_native
@pytest.mark.parametrize("threads", [1, 2])
def test_a_watched_search_loses_little(threads: int) -> None:
    """A generous bound: two readers that never pause leave the search most of its time."""
    speeds = []
    for readers in (0, 2):
        search = Search("tictactoe", seed=1, threads=threads)
        search.start(search.game.initial_state())
        over = threading.Event()

        def watch(search: Search = search, over: threading.Event = over) -> None:
            while not over.wait(0.01):
                search.top()

        watchers = [threading.Thread(target=watch) for _ in range(readers)]
        for watcher in watchers:
            watcher.start()
        begin = time.process_time()
        result = search.resume(Budget(seconds=0.5))
        assert time.process_time() > begin
        over.set()
        for watcher in watchers:
            watcher.join(30)
        speeds.append(result.simulations)
    assert speeds[1] > speeds[0] / 4


@pytest.mark.parametrize(
    "options",
    [{"engine": "python"}, {}, {"threads": 3}, {"threads": 3, "parallel": "tree"}, {"merge": "symmetric"}],
    ids=str,
)
@needs_native
def test_another_thread_stops_a_run(options: dict[str, Any]) -> None:
    """Neither budget would ever be spent: the test ends because the run does."""
    search = Search("connect_four", seed=1, **options)
    state = search.game.initial_state()

    ended = threading.Event()

    def run(begin: Callable[[], Any]) -> Any:
        result = begin()
        ended.set()
        return result

    def stop() -> None:
        while not ended.is_set():
            search.stop()  # before the run begins it does nothing
            time.sleep(0.01)

    for begin in (lambda: search.run(state, Budget(seconds=3600)), lambda: search.resume(Budget(nodes=2**32 - 1))):
        ended.clear()
        result, nothing = together(partial(run, begin), stop)
        assert nothing is None
        assert result.stopped == "asked"
        assert result.action == search.decide()
        if search.merge == "none":  # merged states share the visits of their images
            assert sum(move.visits for move in result.moves) <= search.simulations
        assert search.resume(100).simulations == 100  # it goes on as if nothing had happened
    again = pickle.loads(pickle.dumps(search)) if search.merge == "none" else search
    assert again.resume(10).stopped == "simulations"


def test_a_stop_without_a_run_does_nothing() -> None:
    search = Search("tictactoe", seed=1)
    search.stop()
    assert search.run("", 100).stopped == "simulations"
    search.stop()
    assert search.resume(100).stopped == "simulations"
    assert search.simulations == 200
    assert search.grow(50) == "simulations"


@given(st.lists(st.integers(0, 50), min_size=1, max_size=6), st.integers(0, 100))
def test_trees_of_unequal_size_share_exactly_the_budget(sizes: list[int], count: int) -> None:
    found = shares(sizes, count)
    assert sum(found) == count
    assert min(found) >= 0
    after = [size + share for size, share in zip(sizes, found, strict=True)]
    for size, share in zip(after, found, strict=True):
        assert not share or size <= min(after) + 1  # who got some is no larger than the others
