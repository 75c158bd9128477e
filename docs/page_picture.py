"""Draw docs/page.png: the page while it watches a search. Needs Chromium and playwright (extra test).

python docs/page_picture.py
"""

import shutil
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from plyground.serve.run import ServeOptions, listen, make_server, web_server

TARGET = Path(__file__).parent / "page.png"
ADDRESS = "#/watch?game=connect_four&moves=4 4 3 5 5 3&budget=30k&pace=2000"
SIZE = {"width": 1280, "height": 960}
SIMULATIONS = 4_000  # the picture shows at least this many


def take(site: str) -> None:
    """Open the page, wait until the search has grown its tree, and take the picture."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
        page.goto(site + ADDRESS)
        page.wait_for_function(
            "least => Number(document.querySelector('.figures dd')?.textContent.replaceAll(',', '')) > least",
            arg=SIMULATIONS,
        )
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("button", name="Resume").wait_for()
        page.wait_for_timeout(1_000)  # until all nodes are in their places
        page.screenshot(path=TARGET)
        browser.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        listener = listen("127.0.0.1", 0)
        runner = web_server(make_server(ServeOptions(data=Path(folder))))
        thread = threading.Thread(target=runner.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not runner.started:
            time.sleep(0.01)
        take(f"http://127.0.0.1:{listener.getsockname()[1]}/")
        runner.should_exit = True
        thread.join(10)


if __name__ == "__main__":
    main()
