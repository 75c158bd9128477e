"""A tree handed to pandas and networkx."""

import sys

import pytest
from search_helpers import ENGINES

import plyground as pg
from plyground.tree import COLUMNS, ROOT


def searched(engine: str, **parts: str) -> pg.Tree:
    search = pg.Search("tictactoe", pg.configure(**parts), engine=engine, seed=1)
    return search.run(search.game.position("a1 b2"), 300).tree


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("parts", [{}, {"backup": "solver"}, {"select": "rave"}], ids=str)
def test_a_tree_as_a_table(engine: str, parts: dict[str, str]) -> None:
    pytest.importorskip("pandas")
    tree = searched(engine, **parts)
    frame = tree.to_pandas()
    assert list(frame.columns) == [*COLUMNS, "parent", *tree.extra]
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
