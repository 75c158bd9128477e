"""The page in a real browser: Debian's Chromium, driven by Playwright."""

import contextlib
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serve_helpers import running

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install plyground[test]")
Browser, Locator, Page, expect = sync_api.Browser, sync_api.Locator, sync_api.Page, sync_api.expect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 900}}

# A move may be made, or the game is over.
WAITING = """() => document.querySelector('.board .hit')
  || /wins|draw/i.test(document.querySelector('.headline')?.textContent)"""

expect.set_options(timeout=20_000)  # other tests share the cores


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine (on Debian: apt-get install chromium)")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


class Faults:
    """Things that a page did but must not do: errors in the console, requests to other machines."""

    def __init__(self, page: Page, site: str) -> None:
        self.found: list[str] = []
        self.may_fail = False  # while the server is away
        page.on("pageerror", lambda error: self.found.append(f"error: {error}"))
        page.on("console", self._hear)
        page.on("request", lambda request: self._asked(request.url, site))

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning") and not self.may_fail:
            self.found.append(f"{message.type}: {message.text}")

    def _asked(self, url: str, site: str) -> None:
        if not re.match(r"(https?|ws)://", url) or url.split("/")[2] == site.split("/")[2]:
            return
        self.found.append(f"request to {url}")


@contextlib.contextmanager
def opened(browser: Browser, site: str, address: str = "", **options: Any) -> Iterator[Page]:
    """A page in a fresh browser context; faults fail the test."""
    context = browser.new_context(reduced_motion="reduce", **{**DESK, **options})
    page = context.new_page()
    page.faults = faults = Faults(page, site)
    page.goto(site + address)
    yield page
    context.close()
    assert faults.found == []


def move(page: Page, name: str) -> Locator:
    """The place on the board for a move."""
    return page.locator(".board").get_by_role("button", name=re.compile(rf"^Play {re.escape(name)}(,|$)"))


def headline(page: Page) -> Locator:
    return page.locator(".standing .headline")


@contextlib.contextmanager
def site_and_browser(folder: Path) -> Iterator[tuple[str, Browser]]:
    with chromium() as browser, running(folder) as (site, _):
        yield site, browser
