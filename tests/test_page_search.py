"""Watch, Step and Compare on the page, in a browser."""

import re
from collections.abc import Iterator

import pytest
from page_helpers import Browser, Page, expect, opened, site_and_browser


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Browser]]:
    with site_and_browser(tmp_path_factory.mktemp("data")) as found:
        yield found


def figure(page: Page, name: str) -> int:
    return int(page.locator(".figures div").filter(has_text=name).first.locator("dd").inner_text().replace(",", ""))


def simulations_beyond(page: Page, count: int) -> None:
    page.wait_for_function(
        "count => Number(document.querySelector('.figures dd').textContent.replaceAll(',', '')) > count", arg=count
    )


def test_watch_shows_one_search_as_board_table_and_growing_tree(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/watch?game=connect_four&moves=4 4&budget=400&pace=20") as page:
        expect(page.locator(".moves tbody tr")).to_have_count(7)
        expect(page.locator(".marks .heat")).to_have_count(7)
        nodes = page.locator(".tree .node")
        before = nodes.count()
        page.wait_for_function("before => document.querySelectorAll('.tree .node').length > before", arg=before)
        page.get_by_label("Pace").select_option("full")
        expect(page.get_by_text("All simulations were made.")).to_be_visible()
        assert figure(page, "simulations") == 400
        visits = [int(text) for text in page.locator(".moves .visits span").all_inner_texts()]
        assert sum(visits) == 400
        expect(page.locator(".moves tr.next")).not_to_have_count(0)
        # A move is linked in table, board and tree.
        page.locator(".moves tbody tr").nth(2).hover()
        expect(page.locator(".ring.hot")).to_have_count(1)
        expect(page.locator(".tree .node.dim").first).to_be_attached()
        # More budget, and it goes on.
        page.get_by_label("Budget").fill("600")
        page.get_by_label("Budget").press("Enter")
        simulations_beyond(page, 599)


def test_a_search_pauses_resumes_and_stops(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/watch?game=tictactoe&budget=100k&pace=200") as page:
        simulations_beyond(page, 20)
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("button", name="Resume").click()
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_text("The search was stopped.")).to_be_visible()


def test_a_node_shows_its_position_unfolds_and_folds(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/watch?game=tictactoe&budget=2000&pace=full") as page:
        expect(page.get_by_text("All simulations were made.")).to_be_visible()
        hidden = page.locator(".node[aria-label*=folded]").first.get_attribute("data-node")
        node = page.locator(f'.node[data-node="{hidden}"]')
        node.press("Enter")
        expect(page.locator(".node-panel .tiny")).to_be_visible()
        expect(node).not_to_have_attribute("aria-label", re.compile("folded"))
        below = page.locator(f'.node[data-node^="{hidden}/"]')
        expect(below).not_to_have_count(0)
        node.press("Enter")
        expect(below).to_have_count(0)


def test_the_tree_by_keyboard(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/watch?game=tictactoe&budget=60") as page:
        expect(page.get_by_text("All simulations were made.")).to_be_visible()
        page.locator('.node[data-node=""]').focus()
        page.keyboard.press("ArrowDown")
        expect(page.locator(".node:focus")).to_have_attribute("data-node", re.compile(r"^0\.\d$"))
        page.keyboard.press("ArrowUp")
        expect(page.locator(".node:focus")).to_have_attribute("data-node", "")


def test_stepping_through_phases_forward_and_back(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/step?game=tictactoe&moves=b2") as page:
        current = page.locator(".phases [aria-current]")
        expect(page.get_by_role("button", name="Next phase")).to_be_enabled()
        for name in ("expand", "evaluate", "back up"):
            page.keyboard.press("ArrowRight")
            expect(current).to_contain_text(name)
        expect(page.locator(".changes tr.done").first).to_be_visible()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".headline")).to_have_text("Simulation 2")
        expect(current).to_contain_text("select")
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".headline")).to_have_text("Simulation 1")
        expect(current).to_contain_text("back up")


def test_a_later_simulation_says_why_and_shows_its_rollout(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/step?game=connect_four") as page:
        page.get_by_role("slider", name="Simulation").fill("40")
        expect(page.locator(".headline")).to_have_text("Simulation 40")
        page.get_by_text("Why here?").click()
        expect(page.locator(".why tbody tr")).to_have_count(7)
        expect(page.locator(".why tbody tr.next")).to_have_count(1)
        expect(page.locator(".marks .heat")).to_have_count(7)
        page.get_by_role("button", name="evaluate").click()
        expect(page.locator(".board .ghost")).to_have_count(1)
        expect(page.locator(".caption")).to_contain_text("Rollout")


def test_two_searches_are_compared(place: tuple[str, Browser]) -> None:
    site, browser = place
    agents = "mcts(select=ucb1(c=1.4));mcts(select=ucb1(c=0.1))"
    with opened(browser, site, f"#/compare?game=connect_four&moves=4&agents={agents}&budget=300") as page:
        sides = page.locator(".versus > section")
        expect(sides.locator("dd").filter(has_text="300")).to_have_count(2)
        expect(page.locator(".verdict")).to_contain_text("play")
        expect(sides.nth(1).locator(".moves tbody tr")).to_have_count(7)
        assert sides.nth(0).locator(".tree .node").count() > 8


def test_trying_a_move_moves_the_search_along(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/watch?game=tictactoe&budget=50") as page:
        expect(page.locator(".moves tbody tr")).to_have_count(9)
        page.locator(".board").get_by_role("button", name=re.compile("after b2")).click()
        expect(page.locator(".moves tbody tr")).to_have_count(8)
        expect(page).to_have_url(re.compile("moves=b2"))
        page.get_by_role("button", name="One move back").click()
        expect(page.locator(".moves tbody tr")).to_have_count(9)
        page.get_by_label("Moves of the position").fill("b2 zz")
        page.get_by_label("Moves of the position").press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("zz")
