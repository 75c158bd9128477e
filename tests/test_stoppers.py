"""Each limit of a search alone: when it stops, and how many simulations may run before it is asked again."""

import time
from dataclasses import dataclass

import pytest

from plyground.search.budget import (
    GROWN_OUT,
    MANY,
    Budget,
    SearchProgress,
    StopAfterSeconds,
    StopAfterSimulations,
    StopAtBytes,
    StopAtGap,
    StopAtNodes,
    StopWhenAsked,
    StopWhenGrownOut,
    StopWhenSolved,
    StopWhereEngineDoes,
)
from plyground.search.gap import GapRule
from plyground.tree import Tree


@dataclass
class Counted:
    """An engine whose counts the test sets."""

    simulations: int = 0
    rows: int = 1
    bytes: int = 0
    solved: bool = False

    def subtree(self, levels: int | None) -> Tree:
        """Two moves, of which the first wins always and the second never."""
        tree = Tree()
        tree.add_rows([0], 0)
        tree.first_child[0], tree.num_children[0] = tree.add_rows([0, 1], 0), 2
        tree.visits, tree.value = [2000, 1000, 1000], [0.0, 1.0, -1.0]
        return tree


def progress(done: int = 0, ended: str = "", **counts: int) -> SearchProgress:
    engine = Counted(simulations=100)
    made = SearchProgress(engine, time.perf_counter())
    vars(engine).update(counts, simulations=100 + done)
    made.went_on(ended)
    return made


def test_simulations_count_from_the_start_of_the_budget() -> None:
    stopper = StopAfterSimulations(50)
    assert (stopper.reached(progress(done=20)), stopper.room(progress(done=20))) == ("", 30)
    assert stopper.reached(progress(done=50)) == "simulations"


def test_a_search_ends_when_it_is_asked_to() -> None:
    stopper = StopWhenAsked()
    assert (stopper.reached(progress(done=20)), stopper.room(progress(done=20))) == ("", MANY)
    stopper.ask()
    assert stopper.reached(progress(done=20)) == "asked"


def test_nodes_are_looked_at_more_often_near_the_limit() -> None:
    stopper = StopAtNodes(5120)
    assert [stopper.room(progress(rows=rows)) for rows in (1, 2560, 5000)] == [9, 5, 1]
    assert [stopper.reached(progress(rows=rows)) for rows in (5119, 5120)] == ["", "nodes"]


def test_bytes_have_the_name_of_the_limit() -> None:
    stopper = StopAtBytes(1000, "memory")
    assert [stopper.reached(progress(bytes=size)) for size in (999, 1000)] == ["", "memory"]
    assert stopper.reached(progress(ended="megabytes")) == "memory"


def test_what_the_engine_says_ends_the_search() -> None:
    stopper = StopWhereEngineDoes()
    assert stopper.reached(progress()) == ""
    assert stopper.reached(progress(ended="converged")) == "converged"
    assert stopper.room(progress()) == MANY
    assert [StopWhenSolved().reached(progress(solved=solved)) for solved in (False, True)] == ["", "solved"]


def test_a_tree_that_no_longer_grows_is_whole() -> None:
    stopper = StopWhenGrownOut()
    assert stopper.reached(progress(done=0, rows=9)) == ""
    assert stopper.reached(progress(done=GROWN_OUT - 1, rows=9)) == ""
    assert stopper.reached(progress(done=GROWN_OUT, rows=10)) == ""  # it grew
    assert stopper.reached(progress(done=2 * GROWN_OUT - 1, rows=10)) == ""
    assert stopper.reached(progress(done=2 * GROWN_OUT, rows=10)) == "no more nodes"


def test_the_gap_is_looked_at_ever_less_often() -> None:
    never = StopAtGap(GapRule(1e-300, -1000.0, 1000.0))
    looks, done = [], 0
    while done < 200:
        assert never.reached(progress(done=done)) == ""
        done += never.room(progress(done=done))
        looks.append(done)
    assert looks == [64, 80, 100, 125, 156, 195, 243]
    surely = StopAtGap(GapRule(0.05, -1.0, 1.0))
    assert [surely.reached(progress(done=done)) for done in (63, 64)] == ["", "gap"]


def test_seconds_count_from_the_begin() -> None:
    stopper = StopAfterSeconds(60.0)
    then = progress()
    assert stopper.reached(then) == ""
    then.begin -= 60.0
    assert stopper.reached(then) == "seconds"


@pytest.mark.parametrize(
    ("budget", "limited"),
    [
        (Budget(simulations=9), {StopAfterSimulations}),
        (Budget(seconds=9), {StopAfterSeconds}),
        (Budget(nodes=9), {StopAtNodes, StopWhenGrownOut}),
        (Budget(megabytes=9), {StopWhenGrownOut}),
        (Budget(converged=0.1), {StopWhenGrownOut}),
        (Budget(gap=0.1, seconds=9), {StopAtGap, StopAfterSeconds}),
    ],
    ids=lambda value: str(value) if isinstance(value, Budget) else "",
)
def test_a_budget_is_its_stoppers(budget: Budget, limited: set[type]) -> None:
    always = {StopWhenSolved, StopAtBytes, StopWhereEngineDoes}
    assert {type(one) for one in budget.stoppers(lambda error: GapRule(error, -1.0, 1.0))} == always | limited
