"""Trees as pictures: pruned honestly, laid out tidily, drawn well-formed."""

import re
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from search_helpers import ENGINES, needs_native
from test_view_boards import check_picture, words_of

from plyground import view
from plyground.errors import PlygroundError
from plyground.games import parse_game
from plyground.search import Search, configure
from plyground.tree import ROOT, Tree, first_difference
from plyground.view.tidy_layout import tidy
from plyground.view.tree_model import MOST_HELD, NEXT_CHILDREN, shown_nodes


@st.composite
def shapes(draw: st.DrawFn) -> list[list[int]]:
    """The children of every node of a random tree, numbered breadth first."""
    children: list[list[int]] = [[]]
    for node in range(draw(st.integers(0, 60))):
        if node >= len(children):
            break
        for _ in range(draw(st.integers(0, 4))):
            children[node].append(len(children))
            children.append([])
    return children


def levels_of(children: list[list[int]]) -> list[list[int]]:
    levels = [[0]]
    while below := [child for node in levels[-1] for child in children[node]]:
        levels.append(below)
    return levels


@given(shapes(), st.data())
def test_the_layout_is_tidy(children: list[list[int]], data: st.DataObject) -> None:
    widths = data.draw(st.lists(st.floats(1, 80), min_size=len(children), max_size=len(children)))
    x = tidy(children, widths, gap=5.0)
    for level in levels_of(children):  # in order, and nothing overlaps
        for left, right in pairwise(level):
            assert x[right] - x[left] >= (widths[left] + widths[right]) / 2 + 5.0 - 1e-6
    for node, below in enumerate(children):  # parents are in the middle
        if below:
            assert x[node] == pytest.approx((x[below[0]] + x[below[-1]]) / 2)
    assert min(middle - width / 2 for middle, width in zip(x, widths, strict=True)) == pytest.approx(0.0, abs=1e-6)


@given(shapes())
def test_a_mirrored_tree_has_a_mirrored_layout(children: list[list[int]]) -> None:
    x = tidy(children, [10.0] * len(children), gap=2.0)
    mirrored = tidy([below[::-1] for below in children], [10.0] * len(children), gap=2.0)
    for level in levels_of(children):
        for left, right in pairwise(level):
            assert x[right] - x[left] == pytest.approx(mirrored[left] - mirrored[right], abs=1e-6)


def test_a_deep_tree_is_laid_out_without_recursion() -> None:
    deep = 20_000
    assert tidy([[i + 1] for i in range(deep)] + [[]], [1.0] * (deep + 1), 1.0)[-1] == 0.5


def searched(game: str, simulations: int, engine: str = "auto", **parts: str) -> Search:
    search = Search(game, configure(**parts), engine=engine, seed=2)
    search.run(parse_game(game).initial_state(), simulations)
    return search


# Pairs of neighbours on one level whose names or numbers overlap.
OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(".node:not(.gone)")].map((node) => [node, node.getBoundingClientRect()]);
  return boxes.flatMap(([a, one], i) => boxes.slice(i + 1)
    .filter(([b, two]) => a.dataset.level === b.dataset.level && one.left < two.right - 1 && two.left < one.right - 1)
    .map(([b]) => [a.dataset.node, b.dataset.node]));
}"""

PRUNINGS = [(0, 5, 1, 100), (3, 2, 1, 100), (6, 9, 3, 25), (50, 50, 1, 10_000), (4, 3, 2, 1)]


@needs_native
@pytest.mark.parametrize("pruning", PRUNINGS, ids=str)
@pytest.mark.parametrize(
    ("game", "parts"),
    [("tictactoe", {}), ("connect_four", {"backup": "solver"}), ("pig(target=20)", {"expand": "open_loop"})],
)
@pytest.mark.parametrize("start", [ROOT, 2])
def test_both_engines_prune_alike(
    game: str, parts: dict[str, str], pruning: tuple[int, int, int, int], start: int
) -> None:
    trees = [searched(game, 600, engine, **parts).pruned(*pruning, start) for engine in ("python", "native")]
    assert first_difference(*trees) is None
    assert trees[0].extra == trees[1].extra


@pytest.mark.parametrize("pruning", PRUNINGS, ids=str)
def test_what_is_left_out_adds_up_to_the_whole(pruning: tuple[int, int, int, int]) -> None:
    tree = searched("tictactoe", 700, ENGINES[-1]).tree()
    depth, top, min_visits, limit = pruning
    pruned = tree.pruned(*pruning)
    assert len(pruned) <= limit
    levels = {ROOT: 0}
    for row in range(len(pruned)):
        source = pruned.extra["row"][row]
        whole = [tree.visits[child] for child in tree.children(source) if tree.visits[child]]
        shown = [pruned.visits[child] for child in pruned.children(row)]
        assert len(shown) + pruned.extra["more"][row] == len(whole)
        assert sum(shown) + pruned.extra["more_visits"][row] == sum(whole)
        assert sorted(shown, reverse=True) == shown
        assert len(shown) <= top
        assert all(visits >= min_visits for visits in shown)
        for child in pruned.children(row):
            levels[child] = levels[row] + 1
    assert max(levels.values()) <= depth
    if limit >= len(tree) and top >= 9 and depth >= 9:
        assert len(pruned) == sum(visits > 0 for visits in tree.visits)


def test_the_limit_keeps_the_most_visited() -> None:
    tree = searched("connect_four", 3000).tree()
    pruned = tree.pruned(99, 99, 1, 30)
    assert sorted(pruned.visits) == sorted(sorted(tree.visits)[-30:])


@pytest.mark.parametrize(
    ("game", "parts"),
    [
        ("tictactoe", {}),
        ("tictactoe", {"backup": "solver"}),
        ("pig(target=20)", {}),
        ("ludo(players=2)", {"expand": "open_loop"}),
        ("nim([2,2])", {"backup": "solver"}),
        ("mnk(15,15,5)", {}),
    ],
)
@pytest.mark.parametrize("boards", [False, True])
def test_the_picture_is_well_formed(game: str, parts: dict[str, str], boards: bool) -> None:
    search = searched(game, 300, **parts)
    picture = view.tree(search, limit=25, boards=boards)
    root = check_picture(picture.svg())
    nodes = [element for element in root.iter() if element.get("data-node")]
    assert len(nodes) == len(picture.nodes)
    assert sum(1 for element in root.iter() if element.get("data-edge")) == len(nodes) - 1


def test_moves_have_their_names_and_numbers() -> None:
    search = searched("tictactoe", 12)
    picture = view.tree(search)
    words = [found.text for found in words_of(check_picture(picture.svg()))]
    top = search.top()
    for node in top.node().children:
        assert search.state.action_name(node.action) in words
    assert words.count("12") == 1  # the root's visits
    assert not any("more" in word for word in words)


def test_left_out_children_are_told() -> None:
    search = searched("connect_four", 2000)
    picture = view.tree(search, depth=1, top=3)
    words = [found.text for found in words_of(check_picture(picture.svg()))]
    shown = [node for node in picture.nodes if node.parent == 0 and not node.is_note]
    hidden = search.top().visits[ROOT] - sum(node.visits for node in shown)
    assert "+4 more" in words
    assert f"{hidden:,} visits" in words
    assert words.count("+7 more") == 3  # of the children themselves


def test_proven_nodes_are_marked() -> None:
    search = Search("tictactoe", configure(backup="solver"), seed=1)
    search.run(parse_game("tictactoe").position("a1 b1 a2 b2"), 500)
    nodes = view.tree(search).nodes
    assert [node.name for node in nodes if node.parent == 0 and node.proven == 1.0] == ["a3"]
    assert "+1.00 proven" in view.tree(search).svg()


def test_open_loop_rows_have_names_though_throws_are_left_out() -> None:
    nodes = view.tree(searched("pig(target=30)", 500, expand="open_loop"), limit=40).nodes
    names = {node.name for node in nodes if node.parent >= 0 and not node.is_note}
    assert names == {"roll", "hold"}


def test_a_bare_tree_is_drawn_too() -> None:
    search = searched("tictactoe", 50)
    bare = view.tree(search.tree())
    assert {node.name for node in bare.nodes if node.parent == 0} == set("012345678")
    named = view.tree(search.tree(), state=search.state)
    assert {"a1", "c3"} <= {node.name for node in named.nodes}
    check_picture(bare.svg())


def test_dot_names_every_edge() -> None:
    picture = view.tree(searched("connect_four", 500), limit=20)
    text = picture.dot()
    assert text.startswith("digraph")
    assert text.count("->") == len(picture.nodes) - 1
    assert text.count("{") == text.count("}") == 1


def test_the_page_stands_alone() -> None:
    page = view.tree(searched("tictactoe", 100)).html()
    assert set(re.findall(r"https?://[^\"'\\\s]+", page)) == {"http://www.w3.org/2000/svg"}
    assert "<script src" not in page
    assert "<link" not in page
    assert page.count("<script>") == page.count("</script>") == 1


@pytest.mark.parametrize("wrong", [{"depth": -1}, {"top": 0}, {"min_visits": 0}, {"limit": 0}, {"limit": 2.5}])
def test_wrong_numbers_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(PlygroundError, match="must be a whole number"):
        view.tree(searched("tictactoe", 10), **wrong)


def test_files_by_their_suffix(tmp_path: Path) -> None:
    picture = view.tree(searched("tictactoe", 20))
    for suffix, start in ((".svg", "<svg"), (".html", "<!doctype html>"), (".dot", "digraph")):
        picture.save(tmp_path / f"tree{suffix}")
        assert (tmp_path / f"tree{suffix}").read_text(encoding="utf-8").startswith(start)
    with pytest.raises(PlygroundError, match=r"ends with \.html, \.svg, \.dot"):
        picture.save(tmp_path / "tree.png")
    with pytest.raises(PlygroundError, match="cannot write"):
        picture.save(tmp_path / "nowhere" / "tree.svg")


@needs_native
def test_a_million_rows_are_drawn_at_once() -> None:
    search = searched("connect_four", 550_000)
    assert search.engine.rows > 1_000_000
    begin = time.perf_counter()
    view.tree(search).html()
    assert time.perf_counter() - begin < 5.0  # 0.05 s, on a machine that has nothing else to do


def test_an_empty_tree_is_one_node() -> None:
    search = Search("tictactoe")
    search.start(parse_game("tictactoe").initial_state())
    assert len(shown_nodes(search.pruned(9, 9, 1, 9), search.state)) == 1
    check_picture(view.tree(search).svg())
    assert isinstance(search.tree(), Tree)


def test_a_page_holds_the_next_children_and_counts_the_rest() -> None:
    search = searched("mnk(15,15,5)", 3000)
    picture = view.tree(search, depth=2, top=4, limit=30)
    everyone = [*picture.nodes, *picture.held]
    assert [node.number for node in everyone] == list(range(len(everyone)))
    assert len(picture.held) <= MOST_HELD + len(picture.nodes)
    for holder in picture.nodes:
        held = [node for node in picture.held if node.held_by == holder.number]
        if held:
            rows = [node for node in held if not node.is_note]
            assert len(rows) <= NEXT_CHILDREN
            assert len(rows) + sum(node.more for node in held if node.is_note) == holder.more
            assert sum(node.visits for node in held) == holder.more_visits
    assert [node.visits for node in picture.held if node.held_by == 5 and not node.is_note] == sorted(
        (node.visits for node in search.top().node().children), reverse=True
    )[4:16]
    assert "data-held" not in picture.svg()


@needs_native
def test_notes_unfold_in_a_browser(tmp_path: Path) -> None:
    helpers = pytest.importorskip("page_helpers")
    view.tree(searched("mnk(15,15,5)", 3000), depth=2, top=4, limit=30).save(tmp_path / "tree.html")
    site = (tmp_path / "tree.html").as_uri()
    with helpers.chromium() as browser, helpers.opened(browser, site) as page:
        shown = page.locator(".node:not(.gone)")
        before = shown.count()
        note = page.locator("[data-parent='0'].more:not(.gone)")
        assert note.locator("text").first.text_content() == "+221 more"
        note.click()
        helpers.expect(shown).to_have_count(before + NEXT_CHILDREN)  # the note is replaced
        assert note.locator("text").first.text_content() == "+209 more"
        assert page.locator("#words").text_content().startswith("221 more children")
        assert page.evaluate(OVERLAPS) == []
        note.press("Enter")  # the page does not hold these
        helpers.expect(shown).to_have_count(before + NEXT_CHILDREN)
        helpers.expect(page.locator("#words")).to_contain_text("does not hold")
        root = page.locator("[data-node='0']")
        root.press("Enter")
        helpers.expect(shown).to_have_count(1)
        root.press("Enter")
        helpers.expect(shown).to_have_count(before + NEXT_CHILDREN)
