"""Parts written in Python alone: both engines run them and grow the same tree, and a wrong answer is refused."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from search_helpers import ENGINES, needs_native

from plyground.errors import PlygroundError
from plyground.games import State, parse_game
from plyground.games.native import native_state
from plyground.rng import Rng
from plyground.search import Expand, Search, configure
from plyground.search.evaluate import Mast, Playout
from plyground.search.walk import Move
from plyground.tree import Tree, first_difference

GAMES = ["tictactoe", "connect_four", "nim", "pig(3, 20)", "ludo(players=2, tokens=1)"]


@dataclass(frozen=True)
class LastMoves(Playout):
    """Prefers the last of the legal actions."""

    n: int = 1
    depth_limit: int | None = None

    def action(self, tree: Tree, state: State, actions: list[int], moves: list[Move], rng: Rng) -> int:
        assert actions == state.actions()
        return actions[-1] if rng.uniform() < 0.5 else actions[rng.below(len(actions))]


@dataclass(frozen=True)
class Slowly(Expand):
    """Children take part one by one, the largest action first."""

    after: int = 1

    def limit(self, visits: int, count: int) -> int:
        return min(count, 1 + visits // 4)

    def pick(self, tree: Tree, path: Sequence[int], untried: Sequence[int], rng: Rng) -> int:
        return max(untried, key=lambda child: tree.action[child])


@dataclass(frozen=True)
class AllNow(Expand):
    all_at_once = True
    after = 2

    def limit(self, visits: int, count: int) -> int:
        return 0


@needs_native
@pytest.mark.parametrize(
    "parts",
    [
        {"evaluate": LastMoves()},
        {"evaluate": LastMoves(n=2, depth_limit=5)},
        {"evaluate": LastMoves(), "select": "rave"},
        {"expand": Slowly()},
        {"expand": Slowly(after=3), "evaluate": LastMoves(), "backup": "solver"},
        {"expand": AllNow()},
    ],
    ids=lambda parts: ", ".join(map(str, parts.values())),
)
@pytest.mark.parametrize("game", GAMES)
def test_both_engines_grow_the_same_tree(game: str, parts: dict[str, Any]) -> None:
    trees = []
    for engine in ("python", "native"):
        search = Search(game, configure(**parts), engine=engine, seed=5)
        assert search.run(search.game.initial_state(), 60).engine == engine
        trees.append(search.tree())
    assert first_difference(*trees) is None
    assert trees[0].extra == trees[1].extra


@needs_native
@pytest.mark.parametrize("parts", [{"evaluate": LastMoves()}, {"expand": Slowly()}], ids=str)
def test_the_c_engine_runs_them(parts: dict[str, Any]) -> None:
    search = Search("connect_four", configure(**parts))
    assert search.run(search.game.initial_state(), 10).engine == "native"


def run(engine: str, **parts: Any) -> None:
    search = Search("connect_four", configure(**parts), engine=engine, seed=1)
    search.run(search.game.initial_state(), 30)


@pytest.mark.parametrize("answer", [7, -1, 0.5, None])
@pytest.mark.parametrize("engine", ENGINES)
def test_an_impossible_move_of_a_playout_is_refused(engine: str, answer: Any) -> None:
    @dataclass(frozen=True)
    class Wrong(Playout):
        def action(self, tree: Tree, state: State, actions: list[int], moves: list[Move], rng: Rng) -> int:
            return answer

    with pytest.raises(PlygroundError, match=r"Wrong: the action must be one of \[0, 1, 2, 3, 4, 5, 6\], not"):
        run(engine, evaluate=Wrong())


@pytest.mark.parametrize("answer", [0, -1, 0.5, None, True])
@pytest.mark.parametrize("engine", ENGINES)
def test_an_impossible_pick_is_refused(engine: str, answer: Any) -> None:
    @dataclass(frozen=True)
    class Wrong(Slowly):
        def pick(self, tree: Tree, path: Sequence[int], untried: Sequence[int], rng: Rng) -> int:
            return answer

    with pytest.raises(PlygroundError, match=r"Wrong: the pick must be one of the children given, not"):
        run(engine, expand=Wrong())


@pytest.mark.parametrize("answer", [-1, 8, 0.5, None])
@pytest.mark.parametrize("engine", ENGINES)
def test_an_impossible_limit_is_refused(engine: str, answer: Any) -> None:
    @dataclass(frozen=True)
    class Wrong(Slowly):
        def limit(self, visits: int, count: int) -> int:
            return answer

    with pytest.raises(PlygroundError, match=r"Wrong: the limit must be an integer from 0 to 7, not"):
        run(engine, expand=Wrong())


@needs_native
def test_what_the_c_engine_cannot_call_runs_in_python() -> None:
    @dataclass(frozen=True)
    class Learning(Mast):
        """Reads the tree, which stays in C++."""

    @dataclass(frozen=True)
    class Arranged(Slowly):
        def children(self, tree: Any, walk: Any, added: Any) -> Sequence[int]:
            return super().children(tree, walk, added)

    for parts, said in (({"evaluate": Learning()}, "reads statistics"), ({"expand": Arranged()}, "`children`")):
        config = configure(**parts)
        with pytest.raises(PlygroundError, match=said):
            Search("tictactoe", config, engine="native")
        search = Search("tictactoe", config)
        assert search.run(search.game.initial_state(), 20).engine == "python"


@needs_native
def test_a_twin_shows_what_the_readable_state_has() -> None:
    state = parse_game("connect_four").position("4443")
    twin = native_state(state)
    assert twin.cells == state.cells
    assert twin.heights == state.heights
    with pytest.raises(AttributeError):
        _ = twin.no_such_thing
