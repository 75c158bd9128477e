"""The committed page is small, built from its sources, has the boards' colours, and loads nothing from elsewhere."""

import gzip
import json
import re
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
WEB = PROJECT / "web"
STATIC = PROJECT / "src" / "plyground" / "serve" / "static"
MOST_BYTES = 400_000  # compressed, all files together


def test_the_page_is_small() -> None:
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in STATIC.iterdir()}
    assert {"index.html", "app.js", "app.css", "icon.svg", "inter.woff2", "inter.LICENSE"} == set(sizes)
    assert sum(sizes.values()) < MOST_BYTES


def test_the_page_names_no_other_machine() -> None:
    text = "".join((STATIC / name).read_text(encoding="utf-8") for name in ("index.html", "app.js", "app.css"))
    found = {host for host in re.findall(r"(?:https?|wss?):?//([\w.-]+)", text) if host not in ("www.w3.org",)}
    assert found == set()


def test_nothing_is_inline_that_the_policy_forbids() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|style=|<script(?![^>]*src=)| on\w+=", page)


def test_the_colours_are_those_of_the_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(WEB))
    from palette import TARGET, palette_css

    assert TARGET.read_text(encoding="utf-8") == palette_css()
    sys.modules.pop("palette")


def test_versions_are_exact_and_the_lock_names_no_host() -> None:
    package = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    versions = {**package["dependencies"], **package["devDependencies"]}
    assert {name: text for name, text in versions.items() if not re.fullmatch(r"\d+\.\d+\.\d+", text)} == {}
    assert "resolved" not in (WEB / "package-lock.json").read_text(encoding="utf-8")
