"""The pages of a tree and of a walkthrough, in a browser: what matters is in the window when they open, at any size."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from page_helpers import PHONE, Browser, chromium, expect, opened

from plyground import view
from plyground.games import parse_game
from plyground.search import Search

SIZES = {
    "desk": {"viewport": {"width": 1200, "height": 800}},
    "phone": PHONE,
    "notebook": {"viewport": {"width": 760, "height": 640}},
}
# Which of these nodes are outside the picture's frame, and how large a letter of 13 units is on the screen.
LOOK = """([frame, numbers]) => {
  const room = document.querySelector(frame).getBoundingClientRect();
  const outside = numbers.filter((number) => {
    const box = document.querySelector(`${frame} [data-node='${number}']`).getBoundingClientRect();
    return !box.width || box.left < room.left - 1 || box.right > room.right + 1
      || box.top < room.top - 1 || box.bottom > room.bottom + 1;
  });
  return [outside, document.querySelector(`${frame} svg`).getScreenCTM().a];
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def searched(game: str, simulations: int, position: str = "") -> Search:
    search = Search(game, seed=1)
    search.run(parse_game(game).position(position), simulations)
    return search


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["connect_four", "mnk(9,9,5)"])
def test_a_tree_opens_with_all_moves_of_the_root_in_the_window(
    browser: Browser, tmp_path: Path, game: str, size: str
) -> None:
    picture = view.tree(searched(game, 3_000))
    picture.save(tmp_path / "tree.html")
    first = [node.number for node in picture.nodes if node.level <= 1]
    with opened(browser, (tmp_path / "tree.html").as_uri(), **SIZES[size]) as page:
        outside, scale = page.evaluate(LOOK, ["#stage", first])
        assert outside == []
        assert 0.5 < scale <= 1.3
        shown = page.locator("#stage .node:not(.gone)")
        everyone = [node.number for node in picture.nodes]
        few = shown.count()
        page.get_by_label("levels").select_option(label=str(max(node.level for node in picture.nodes)))
        expect(shown).to_have_count(len(everyone))
        assert page.evaluate(LOOK, ["#stage", everyone])[0] == []
        page.get_by_label("levels").select_option(label="that fit")
        expect(shown).to_have_count(few)


def test_a_small_tree_opens_whole(browser: Browser, tmp_path: Path) -> None:
    picture = view.tree(searched("tictactoe", 12))
    picture.save(tmp_path / "tree.html")
    with opened(browser, (tmp_path / "tree.html").as_uri(), **SIZES["desk"]) as page:
        outside, scale = page.evaluate(LOOK, ["#stage", [node.number for node in picture.nodes]])
        assert outside == []
        assert scale >= 0.75


@pytest.mark.parametrize("size", SIZES)
def test_a_walkthrough_shows_the_root_and_the_nodes_of_every_step(browser: Browser, tmp_path: Path, size: str) -> None:
    walk = view.walkthrough(searched("connect_four", 50), 50)
    walk.save(tmp_path / "walk.html")
    with opened(browser, (tmp_path / "walk.html").as_uri(), **SIZES[size]) as page:
        last = int(page.locator("#slider").get_attribute("max") or 0)
        assert last > 150
        for step in (0, 1, 47, 50, 51, 52, 120, last):
            page.locator("#slider").fill(str(step))
            lit = page.evaluate("() => [...document.querySelectorAll('#tree .node.lit')].map((n) => n.dataset.node)")
            outside, _ = page.evaluate(LOOK, ["#tree", ["0", *lit]])
            assert outside == [], step
        page.locator("#slider").fill("60")
        expect(page.locator("#board svg")).to_be_in_viewport()
