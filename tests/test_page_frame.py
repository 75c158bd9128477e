"""The frame of the page, in a browser: races, lessons, a lost server, phones, dark colours, accessibility."""

import contextlib
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from page_helpers import PHONE, WAITING, Browser, Page, expect, headline, move, opened, site_and_browser

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")

ADDRESSES = {
    "play": "#/play?game=connect_four&moves=4 4&seats=human;human",
    "ludo": "#/play?game=ludo(players=4)&seats=human;human;human;human",
    "watch": "#/watch?game=connect_four&moves=4 4&budget=100",
    "step": "#/step?game=tictactoe&moves=b2",
    "compare": "#/compare?game=tictactoe&budget=60",
    "race": "#/race",
    "learn": "#/learn",
}
# Elements that show that a view is complete.
READY = {
    "watch": ".tree .node",
    "step": ".walk .row button:enabled",  # a button that becomes enabled while axe looks has neither colour
    "compare": ".verdict",
    "race": ".entrants",
    "learn": ".learn iframe",
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Browser]]:
    with site_and_browser(tmp_path_factory.mktemp("data")) as found:
        yield found


def violations(page: Page) -> list[str]:
    found = axe.Axe().run(page, options={"iframes": False}).response["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['html']}" for fault in found]


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("view", ADDRESSES)
def test_axe_finds_nothing(place: tuple[str, Browser], view: str, colours: str) -> None:
    site, browser = place
    size = PHONE if colours == "dark" else {}
    with opened(browser, site, ADDRESSES[view], color_scheme=colours, **size) as page:
        expect(page.locator(READY.get(view, ".board .hit")).first).to_be_visible()
        found = violations(page)
        if found:  # a search that runs changes its buttons: axe may see one between two colours
            page.wait_for_timeout(500)
            found = violations(page)
        assert found == []
        width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1]  # nothing sticks out


def test_a_game_by_touch_on_a_phone(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/play?game=pig(target=6)&seats=human;first", **PHONE) as page:
        for _ in range(60):
            page.wait_for_function(WAITING)
            if not page.locator(".chips button").count():
                break
            plies = page.locator(".plies li").count()
            page.locator(".chips button").last.tap()
            page.wait_for_function("plies => document.querySelectorAll('.plies li').length > plies", arg=plies)
        expect(headline(page)).to_contain_text("wins")
        tabs = page.locator(".tabs")
        assert tabs.bounding_box()["y"] > 700  # at the thumb


def test_the_switch_of_colours_is_remembered(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, color_scheme="light") as page:
        background = "getComputedStyle(document.body).backgroundColor"
        light = page.evaluate(background)
        page.get_by_role("button", name="Dark colours").click()
        page.reload()
        expect(page.get_by_role("button", name="Light colours")).to_be_visible()
        assert page.evaluate(background) != light


def test_a_match_is_raced_and_replayed(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/play?game=tictactoe&seats=human;human") as page:
        expect(move(page, "b2")).to_be_attached()
        page.goto(site + "#/race?agents=mcts(simulations=20);random&games=30")
        page.get_by_label("Stop as soon as").uncheck()
        page.get_by_role("button", name="Start the match").click()
        expect(page.get_by_text("ended")).to_be_visible(timeout=60_000)
        expect(page.locator(".elo li")).to_have_count(1)
        expect(page.locator(".elo li").first.get_by_role("img")).to_have_attribute("aria-label", re.compile("Elo"))
        page.locator(".latest button").first.click()
        dialog = page.get_by_role("dialog")
        expect(dialog.locator(".tiny")).to_be_visible()
        dialog.get_by_role("slider").fill("0")
        expect(dialog.get_by_text(re.compile("move 0 of"))).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


def test_lessons_are_inside_the_frame(place: tuple[str, Browser]) -> None:
    site, browser = place
    with opened(browser, site, "#/learn") as page:
        frame = page.frame_locator("iframe")
        expect(frame.locator("body")).to_contain_text("simulation")
        expect(page.get_by_role("navigation", name="Views")).to_be_visible()


def test_a_finished_game_is_reviewed(place: tuple[str, Browser]) -> None:
    site, browser = place
    moves = "a1 a2 b1 b2"  # a2 loses: O must take the middle
    with opened(browser, site, f"#/play?game=tictactoe&moves={moves}&seats=human;human") as page:
        move(page, "c1").click()
        expect(headline(page)).to_contain_text("wins")
        page.get_by_role("button", name="Review the game").click()
        expect(page.locator(".blunders li")).to_have_count(1)
        page.locator(".blunders button").click()
        expect(page.locator(".plies [aria-current]")).to_contain_text("a2??")
        expect(page.locator(".curve .line")).to_have_attribute("d", re.compile("M"))


def start_server(port: int, data: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "plyground", "serve", "--no-browser", "--port", str(port), "--data", str(data)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    assert server.stdout is not None
    assert "http" in server.stdout.readline()
    return server


def stop(server: subprocess.Popen[str]) -> None:
    server.kill()
    server.communicate()


@contextlib.contextmanager
def mortal_server(data: Path) -> Iterator[tuple[str, Callable[[Page], None]]]:
    """The address of a server in its own process, and a function that kills and restarts it behind an open page."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    servers = [start_server(port, data)]

    def die_and_come_back(page: Page) -> None:
        page.faults.may_fail = True
        stop(servers.pop())
        expect(page.locator(".banner")).to_be_visible()
        servers.append(start_server(port, data))
        expect(page.locator(".banner")).to_have_count(0)
        page.faults.may_fail = False

    try:
        yield f"http://127.0.0.1:{port}/", die_and_come_back
    finally:
        for server in servers:
            stop(server)


def test_a_game_goes_on_after_the_server_was_killed(place: tuple[str, Browser], tmp_path: Path) -> None:
    with mortal_server(tmp_path) as (site, restart), opened(place[1], site, ADDRESSES["play"]) as page:
        expect(move(page, "3")).to_be_attached()
        page.keyboard.press("3")
        expect(page.locator(".plies li")).to_have_count(4)
        restart(page)
        page.keyboard.press("5")
        expect(page.locator(".plies li")).to_have_count(5)
        expect(page.locator(".plies li").last).to_contain_text("5")


def test_a_search_and_a_walk_start_again_after_the_server_was_killed(
    place: tuple[str, Browser], tmp_path: Path
) -> None:
    with mortal_server(tmp_path) as (site, restart), opened(place[1], site, ADDRESSES["watch"]) as page:
        expect(page.get_by_text("All simulations were made.")).to_be_visible()
        restart(page)
        expect(page.get_by_text("The server was started again, and this search with it.")).to_be_visible()
        expect(page.locator(".figures dd").first).to_have_text("100")
        page.goto(site + ADDRESSES["step"])
        page.get_by_role("slider", name="Simulation").fill("7")
        expect(page.locator(".headline")).to_have_text("Simulation 7")
        restart(page)
        page.get_by_role("button", name="Next simulation").click()
        expect(page.locator(".headline")).to_have_text("Simulation 8")
        expect(page.get_by_role("alert")).to_have_count(0)
