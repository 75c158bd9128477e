"""User parts that give wrong answers: the error is one sentence that names the part, in both engines."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from search_helpers import ENGINES

import plyground as pg
from plyground.errors import PlygroundError
from plyground.games import State, parse_game
from plyground.search import Backup, Decide, Evaluate, Expand, Search, Select, configure
from plyground.search.backup import Mean
from plyground.search.decide import MostVisits
from plyground.search.evaluate import Rollout
from plyground.search.expand import OneChild
from plyground.search.native import native_obstacle
from plyground.tree import first_difference


def run(engine: str, **parts: Any) -> Search:
    search = Search("connect_four", configure(**parts), engine=engine, seed=1)
    search.run(search.game.initial_state(), 60)
    return search


def half(state: State) -> list[float]:
    return [0.5, -0.5]


# Evaluations


@pytest.mark.parametrize(
    "answer",
    [
        0.5,
        None,
        "ab",
        [],
        [1.0],
        [1.0, -1.0, 0.0],
        [math.nan, 0.0],
        [math.inf, 0.0],
        [1.5, -1.5],
        [[1.0], [2.0]],
        [10**400, 0],
    ],
    ids=str,
)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_function_that_gives_no_values(answer: Any, engine: str) -> None:
    def mine(state: State) -> Any:
        return answer

    with pytest.raises(PlygroundError, match=r"^function\(.*mine\): the values of a leaf must be ") as caught:
        run(engine, evaluate=mine)
    assert "a list of 2 numbers" in str(caught.value) or "from -1 to 1" in str(caught.value)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_evaluation_of_ones_own(engine: str) -> None:
    @dataclass(frozen=True)
    class Mine(Evaluate):
        name = "mine"
        value: float = 0.0

        def values(self, state: State, rng: Any, moves: Any) -> list[float]:
            return [self.value, -self.value]

    run(engine, evaluate=Mine(1.0))
    with pytest.raises(
        PlygroundError, match=r"^mine\(2\.0\): the values of a leaf must be from -1 to 1, not \[2\.0, -2\.0\]"
    ):
        run(engine, evaluate=Mine(2.0))


def test_a_tuple_an_array_and_a_generator_are_values_too() -> None:
    def lazily(state: State) -> Iterator[float]:
        yield from (0.5, -0.5)

    numpy = pytest.importorskip("numpy")
    trees = [
        run(engine, evaluate=evaluate).tree()
        for engine in ENGINES
        for evaluate in (half, lazily, lambda state: (0.5, -0.5), lambda state: numpy.array([0.5, -0.5]))
    ]
    assert all(first_difference(trees[0], tree) is None for tree in trees[1:])


@pytest.mark.parametrize("engine", ENGINES)
def test_mcts_takes_a_function(engine: str) -> None:
    def likes_the_middle(state: State) -> list[float]:
        return [0.1, -0.1] if state.key()[3] == 0 else [-0.1, 0.1]  # type: ignore[index]

    agent = pg.agents.Mcts(evaluate=likes_the_middle, simulations=300, engine=engine)
    state = parse_game("connect_four").initial_state()
    assert agent.choose(state).action == 3
    assert "likes_the_middle" in str(agent)
    with pytest.raises(PlygroundError, match="evaluate takes a part or a function of a state, not 7"):
        pg.agents.Mcts(evaluate=7)  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_rollout_of_ones_own_is_asked(engine: str) -> None:
    """A subclass may override anything: the C++ engine must not run its own version of the base class."""

    @dataclass(frozen=True)
    class Sure(Rollout):
        def values(self, state: State, rng: Any, moves: Any) -> list[float]:
            return [1.0, -1.0]

    assert run(engine, evaluate=Sure()).top().value[0] == 1.0


# Selection rules


class Rule(Select):
    def scores(self, tree: Any, path: Sequence[int], children: Sequence[int]) -> Any:
        return [1.0] * len(children)


@pytest.mark.parametrize("answer", [0.5, None, [1.0], [1.0] * 9, [math.nan] * 7, ["a"] * 7], ids=str)
@pytest.mark.parametrize("engine", ENGINES)
def test_scores_that_are_none(answer: Any, engine: str) -> None:
    @dataclass(frozen=True)
    class Mine(Rule):
        def scores(self, tree: Any, path: Sequence[int], children: Sequence[int]) -> Any:
            return answer

    with pytest.raises(PlygroundError, match=r"^Mine: the scores must be a list of 7 numbers, not "):
        run(engine, select=Mine())


@pytest.mark.parametrize("answer", [0, -1, 10**9, 1.5, None, "1", True], ids=str)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_choice_that_is_no_child(answer: Any, engine: str) -> None:
    @dataclass(frozen=True)
    class Mine(Rule):
        def choose(self, tree: Any, path: Any, children: Any, rng: Any) -> Any:
            return answer

    with pytest.raises(PlygroundError, match=r"^Mine: the choice must be one of the children given, not "):
        run(engine, select=Mine())


@pytest.mark.parametrize("answer", [0.5, [1.0], [math.nan] * 7, [-1.0] * 7, [math.inf] * 7], ids=str)
def test_priors_that_are_none(answer: Any) -> None:
    @dataclass(frozen=True)
    class Mine(Rule):
        needs = frozenset({"prior"})

        def priors(self, state: State, actions: list[int]) -> Any:
            return answer

    with pytest.raises(PlygroundError, match=r"^Mine: the priors must be "):
        run("auto", select=Mine())


def test_priors_and_stops_of_ones_own_are_asked() -> None:
    """The C++ engine asks a rule in Python for its choice alone: such a search runs in Python."""

    @dataclass(frozen=True)
    class Priors(Rule):
        needs = frozenset({"prior"})

        def priors(self, state: State, actions: list[int]) -> list[float]:
            return [float(action) for action in actions]

    @dataclass(frozen=True)
    class Stops(Rule):
        def stops(self, tree: Any, path: Any) -> bool:
            return True

    for rule in (Priors(), Stops()):
        search = run("auto", select=rule)
        assert search.engine_name == "python"
        assert native_obstacle(search.game, search.config)
    tree = run("auto", select=Priors()).tree()
    assert sorted(tree.extra["prior"][1:8]) == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    assert (
        all(run("auto", select=inner).engine_name == "python" for inner in ("tree_shape(stop=0)",)) is not ENGINES[1:]
    )


# Backups, expansions and decisions of one's own run in Python


@pytest.mark.parametrize(
    ("value", "visits", "sentence"),
    [
        (math.nan, 1, "the value of row 0 must be a finite number, not nan"),
        ("x", 1, "the value of row 0 must be a finite number, not 'x'"),
        (0.0, 0, "a visit must count once in every row of its path, it does not in row 0"),
        (0.0, 2, "a visit must count once in every row of its path, it does not in row 0"),
    ],
)
def test_a_backup_that_counts_wrongly(value: Any, visits: int, sentence: str) -> None:
    @dataclass(frozen=True)
    class Mine(Backup):
        name = "mine"

        def update(self, tree: Any, path: Sequence[int], values: list[float]) -> None:
            for row in path:
                tree.visits[row] += visits
                tree.value[row] = value

    with pytest.raises(PlygroundError, match=f"^mine: {sentence}"):
        run("auto", backup=Mine())


@pytest.mark.parametrize("answer", [None, [1.0], [math.nan, 0.0]], ids=str)
def test_a_backup_that_counts_no_values(answer: Any) -> None:
    @dataclass(frozen=True)
    class Mine(Mean):
        def worth(self, values: list[float]) -> Any:
            return answer

        def value_range(self, game: Any) -> tuple[float, float]:
            return -1.0, 1.0

    with pytest.raises(PlygroundError, match=r"^Mine: the values that worth returns must be a list of 2 numbers, not "):
        run("auto", backup=Mine())


@pytest.mark.parametrize("answer", [-1, 8, 1.5, math.nan, None], ids=str)
def test_an_expansion_of_no_children(answer: Any) -> None:
    @dataclass(frozen=True)
    class Mine(OneChild):
        def limit(self, visits: int, count: int) -> Any:
            return answer

    assert issubclass(Mine, Expand)
    with pytest.raises(PlygroundError, match=r"^Mine: the limit must be an integer from 0 to 7, not "):
        run("auto", expand=Mine())


@pytest.mark.parametrize("answer", [0, -1, 10**9, 1.5, None], ids=str)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_decision_that_is_no_child(answer: Any, engine: str) -> None:
    @dataclass(frozen=True)
    class Mine(MostVisits):
        def choose(self, tree: Any, rng: Any) -> Any:
            return answer

    assert issubclass(Mine, Decide)
    with pytest.raises(PlygroundError, match=r"^Mine: the choice must be the row of a visited child of the root"):
        run(engine, decide=Mine())
