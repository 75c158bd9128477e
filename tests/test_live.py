"""The progress of a running contest: plain lines through a pipe, a table in a terminal."""

import os
import pty
import re
import subprocess
import sys

import pytest

from plyground.arena import Sprt, Store, live, make_contest
from plyground.arena.runner import Progress, run_contest
from plyground.arena.workers import Inline
from plyground.quantities import clock


def progress_of(agents: list[str], game: str, form: str = "round_robin", sprt: Sprt | None = None) -> Progress:
    with Store() as store:
        return run_contest(make_contest(game, agents, form=form), 4, store, Inline(), sprt=sprt)


def test_a_pipe_gets_plain_lines(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "_LINE_SECONDS", 0.0)
    with live.LiveTable() as table:
        table(progress_of(["random", "first"], "tictactoe", sprt=Sprt(0, 5)))
    err = capsys.readouterr().err
    assert re.fullmatch(
        r"random \S+ \[\S+ \S+\] Elo \+\d =\d −\d  LLR .*; 4 of 4 games, [\d.]+ games/s, 0:00 left\n", err
    )


def test_every_form_has_a_standing() -> None:
    names = [row[0] for row in live.standing(progress_of(["random", "first", "random(1)"], "tictactoe"), None)]
    assert sorted(names) == ["first", "random", "random(1)"]
    four = progress_of(["random", "first", "random(1)", "random(2)"], "ludo(rules=thesis)", "seatings")
    shares = [float(row[1].removesuffix(" %")) for row in live.standing(four, ("a", "b", "c", "d"))]
    assert sum(shares) == pytest.approx(100)


def test_time_left() -> None:
    assert [clock(seconds) for seconds in (0, 61, 3725)] == ["0:00", "1:01", "1:02:05"]


def in_a_terminal(code: str) -> tuple[str, str]:
    """The output of a program: its stdout, a pipe, and its stderr, a terminal of 60 columns, without colours."""
    parent, child = pty.openpty()
    environment = {**os.environ, "COLUMNS": "60", "TERM": "xterm"}
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=child, text=True, env=environment) as run:
        os.close(child)
        seen = b""
        try:
            while part := os.read(parent, 4096):
                seen += part
        except OSError:  # the end of a terminal
            pass
        os.close(parent)
        assert run.wait(60) == 0
        assert run.stdout is not None
        return run.stdout.read(), re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", seen.decode())


def test_a_terminal_sees_a_table() -> None:
    """The names hold brackets, which rich would take for markup."""
    out, text = in_a_terminal(
        "from plyground.arena import live; from plyground.cli import main; live._REFRESH_SECONDS = 0.0;"
        "main(['match', 'random', 'first', '--game', 'nim([3,4,5])', '--games', '40', '--json'])"
    )
    assert out.startswith("{\n")
    assert re.search(r"random +\S+ \[\S+ \S+\] Elo", text)
    assert "of 40 games" in text


def test_a_terminal_sees_one_status_line() -> None:
    """Cut to the width, with brackets as they are; through a pipe there is none."""
    code = (
        "import time; from plyground.cli.output import status_line\n"
        "with status_line(lambda: 'mcts [red] ' + 200 * 'x'): time.sleep(0.3)"
    )
    _, text = in_a_terminal(code)
    assert "mcts [red] xxx" in text
    assert max(map(len, re.split(r"[\r\n]+", text))) == 60
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stderr == b""


def test_a_library_call_shows_its_progress_in_a_terminal_alone() -> None:
    code = """
import plyground as pg
from plyground.arena import live
live._REFRESH_SECONDS = 0.0
report = pg.match("random", "first", "tictactoe", games=4, workers=1)
print(report.tally.games)
"""
    out, err = in_a_terminal(code)
    assert out == "4\n"
    assert "of 4 games" in err
    quiet = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (quiet.stdout, quiet.stderr) == ("4\n", "")


def test_a_notebook_gets_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    class Handle:
        def update(self, content: dict[str, str], raw: bool) -> None:
            shown.append(content["text/plain"])

    def display(content: dict[str, str], raw: bool, display_id: bool) -> Handle:
        shown.append(content["text/plain"])
        return Handle()

    progress = progress_of(["random", "first"], "tictactoe")
    line = live.NotebookLine(display)
    line(progress)
    line.close()
    assert shown == []  # a short contest shows nothing
    line.shown -= 2.0
    line(progress)
    line.close()
    assert len(shown) == 2
    assert shown[0].startswith("4 of 4 games")
    assert shown[1] == "played in 0:00"
