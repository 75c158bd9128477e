"""Limits that end a search early: whatever the limit, the tree holds whole simulations."""

import math
import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest
from search_helpers import ENGINES, needs_native

from plyground.games import State
from plyground.search import Budget, Search, configure
from plyground.search.limits import MOST_VISITS, default_bytes
from plyground.tree import ROOT, first_difference

SLOW = ("mnk(19,19,5)", "rollout(policy=heuristic)")  # a simulation takes about 20 ms in C++, seconds in Python
MANY_ROLLOUTS = ("mnk(19,19,5)", "rollout(n=100000)")  # one takes seconds in C++

# Time


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("game", "evaluate"), [SLOW, MANY_ROLLOUTS])
def test_a_time_budget_holds_with_slow_evaluations(game: str, evaluate: str, engine: str) -> None:
    search = Search(game, configure(evaluate=evaluate), engine=engine, seed=1)
    begin = time.perf_counter()
    result = search.run(search.game.initial_state(), Budget(seconds=0.1))
    assert time.perf_counter() - begin < 3.0
    assert result.stopped == "seconds"
    assert result.action in range(361)
    assert sum(move.visits for move in result.moves) == result.simulations == search.top().visits[ROOT]


@needs_native
@pytest.mark.parametrize(
    "options", [{}, {"threads": 2, "parallel": "root"}, {"threads": 2, "parallel": "tree"}], ids=str
)
def test_an_interrupt_comes_inside_a_simulation(options: dict[str, Any]) -> None:
    game, evaluate = MANY_ROLLOUTS
    search = Search(game, configure(evaluate=evaluate), engine="native", **options)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    begin = time.perf_counter()
    timer.start()
    result = search.run(search.game.initial_state(), 1000)
    assert time.perf_counter() - begin < 5.0
    assert (result.stopped, search.top().visits[ROOT]) == ("interrupted", result.simulations)


@pytest.mark.parametrize("engine", ENGINES)
def test_simulations_that_were_cut_off_change_nothing(engine: str) -> None:
    game, evaluate = "mnk(7,7,4)", "rollout(n=3, policy=heuristic)"
    cut, whole = (Search(game, configure(evaluate=evaluate), engine=engine, seed=2) for _ in range(2))
    cut.start(cut.game.initial_state())
    for _ in range(20):
        cut.resume(Budget(seconds=0.004))
    whole.run(whole.game.initial_state(), cut.simulations)
    assert first_difference(cut.tree(), whole.tree()) is None


PARTS = [
    {},
    {"expand": "one_child(after=0)"},
    {"expand": "one_child(after=3)"},
    {"expand": "all_children"},
    {"expand": "progressive_widening"},
    {"select": "puct(prior=heuristic)"},
    {"select": "ucb1_tuned"},
    {"select": "bayes_uct2"},
    {"select": "tree_shape"},
    {"select": "grave(ref=5)"},
    {"backup": "solver"},
    {"backup": "max_mean_mix"},
    {"merge": "states"},
    {"merge": "symmetric", "backup": "solver"},
    {"select": "tree_shape", "expand": "all_children"},
    {"select": "tree_shape(scope=parent)", "expand": "all_children(after=0)"},
]
OPEN_LOOP = {"expand": "open_loop"}  # rows that it moved stay where they are


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("options", [*PARTS, OPEN_LOOP], ids=str)
@pytest.mark.parametrize("game", ["tictactoe", "pig(target=12)"])
def test_a_simulation_that_fails_is_undone(game: str, options: dict[str, str], engine: str) -> None:
    """The tree is as before; after further simulations it equals the tree of a search without the failure."""
    fails = False

    def evaluate(state: State) -> list[float]:
        if fails:
            raise KeyboardInterrupt
        return state.heuristic()

    parts = {name: text for name, text in options.items() if name != "merge"}
    others: dict[str, Any] = {"seed": 5, "merge": options.get("merge", "none"), "engine": engine}
    cut, whole = (Search(game, configure(evaluate=evaluate, **parts), **others) for _ in range(2))
    cut.start(cut.game.initial_state())
    for count in (0, 1, 1, 2, 3, 5, 8, 13, 21, 34):
        cut.resume(count)
        before = cut.tree()
        fails = True
        result = cut.resume(1)
        fails = False
        if result.stopped == "interrupted" and options != OPEN_LOOP:
            assert first_difference(before, cut.tree()) is None
            assert before.extra == cut.tree().extra
        assert cut.engine.summary()[1] == len(cut.tree().levels()) - 1
    cut.resume(5)
    whole.run(whole.game.initial_state(), cut.simulations)
    assert first_difference(cut.tree(), whole.tree()) is None
    assert cut.tree().extra == whole.tree().extra


# Memory

GROWTH = """
import resource, sys
from plyground.search import Budget, Search, configure
from plyground.tree import ROOT
parts, options, megabytes = eval(sys.argv[1])
search = Search("connect_four", configure(**parts), engine="native", seed=1, **options)
state = search.game.initial_state()
search.run(state, 100)
def rss():
    return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize() / 1e6
before = rss()
result = search.run(state, Budget(megabytes=megabytes))
top = search.top()
assert options.get("merge") or sum(top.visits[c] for c in top.children(ROOT)) == top.visits[ROOT] == result.simulations
print(result.stopped, rss() - before, result.bytes / 1e6)
"""


def child(script: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_native
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize(
    ("parts", "options"),
    [
        ({}, {}),
        ({"select": "bayes_uct1"}, {}),
        ({"select": "rave"}, {}),
        ({}, {"merge": "states"}),
        ({}, {"threads": 2, "parallel": "root"}),
        ({}, {"threads": 2, "parallel": "tree"}),
    ],
    ids=str,
)
def test_a_search_takes_no_more_memory_than_it_may(parts: dict[str, str], options: dict[str, Any]) -> None:
    megabytes = 40
    stopped, grown, used = child(GROWTH, repr((parts, options, megabytes))).split()
    assert stopped == "megabytes"
    assert float(grown) < megabytes * 1.1 + 2
    assert megabytes * 0.6 < float(used) <= megabytes


FAILING = """
import resource, sys
from plyground.search import Search, configure
from plyground.tree import ROOT, first_difference
parts, options = eval(sys.argv[1])
made = [Search("connect_four", configure(**parts), engine="native", seed=1, **options) for _ in range(2)]
search, whole = made
state = search.game.initial_state()
search.run(state, 100)
search.tree()
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
before = resource.getrlimit(resource.RLIMIT_AS)
resource.setrlimit(resource.RLIMIT_AS, (used + 60_000_000, before[1]))
result = search.run(state, 100_000_000)
assert result.stopped == "memory", result.stopped
again = search.resume(1000)
resource.setrlimit(resource.RLIMIT_AS, before)
top = search.top()
assert sum(top.visits[c] for c in top.children(ROOT)) == top.visits[ROOT] == search.simulations
if options.get("threads", 1) == 1:
    whole.run(state, search.simulations)
    one, other = whole.top(), search.top()
    assert first_difference(one, other) is None and one.extra == other.extra
    assert whole.engine.summary() == search.engine.summary()
"""


@needs_native
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs RLIMIT_AS")
@pytest.mark.parametrize(
    ("parts", "options"),
    [
        ({}, {}),
        ({"backup": "solver"}, {}),
        ({"select": "tree_shape"}, {}),
        ({"select": "rave"}, {}),
        ({"select": "bayes_uct1"}, {}),
        ({}, {"threads": 2, "parallel": "tree"}),
        ({}, {"threads": 2, "parallel": "root"}),
    ],
    ids=str,
)
def test_a_failed_allocation_ends_the_search(parts: dict[str, str], options: dict[str, Any]) -> None:
    child(FAILING, repr((parts, options)))


def test_the_python_engine_counts_memory_too() -> None:
    for merge in ("none", "states"):
        search = Search("connect_four", engine="python", seed=1, merge=merge)
        result = search.run(search.game.initial_state(), Budget(megabytes=0.3))
        assert result.stopped == "megabytes"
        assert 0.25e6 < result.bytes < 0.35e6


def test_there_is_a_limit_where_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 256_000_000 <= default_bytes() < 1 << 50
    monkeypatch.setattr("plyground.search.budget.default_bytes", lambda: 400_000)
    for engine in ENGINES:
        search = Search("connect_four", engine=engine)
        result = search.run(search.game.initial_state(), 10**7)
        assert result.stopped == "memory"
        assert 100 < result.simulations == search.top().visits[ROOT]


# Visits


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("parts", [{}, {"select": "ucb1_tuned"}, {"backup": "max_mean_mix"}], ids=str)
def test_a_search_ends_before_its_counts_do(parts: dict[str, str], engine: str) -> None:
    """A tree whose rows were visited nearly as often as can be counted."""
    search = Search("nim([2,1])", configure(**parts), engine=engine, seed=1)
    state = search.game.initial_state()
    search.run(state, 300)
    tree = search.tree()
    more, path = MOST_VISITS - 10 - tree.visits[ROOT], [ROOT]
    while tree.num_children[path[-1]]:
        path.append(max(tree.children(path[-1]), key=lambda row: tree.visits[row]))
    for row in path:
        tree.visits[row] += more
    search.engine.restore(tree, 300 + more)
    result = search.resume(1000)
    assert (result.stopped, result.simulations) == ("visits", 10)
    assert search.resume(1000).simulations == 0
    top = search.top()
    assert top.visits[ROOT] == MOST_VISITS == sum(top.visits[child] for child in top.children(ROOT))
    assert all(math.isfinite(value) for value in top.value)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_deep_path_of_new_rows_needs_little_memory(engine: str) -> None:
    """With after=0 a simulation adds rows to the end of the game, and each of them counts the levels below it."""
    config = configure("tree_shape(boost=1)", expand="one_child(after=0)")
    search = Search("pig(4,target=200)", config, engine=engine, seed=2)  # type: ignore[arg-type]
    result = search.run(search.game.initial_state(), Budget(simulations=2, megabytes=100))
    assert (result.stopped, result.depth) == ("simulations", 610)
