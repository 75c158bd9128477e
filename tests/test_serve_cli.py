"""`plyground serve` as a process: a game file of its own, and a kill that loses nothing."""

import contextlib
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from doc_pages import blocks
from serve_helpers import running

from plyground.cli import main
from plyground.client import connect

PROJECT = Path(__file__).parent.parent


@contextlib.contextmanager
def served(data: Path, *arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server in a process of its own, and its address."""
    command = [sys.executable, "-m", "plyground", "serve", "--no-browser", "--port", "0", "--data", str(data)]
    with subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().rpartition(" ")[2].strip(), process
        finally:
            process.kill()


def test_a_killed_server_loses_no_game_and_serves_a_game_file(tmp_path: Path) -> None:
    file = PROJECT / "examples" / "my_dice_game.py"
    rule = tmp_path / "my_rule.py"
    rule.write_text(
        "import dataclasses, plyground as pg\n@pg.register_select('last')\n@dataclasses.dataclass(frozen=True)\n"
        "class Last(pg.Select):\n    def scores(self, tree, path, children):\n        return list(children)\n"
    )
    with served(tmp_path, str(rule), str(file)) as (address, process), connect(address) as page:
        assert address.endswith("/#/play?game=eleven")
        key = page.session
        page.ask("start_search", game="tictactoe", agent="mcts(select=last)", effort={"simulations": 50})
        assert page.wait("search_ended").reason == "simulations"
        names = [entry.name for entry in page.ask("get_catalogue").games]
        [own] = set(names) - {"connect_four", "ludo", "mnk", "nim", "pig", "tictactoe"}
        table = page.ask("new_game", game=own, seed=1)
        while not table.legal:
            table = page.wait("table")
        table = page.ask("play", table=table.table, move=table.legal[0].action)
        process.send_signal(signal.SIGKILL)
        process.wait(10)
    with served(tmp_path, str(file)) as (address, _), connect(address, session=key) as page:
        [line] = page.ask("list_games").games
        assert (line.game, line.plies >= len(table.moves)) == (own, True)
    with running(tmp_path) as (address, _), connect(address, session=key) as page:
        assert page.ask("list_games").games == []  # without the file: hidden, not lost


def test_bad_options_get_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, words in (
        (["--port", "99999"], "port is a number from 0 to 65535"),
        (["--host", "no.such.host.invalid"], "cannot listen"),
        (["missing.py"], "no file"),
        (["--agent", "nobody"], "unknown agent"),
        (["--allow-origin", "*"], "a scheme and a host"),
        (["--threads", "0"], "threads"),
        (["--data", str(Path(__file__))], "folder"),
    ):
        folder = [] if "--data" in arguments else ["--data", str(tmp_path)]
        port = [] if "--port" in arguments else ["--port", "0"]
        assert main(["serve", "--no-browser", *port, *folder, *arguments])
        assert words in capsys.readouterr().err


def test_the_example_of_the_docs_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (PROJECT / "docs" / "page.md").read_text(encoding="utf-8")
    [code] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    with running(tmp_path) as (address, _):
        exec(code.replace("http://127.0.0.1:8765/", address).replace("50_000", "500"), {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("b2 ")
    assert lines[-1].startswith("500 ")


def test_the_example_in_another_language_runs(tmp_path: Path) -> None:
    node = shutil.which("node")
    options = ["--experimental-websocket"]  # for Node 20
    if node is None or subprocess.run([node, *options, "-e", "WebSocket"], capture_output=True).returncode:
        pytest.skip("Node with WebSocket is not installed")
    [(_, code)] = blocks("scope", "js")
    with running(tmp_path) as (address, _):
        code = code.replace("ws://127.0.0.1:8765/", address.replace("http", "ws")).replace(
            "seconds: 1", "simulations: 500"
        )
        done = subprocess.run([node, *options, "-e", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.startswith("500 [ '"), done.stderr


def test_the_server_tells_what_it_needs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve", "--port", "0"]) == 2
    assert "pip install 'plyground[serve]'" in capsys.readouterr().err
