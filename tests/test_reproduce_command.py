"""`plyground reproduce` ends with the path of its page, and opens the page on a desktop."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plyground.cli import main
from plyground.experiments import EXPERIMENTS, Report

pty = pytest.importorskip("pty", reason="no pseudo-terminals here")


@pytest.mark.parametrize(
    ("terminal", "display", "opens"), [(True, ":0", True), (True, "", False), (False, ":0", False)]
)
def test_the_command_opens_its_page(
    terminal: bool, display: str, opens: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    experiment = EXPERIMENTS["tree_shape"]
    monkeypatch.setattr(type(experiment), "studies", [study for study in experiment.studies if study.name == "printed"])
    monkeypatch.setattr(Report, "html", lambda report: "a page")
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert main(["reproduce", "tree_shape", "--out", str(tmp_path)]) == 0
    page = tmp_path / "report.html"
    assert capsys.readouterr().out.endswith(f"\nThe report: {page}\n")
    assert page.read_text(encoding="utf-8") == "a page"
    assert opened == ([page.as_uri()] if opens else [])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="xdg-open is Linux's")
@pytest.mark.parametrize("display", [":0", ""])
def test_the_opener_of_the_desktop_gets_the_page(display: str, tmp_path: Path) -> None:
    """A real terminal and the system's own search for a browser; only the desktop's two commands are ours."""
    said = tmp_path / "said"
    for name, script in (
        ("xdg-open", f'echo "$1" > {said}.part && mv {said}.part {said}'),
        ("xdg-settings", "exit 1"),  # no preferred browser
    ):
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    code = "import sys, pathlib; from plyground.cli.reproduce import _show; _show(pathlib.Path(sys.argv[1]))"
    kept = {name: value for name, value in os.environ.items() if name not in ("WAYLAND_DISPLAY", "BROWSER")}
    keeper, terminal = pty.openpty()
    try:
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "a page.html")],
            env={**kept, "DISPLAY": display, "PATH": f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin"},
            stdin=terminal, stdout=terminal, check=True,
        )  # fmt: skip
        deadline = time.monotonic() + 20
        while display and not said.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
    finally:
        os.close(terminal)
        os.close(keeper)
    assert said.exists() == bool(display)
    if display:
        assert said.read_text().strip() == (tmp_path / "a page.html").as_uri()
