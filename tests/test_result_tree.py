"""`Result.tree`: the tree as the result found it, copied when it is first read."""

import copy
import pickle
from collections.abc import Callable

import pytest
from search_helpers import ENGINES, needs_native

import plyground as pg
from plyground.tree import ROOT, first_difference

GONE_ON = "^the search has gone on since this result: "


def searched(engine: str = "python", **options: object) -> tuple[pg.Search, pg.Result]:
    search = pg.Search("tictactoe", pg.configure(backup="solver"), engine=engine, seed=3, **options)  # type: ignore[arg-type]
    return search, search.run(search.game.initial_state(), 200)


@pytest.mark.parametrize("engine", ENGINES)
def test_it_is_the_whole_tree(engine: str) -> None:
    search, result = searched(engine)
    assert first_difference(result.tree, search.tree()) is None
    assert result.tree.extra == search.tree().extra
    assert len(result.tree) == result.nodes
    assert result.tree is result.tree


GOING_ON: dict[str, Callable[[pg.Search], object]] = {
    "run": lambda search: search.run(search.state, 200),
    "start": lambda search: search.start(search.state),
    "resume": lambda search: search.resume(1),
    "grow": lambda search: search.grow(1),
    "trace": lambda search: search.trace(),
    "advance": lambda search: search.advance(4),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("go_on", GOING_ON.values(), ids=GOING_ON)
def test_a_search_that_has_gone_on_says_so(engine: str, go_on: Callable[[pg.Search], object]) -> None:
    search, unread = searched(engine)
    go_on(search)
    with pytest.raises(pg.PlygroundError, match=GONE_ON):
        unread.tree  # noqa: B018
    search, read = searched(engine)
    tree = read.tree
    go_on(search)
    assert read.tree is tree
    assert tree.visits[ROOT] == 200


def test_a_result_keeps_its_search() -> None:
    assert searched()[1].tree.visits[ROOT] == 200


def test_nothing_is_copied_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    copies = []
    whole = pg.Search.tree
    monkeypatch.setattr(pg.Search, "tree", lambda search: copies.append(1) or whole(search))
    _, result = searched()
    repr(result), result.to_dict(), result.moves
    assert not copies
    assert result.tree is result.tree
    assert copies == [1]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda result: pickle.loads(pickle.dumps(result))])
def test_a_copy_has_the_tree_that_was_read(engine: str, duplicate: Callable[[pg.Result], pg.Result]) -> None:
    _, result = searched(engine)
    unread = duplicate(result)
    assert unread.to_dict() == result.to_dict()
    with pytest.raises(pg.PlygroundError, match=r"^this copy of a result has no tree: read result\.tree before"):
        unread.tree  # noqa: B018
    tree = result.tree
    assert first_difference(duplicate(result).tree, tree) is None


@needs_native
def test_root_parallel_shows_the_first_thread() -> None:
    search, result = searched("native", threads=2)
    assert result.tree.visits[ROOT] == 100
    assert result.top.visits[ROOT] == 200
    assert first_difference(result.tree, search.tree()) is None
    later = search.resume(2)
    search.resume(2)
    with pytest.raises(pg.PlygroundError, match=GONE_ON):
        later.tree  # noqa: B018


@pytest.mark.parametrize("engine", ENGINES)
def test_a_finished_game_has_one_row(engine: str) -> None:
    search = pg.Search("tictactoe", engine=engine)  # type: ignore[arg-type]
    assert len(search.run(search.game.position("a1 b1 a2 b2 a3"), 10).tree) == 1
