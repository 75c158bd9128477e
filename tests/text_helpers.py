"""A browser that has only DejaVu Sans, the widest of the usual fonts, and the texts that leave their pictures in it."""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_helpers import ARGUMENTS, CHROMIUM, Browser, sync_api

FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir>
<include ignore_missing="yes">/etc/fonts/conf.d</include></fontconfig>"""

# The texts that leave their pictures by more than a pixel of the picture, and the number of all texts.
OUTSIDE = """() => {
  document.querySelectorAll("details").forEach((fold) => { fold.open = true; });
  const outside = [];
  let count = 0;
  for (const svg of document.querySelectorAll("svg")) {
    const room = svg.getBoundingClientRect();
    if (!room.width || svg.parentElement.closest("svg")) continue;
    const pixel = room.width / svg.viewBox.baseVal.width;
    for (const text of svg.querySelectorAll("text")) {
      const box = text.getBoundingClientRect();
      if (!box.width || !text.textContent.trim()) continue;
      count += 1;
      const sides = [room.left - box.left, box.right - room.right, room.top - box.top, box.bottom - room.bottom];
      if (Math.max(...sides) > pixel) outside.push(`${text.textContent}: ${(Math.max(...sides) / pixel).toFixed(1)}`);
    }
  }
  return [count, outside];
}"""


@contextlib.contextmanager
def dejavu_browser(folder: Path) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine (on Debian: apt-get install chromium)")
    if shutil.which("fc-match") is None:
        pytest.skip("no fontconfig on this machine")
    found = subprocess.run(["fc-match", "-f", "%{file}", "DejaVu Sans"], capture_output=True, text=True, check=True)
    if Path(found.stdout).name != "DejaVuSans.ttf":
        pytest.skip("no DejaVu Sans on this machine (on Debian: apt-get install fonts-dejavu)")
    settings = folder / "fonts.conf"
    settings.write_text(FONTS.format(fonts=Path(found.stdout).parent, cache=folder / "cache"), "utf-8")
    environment = {**os.environ, "FONTCONFIG_FILE": str(settings)}
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, env=environment)
        yield browser
        browser.close()


def check_texts(browser: Browser, page: str, least: int, width: int = 1280) -> None:
    """All texts of a page are inside their pictures; there are at least so many."""
    tab = browser.new_page(viewport={"width": width, "height": 900})
    tab.set_content(page)
    tab.wait_for_selector("svg text", state="attached")
    count, outside = tab.evaluate(OUTSIDE)
    tab.close()
    assert not outside, outside
    assert count >= least, count
