"""The page inside another page: the example of docs/page.md, in a browser."""

import contextlib
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from page_helpers import chromium, expect
from serve_helpers import running


class Course(SimpleHTTPRequestHandler):
    """Serves one folder without a line for each request."""

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@contextlib.contextmanager
def course_page(folder: Path) -> Iterator[str]:
    """The address of a web server of another origin, which serves this folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Course, directory=str(folder))) as course:
        threading.Thread(target=course.serve_forever, daemon=True).start()
        yield f"http://localhost:{course.server_port}"
        course.shutdown()


@pytest.mark.parametrize("is_named", [True, False])
def test_the_page_inside_another_page_as_the_docs_show_it(tmp_path: Path, is_named: bool) -> None:
    docs = (Path(__file__).parent.parent / "docs" / "page.md").read_text("utf-8")
    [example] = re.findall(r"```html\n(.*?)```", docs, re.DOTALL)
    with (
        chromium() as browser,
        course_page(tmp_path) as course,
        running(tmp_path / "data", origins=(course,) if is_named else ()) as (site, _),
    ):
        example = example.replace("127.0.0.1:8765", site.split("/")[2])
        (tmp_path / "course.html").write_text(f"<!doctype html><title>Course</title>{example}", "utf-8")
        page = browser.new_page()
        told: list[str] = []
        page.on("console", lambda message: told.append(message.text))
        page.goto(f"{course}/course.html")
        if is_named:
            expect(page.locator("#best")).to_have_text(re.compile("^[abc][123]$"))
            expect(page.frame_locator("iframe").locator(".moves tbody tr")).to_have_count(7)
        else:
            page.wait_for_function("() => socket.readyState === WebSocket.CLOSED")
            expect(page.frame_locator("iframe").locator(".moves")).to_have_count(0)
            assert any("frame-ancestors" in text for text in told)
        page.close()
