"""Play on the page, in a browser: every kind of game to its end, by clicks and by keyboard."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from page_helpers import WAITING, Browser, Page, expect, headline, move, opened, site_and_browser


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Browser]]:
    with site_and_browser(tmp_path_factory.mktemp("data")) as found:
        yield found


def plies(page: Page, count: int) -> None:
    """Wait until this many moves were made and the next one can be made, or the game is over."""
    expect(page.locator(".plies li")).to_have_count(count + 1)


def test_connect_four_by_digit_keys_to_a_win(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/play?game=connect_four&seats=human;human") as page:
        for number, key in enumerate("1213141", start=1):
            expect(move(page, key)).to_be_attached()
            page.keyboard.press(key)
            plies(page, number)
        expect(headline(page)).to_contain_text("X wins")
        expect(page.locator(".board [data-action]")).to_have_count(0)


def test_tictactoe_by_clicks_against_an_engine(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/play?game=tictactoe&seats=human;first") as page:
        for number, name in enumerate(("b2", "c1", "a3"), start=1):
            move(page, name).click()
            plies(page, min(2 * number, 5))
        expect(headline(page)).to_contain_text("X wins")


def test_the_board_by_arrows_and_enter(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/play?game=tictactoe&seats=human;human") as page:
        move(page, "b2").focus()
        page.keyboard.press("ArrowUp")
        expect(move(page, "b1")).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(move(page, "c1")).to_be_focused()
        page.keyboard.press("Enter")
        plies(page, 1)
        page.keyboard.type("a3")  # a move by its name
        plies(page, 2)
        expect(page.locator(".plies")).to_contain_text("c1")
        expect(page.locator(".plies")).to_contain_text("a3")


@pytest.mark.parametrize("game", ["nim(heaps=[2,1])", "pig(target=12)", "mnk(3,3,3)", "ludo(players=2, tokens=1)"])
def test_every_kind_of_game_to_its_end(place: tuple[str, Browser], game: str) -> None:
    site, browser = place
    with opened(browser, site, f"#/play?game={game}&seats=human;human") as page:
        for _ in range(400):
            expect(page.locator(".standing")).to_be_visible()
            page.wait_for_function(WAITING)
            if not page.locator(".board .hit").count():
                break
            before = page.locator(".plies li").count()
            page.locator(".board .hit").last.dispatch_event("click")
            page.wait_for_function("before => document.querySelectorAll('.plies li').length > before", arg=before)
        expect(headline(page)).to_have_text(re.compile("wins|draw", re.IGNORECASE))


def test_undo_redo_jump_and_go_on_from_there(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/play?game=connect_four&moves=4 4 5&seats=human;human") as page:
        plies(page, 3)
        page.get_by_role("button", name="Undo").click()
        plies(page, 1)
        page.get_by_role("button", name="Redo").click()
        plies(page, 2)
        page.locator(".plies").get_by_role("button", name="start").click()
        expect(page.get_by_role("button", name="Go on from here")).to_be_visible()
        move(page, "7").click()
        plies(page, 1)
        expect(page).to_have_url(re.compile("moves=7"))


def test_seats_by_form_and_swap(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/play?game=connect_four&seats=human;first") as page:
        page.get_by_role("button", name="Seat O").click()
        sheet = page.get_by_role("dialog")
        sheet.get_by_label("Agent").select_option("alphazero")
        expect(page.get_by_role("button", name="Seat O")).to_contain_text("alphazero")
        sheet.get_by_label("Agent").select_option("mcts")
        sheet.get_by_label("simulations").fill("60")
        sheet.get_by_label("simulations").press("Enter")
        expect(sheet.get_by_label("As text")).to_have_value(re.compile("simulations=60"))
        sheet.get_by_label("select", exact=True).select_option("puct")
        expect(sheet.get_by_label("As text")).to_have_value(re.compile("select=puct"))
        sheet.get_by_label(re.compile("^Level")).press("End")
        expect(page.get_by_role("button", name="Seat O")).to_contain_text("Level 10")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.get_by_role("button", name="Seat O").click()
        page.get_by_role("dialog").get_by_label("As text").fill("mcts(simulatons=5)")
        page.get_by_role("dialog").get_by_label("As text").press("Enter")
        expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("simulatons")


def test_a_game_is_copied_pasted_and_shared_by_address(place: tuple[str, Browser]) -> None:
    site, browser = place
    grants = ["clipboard-read", "clipboard-write"]
    with opened(browser, site, "#/play?game=tictactoe&moves=b2 a1&seats=human;human", permissions=grants) as page:
        plies(page, 2)
        page.get_by_role("button", name="Copy, paste").click()
        page.get_by_role("button", name="Copy the game").click()
        expect(page.get_by_text("Game copied.")).to_be_visible()
        text = page.evaluate("navigator.clipboard.readText()")
        assert text.startswith("game: tictactoe\n")
        assert text.endswith("\nb2\na1\n")
        page.get_by_label("Moves or a saved game").fill("game: connect_four\n4\n4\n5\n")
        page.get_by_label("Moves or a saved game").blur()
        plies(page, 3)
        expect(page).to_have_url(re.compile("game=connect_four"))
        with opened(browser, site, page.url.removeprefix(site)) as other:
            plies(other, 3)


def test_bad_addresses_get_a_sentence(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/play?game=conect_four") as page:
        expect(page.get_by_role("alert")).to_contain_text("conect_four")
        expect(move(page, "4")).to_be_attached()  # a game to play all the same


def test_what_is_typed_is_never_wiped(place: tuple[str, Browser]) -> None:
    """Neither when a dialog opens, nor by a late answer to an earlier choice."""
    site, browser = place
    with opened(browser, site, "#/play?game=connect_four&seats=human;first") as page:
        expect(move(page, "4")).to_be_attached()
        typed = page.evaluate("""() => new Promise((resolve) => {
          new MutationObserver((_, observer) => {
            const fields = document.querySelectorAll('.sheet .field');
            const field = [...fields].find((each) => each.textContent === 'As text')?.querySelector('input');
            if (!field) return;
            observer.disconnect();
            field.value = 'random';
            field.dispatchEvent(new Event('input', { bubbles: true }));
            setTimeout(() => resolve(field.value), 300);  // time for whatever the dialog does after it opened
          }).observe(document.body, { childList: true, subtree: true });
          document.querySelectorAll('.seat')[1].click();
        })""")
        assert typed == "random"


def swap_answers(page: Page, kind: str) -> None:
    """From the next load on, the first answer to a request of this kind comes after the second."""
    asked: list[int] = []
    held: list[str | bytes] = []

    def route(socket: Any) -> None:
        server = socket.connect_to_server()

        def forth(text: str) -> None:
            request = json.loads(text)
            if request["type"] == kind:
                asked.append(request["id"])
            server.send(text)

        def back(text: str) -> None:
            if asked and json.loads(text)["id"] == asked[0]:
                held.append(text)
                return
            socket.send(text)
            if json.loads(text)["id"] in asked[1:] and held:
                socket.send(held.pop())

        socket.on_message(forth)
        server.on_message(back)

    page.route_web_socket("**/socket", route)


def test_a_late_answer_does_not_overrule_a_newer_choice(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/play?game=connect_four&seats=human;first") as page:
        swap_answers(page, "check_agent")
        page.reload()
        page.get_by_role("button", name="Seat O").click()
        sheet = page.get_by_role("dialog")
        sheet.get_by_label(re.compile("^Level")).press("End")
        text = sheet.get_by_label("As text")
        expect(text).to_have_value("level(level=10)")
        text.fill("random")
        text.press("Enter")
        expect(page.get_by_role("button", name="Seat O")).to_contain_text("random")
        text.fill("mcts(simulatons=5)")  # its answer comes after the late one
        text.press("Enter")
        expect(sheet.get_by_role("alert")).to_contain_text("simulatons")
        expect(text).to_have_value("mcts(simulatons=5)")
        expect(page.get_by_role("button", name="Seat O")).to_contain_text("random")


def test_an_engine_shows_what_it_thinks_and_what_it_thought(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/play?game=connect_four&seats=human;mcts(seconds=2)") as page:
        move(page, "4").click()
        card = page.locator(".thought")
        expect(card).to_contain_text("mcts thinks")
        expect(card.locator("tbody tr")).to_have_count(7)
        expect(page.locator(".marks .heat")).not_to_have_count(0)
        expect(card).to_contain_text("What mcts thought before")
        expect(card.locator(".line span").first).to_be_visible()
        plies(page, 2)
        expect(page.locator(".marks .heat")).to_have_count(0)
        page.get_by_role("button", name="Undo").click()
        expect(card).to_have_count(0)
