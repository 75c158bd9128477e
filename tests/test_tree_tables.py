"""A tree handed to pandas and networkx."""

import sys

import pytest
from search_helpers import ENGINES

import plyground as pg
from plyground.tree import COLUMNS, ROOT, UNKNOWN


def searched(engine: str, **parts: str) -> pg.Tree:
    search = pg.Search("tictactoe", pg.configure(**parts), engine=engine, seed=1)
    return search.run(search.game.position("a1 b2"), 300).tree


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("parts", [{}, {"backup": "solver"}, {"select": "rave"}], ids=str)
def test_a_tree_as_a_table(engine: str, parts: dict[str, str]) -> None:
    pytest.importorskip("pandas")
    tree = searched(engine, **parts)
    frame = tree.to_pandas()
    assert list(frame.columns) == ["move", "depth", *COLUMNS, "parent", *tree.extra]
    assert len(frame) == len(tree)
    for name in COLUMNS:
        assert frame[name].tolist() == getattr(tree, name)
    for name, column in tree.extra.items():
        assert list(frame[name]) == column
    children = frame[frame.parent == ROOT]
    assert list(children.index) == list(tree.children(ROOT))
    assert children.visits.sum() == frame.visits[ROOT]
    assert frame.parent[ROOT] == -1


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("game", "position", "options"),
    [
        ("tictactoe", "a1 b2", {}),
        ("ludo(players=2)", "", {}),
        ("pig", "roll", {}),
        ("ludo(players=2)", "", {"expand": "open_loop"}),
    ],
)
def test_a_table_names_the_moves_and_counts_their_depth(
    engine: str, game: str, position: str, options: dict[str, str]
) -> None:
    """Played from the root, the names on the way to a row lead to a position in which its player moves."""
    pytest.importorskip("pandas")
    search = pg.Search(game, pg.configure(**options), engine=engine, seed=1)
    frame = search.run(position, 200).tree.to_pandas()
    missing = frame.move.isna()
    assert missing[ROOT]
    assert frame.depth[ROOT] == 0
    named = 0
    for row in frame.index[frame.depth > 0]:
        names, at = [], row
        while at != ROOT:
            names.append(None if missing[at] else frame.move[at])
            at = frame.parent[at]
        assert frame.depth[row] == len(names)
        if None in names:
            assert options
            continue
        state = search.game.position(position)
        for name in reversed(names):
            state.apply(state.parse_action(name))
        assert frame.player[row] in (state.player, UNKNOWN) or options
        named += 1
    assert named == len(frame) - 1 or options


def test_a_table_of_the_top_names_the_moves() -> None:
    pytest.importorskip("pandas")
    result = pg.Search("connect_four", seed=1).run("444", 300)
    frame = result.top.to_pandas()
    assert sorted(frame.move[1:]) == [str(column) for column in range(1, 8)]
    assert dict(zip(frame.action[1:], frame.move[1:], strict=True)) == {a: str(a + 1) for a in range(7)}
    nameless = pg.Tree.from_columns({name: getattr(result.top, name) for name in COLUMNS})
    assert nameless.to_pandas().move.isna().all()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_tree_as_a_graph(engine: str) -> None:
    networkx = pytest.importorskip("networkx")
    tree = searched(engine, backup="solver")
    graph = tree.to_networkx()
    assert networkx.is_arborescence(graph)
    assert set(graph) == {row for row in range(len(tree)) if tree.visits[row]}
    assert set(graph.nodes[ROOT]) == {"value", "visits", "player", "seat", *tree.extra}
    for parent, row, data in graph.edges(data=True):
        assert row in tree.children(parent)
        assert data == {"action": tree.action[row]}
        assert (graph.nodes[row]["visits"], graph.nodes[row]["value"]) == (tree.visits[row], tree.value[row])


def test_a_tree_without_a_search_is_one_node() -> None:
    pytest.importorskip("networkx")
    search = pg.Search("tictactoe")
    search.start(search.game.initial_state())
    assert list(search.tree().to_networkx()) == [ROOT]


@pytest.mark.parametrize(("package", "method"), [("pandas", "to_pandas"), ("networkx", "to_networkx")])
def test_what_is_missing_is_said(package: str, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = searched("python")
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(pg.PlygroundError, match=f"^a tree as a (table|graph) needs {package}: pip install {package}$"):
        getattr(tree, method)()
