"""Files that no search wrote: each is refused in one sentence that names the file, before an engine walks them."""

import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from plyground.errors import PlygroundError
from plyground.games import parse_game
from plyground.games.base import Game, State
from plyground.games.native import have_native
from plyground.sealed_file import read_sealed, seal
from plyground.search import Search, configure, saved
from plyground.tree import Tree


def saved_search(path: Path, game: str = "tictactoe", simulations: int = 60, **parts: str) -> tuple[saved.Header, Tree]:
    search = Search(game, configure(**parts), seed=1)
    search.run(parse_game(game).initial_state(), simulations)
    search.save(path)
    return saved.read(path)


def change(name: str, row: int, value: Any) -> Callable[[Tree], None]:
    def damage(tree: Tree) -> None:
        column = tree.extra[name] if name in tree.extra else getattr(tree, name)
        column[row] = value

    return damage


def refused(path: Path, match: str) -> None:
    for engine in ("python", "auto"):
        with pytest.raises(PlygroundError, match=match) as caught:
            Search.load(path, engine=engine)
        assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("damage", "match"),
    [
        (change("action", 3, 63), "the children of row 0 are not the legal moves there"),
        (change("num_children", 0, 127), "the children of row 0 are not its own"),
        (change("num_children", 1, 0), "the children of row 1 are not its own"),
        (change("seat", 2, 4), "row 2 has an impossible seat"),
        (change("seat", 2, 1), "row 2 belongs to another seat"),
        (change("player", 1, 3), "row 1 has an impossible player"),
        (change("player", 1, 0), "another player moves at row 1"),
        (change("player", 1, -3), "row 1 has an unknown player"),
        (change("first_child", 1, 1), "the children of row 1 are not its own"),
        (change("first_child", 1, 2**32 - 1), "the children of row 1 are not its own"),
        (change("value", 4, float("nan")), "row 4 has a value out of range"),
        (change("value", 4, 1.01), "row 4 has a value out of range"),
        (change("visits", 0, 2**32 - 1), "row 0 has more visits than there were simulations"),
        (change("visits", 1, 0), "not visited in order|has children and no visits"),
    ],
)
def test_a_row_that_cannot_be_is_named(tmp_path: Path, damage: Callable[[Tree], None], match: str) -> None:
    path = tmp_path / "search"
    header, tree = saved_search(path)
    damage(tree)
    path.write_bytes(b"".join(saved.pack(header, tree)))
    refused(path, match)


@pytest.mark.parametrize(
    ("parts", "damage", "match"),
    [
        ({"backup": "solver"}, change("proven", 0, [1.0, -1.0]), "the proven values of row 0|does not follow"),
        ({"backup": "solver"}, change("sure", 0, [1.0, -1.0]), "not follow from its children"),
        ({"select": "rave"}, lambda t: t.extra["amaf"][0].update({(0, 70_000): [1, 0.0]}), "impossible move"),
        ({"select": "rave"}, lambda t: t.extra["amaf"][0].update({(2, 1): [1, 0.0]}), "impossible move"),
        ({"select": "rave"}, lambda t: t.extra["amaf"][0].update({(0, 1): [99, 0.0]}), "impossible statistics"),
        ({"select": "tree_shape(wdc)"}, change("levels", 0, [1, 9]), "the levels of row 0 do not match"),
        ({"select": "tree_shape(wdc)"}, change("width", 0, 1), "the levels of row 0 do not match"),
        ({"select": "bayes_uct1"}, change("variance", 1, -0.1), "impossible variance"),
        ({"select": "bayes_uct1"}, change("own_visits", 1, 1000), "impossible sum of evaluations"),
        ({"select": "ucb1_tuned"}, change("squares", 1, 2.0), "impossible squares"),
        ({"select": "puct"}, change("prior", 1, 1.5), "impossible prior"),
    ],
)
def test_a_statistic_that_cannot_be_is_named(
    tmp_path: Path, parts: dict[str, str], damage: Callable[[Tree], None], match: str
) -> None:
    path = tmp_path / "search"
    header, tree = saved_search(path, simulations=400 if "backup" in parts else 60, **parts)
    damage(tree)
    path.write_bytes(b"".join(saved.pack(header, tree)))
    refused(path, match)


@pytest.mark.skipif(not have_native(), reason="needs the C++ core")
def test_a_move_that_is_illegal_at_the_root_of_an_open_loop(tmp_path: Path) -> None:
    path = tmp_path / "search"
    header, tree = saved_search(path, "pig(target=20)", expand="open_loop")
    tree.action[tree.first_child[0]] = 63
    path.write_bytes(b"".join(saved.pack(header, tree)))
    refused(path, "a child of the root is not a legal move")


def test_statistics_of_a_large_action_make_no_room_for_all_smaller_ones(tmp_path: Path) -> None:
    path = tmp_path / "search"
    header, tree = saved_search(path, select="rave")
    tree.extra["amaf"][0][0, 60_000] = [1, 0.0]
    path.write_bytes(b"".join(saved.pack(header, tree)))
    with pytest.raises(PlygroundError, match="statistics of an impossible move"):
        Search.load(path)


def test_every_flipped_bit_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "search"
    saved_search(path, simulations=10)
    whole = path.read_bytes()
    for place in range(0, len(whole), 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1 :])
        with pytest.raises(PlygroundError, match=r"search (is|has)"):
            Search.load(path)


def test_a_small_file_does_not_fill_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "search"
    saved_search(path)
    body = read_sealed(path, saved.KIND, saved.VERSION)
    head = body[: 4 + int.from_bytes(body[:4], "big")]
    bomb = zlib.compress(bytes(100_000_000), 9)
    assert len(bomb) < 100_000
    path.write_bytes(b"".join(seal(saved.KIND, saved.VERSION, [head, bomb])))
    refused(path, "cannot be decompressed")


def test_a_tree_of_many_equal_rows_is_saved_and_read(tmp_path: Path) -> None:
    path = tmp_path / "search"
    header, tree = saved_search(path, "mnk(19,19,5)", simulations=600)
    assert len(tree) > 50_000
    assert Search.load(path).simulations == header.simulations == 600


@pytest.mark.parametrize(
    ("field", "value", "match"),
    [
        ("rows", 2**40, "header says rows"),
        ("rows", 5, "more data than the tree needs"),
        ("players", 3, "has 2 players, not 3"),
        ("players", 0, "header says players"),
        ("simulations", -1, "header says simulations"),
        ("game", "mnk(4,4,4)", "no position|damaged|cells|key"),
        ("game", "chess", "unknown game"),
        ("parts", {"select": "ucb1"}, "missing required field"),
        ("key", None, "give the state too"),
        ("extra", ["squares"], "a column is shorter than the tree"),
        ("extra", ["wings"], "unknown columns"),
    ],
)
def test_a_header_that_cannot_be_is_named(tmp_path: Path, field: str, value: object, match: str) -> None:
    path = tmp_path / "search"
    saved_search(path)
    body = read_sealed(path, saved.KIND, saved.VERSION)
    start = 4 + int.from_bytes(body[:4], "big")
    head = msgspec.json.encode({**msgspec.json.decode(body[4:start]), field: value})
    path.write_bytes(b"".join(seal(saved.KIND, saved.VERSION, [len(head).to_bytes(4, "big"), head, body[start:]])))
    refused(path, match)


def test_other_files_and_formats_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "search"
    for content, match in [
        (b"", "is not a search that plyground saved"),
        (b"PK\x03\x04 an older search", "is not a search that plyground saved"),
        (b"plyground training 1\n" + bytes(32), "is not a search that plyground saved"),
        (b"plyground search 3\n" + bytes(32), "has format 3, this plyground reads format 2"),
    ]:
        path.write_bytes(content)
        refused(path, match)


@pytest.mark.parametrize(
    "parts",
    [
        {"expand": "open_loop"},
        {"expand": "one_child(after=0)"},
        {"expand": "progressive_widening"},
        {"select": "rave"},
        {"select": "bayes_uct2", "evaluate": "heuristic"},
        {"backup": "mean(win=1, draw=1, loss=0, paranoid=true)"},
    ],
    ids=str,
)
def test_a_whole_tree_is_taken(tmp_path: Path, parts: dict[str, str]) -> None:
    path = tmp_path / "search"
    for game in ("pig(target=20)", "ludo(players=2)", "nim"):
        saved_search(path, game, simulations=100, **parts)
        for engine in ("python", "auto"):
            search = Search.load(path, engine=engine)
            assert search.resume(20).simulations == 20


def test_the_file_of_an_own_game_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "their_game.py"
    source.write_text(
        "from dataclasses import dataclass\n"
        "from plyground.games import Nim, register\n"
        "@register('their_game')\n@dataclass(frozen=True)\nclass TheirGame(Nim):\n    twin = None\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    import their_game  # type: ignore[import-not-found]

    game: Game = their_game.TheirGame()
    state: State = game.initial_state()
    search = Search(game, engine="python")
    search.run(state, 20)
    search.save(tmp_path / "search")
    assert Search.load(tmp_path / "search", state).simulations == 20
    monkeypatch.delitem(Game.registry._entries, "their_game")
    monkeypatch.delitem(sys.modules, "their_game")
    refused(tmp_path / "search", "the game their_game is not loaded: import .*their_game.py first")
