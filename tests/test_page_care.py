"""The page in a browser, under odd addresses, hasty clicks and a missing token."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_helpers import Browser, expect, headline, move, opened, site_and_browser
from serve_helpers import running


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Browser]]:
    with site_and_browser(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.mark.parametrize("view", ["watch", "compare"])
def test_an_odd_budget_in_the_address_becomes_the_usual_one(place: tuple[str, Browser], view: str) -> None:
    site, browser = place
    with opened(browser, site) as page:
        for budget in ("abc", "0", "0s", "1.2.3s", "1e999", "💥"):
            page.goto("about:blank")
            page.goto(f"{site}#/{view}?game=tictactoe&budget={budget}&pace=-1")
            expect(page.get_by_label("Budget")).to_have_value("20k" if view == "watch" else "5k")
            expect(page.locator(".moves tbody tr").first).to_be_visible()


ODD = [
    "play?moves=z9",
    "watch?agent=💥&pace=NaN",
    "step?game=x",
    "compare?agents=x;y&by=hours",
    "race?games=-1&race=r99",
]


def test_a_budget_that_is_refused_says_why_and_changes_nothing(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/watch?game=tictactoe&budget=300") as page:
        budget = page.get_by_label("Budget")
        expect(page.locator(".moves tbody tr").first).to_be_visible()
        for text, words in (("abc", "Simulations, such as 10k"), ("5M", "At most 2M"), ("3000s", "At most 60 seconds")):
            budget.fill(text)
            budget.press("Enter")
            expect(page.locator(".field .error")).to_contain_text(words)
            assert "budget=300" in page.url
        budget.fill("400")
        budget.press("Enter")
        expect(page.locator(".field .error")).to_have_count(0)
        expect(page).to_have_url(re.compile("budget=400"))


def test_no_address_empties_the_page(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site) as page:
        for odd in [*ODD, "nowhere?game="]:
            page.goto("about:blank")
            page.goto(f"{site}#/{odd}&seats=a;b;c")
            expect(page.locator("main .card").first).to_be_visible()
            page.get_by_role("link", name="Play", exact=True).click()
            expect(page.locator(".board").first).to_be_visible()


def test_a_double_click_is_one_move(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/play?game=connect_four&seats=human;human") as page:
        expect(move(page, "4")).to_be_visible()
        # Both clicks come before the answer, however fast the server is.
        move(page, "4").evaluate(
            "hit => { for (let i = 0; i < 2; i++) hit.dispatchEvent(new MouseEvent('click', { bubbles: true })) }"
        )
        expect(page.locator(".plies button").filter(has_text="4")).to_have_count(1)
        expect(page.get_by_role("alert")).to_have_count(0)
        move(page, "4").click()
        expect(page.locator(".plies button").filter(has_text="4")).to_have_count(2)


def test_a_move_typed_after_the_choice_of_a_game_leaves_the_menu_shut(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/play?game=connect_four&seats=human;human") as page:
        page.get_by_role("button", name=re.compile("^Game:")).click()
        page.get_by_role("dialog").get_by_role("button", name="Tic-tac-toe", exact=True).click()
        expect(move(page, "b2")).to_be_visible()
        page.keyboard.type("b2")
        page.keyboard.press("Enter")
        expect(page.locator(".plies button").filter(has_text="b2")).to_have_count(1)
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_page_without_the_token_asks_for_it(place: tuple[str, Browser], tmp_path: Path) -> None:
    address = "?token=lion#/play?game=tictactoe&seats=human;human"
    with running(tmp_path, token="tiger") as (site, _), opened(place[1], site, address) as page:
        expect(page.get_by_role("alert")).to_contain_text("needs its token")
        page.get_by_label("Token").fill("tiger")
        page.get_by_label("Token").press("Enter")
        expect(headline(page)).to_be_visible()
        expect(move(page, "b2")).to_be_visible()


def test_two_players_have_one_elo_difference(place: tuple[str, Browser]) -> None:
    site, browser = place
    agents = "mcts(simulations=20);random"
    with opened(browser, site, f"#/race?game=tictactoe&agents={agents}&games=6") as page:
        page.get_by_role("button", name="Start the match").click()
        expect(page.get_by_text("ended")).to_be_visible()
        expect(page.locator(".elo li")).to_have_count(1)
        expect(page.get_by_role("heading", name=re.compile("^Elo above random"))).to_be_visible()
