"""The progress of a running contest: plain lines through a pipe, a table in a terminal."""

import os
import pty
import re
import subprocess
import sys

import pytest

from plyground.arena import Sprt, Store, make_contest
from plyground.arena.runner import Progress, run_contest
from plyground.arena.workers import Inline
from plyground.cli import live, output


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
    assert [output.clock(seconds) for seconds in (0, 61, 3725)] == ["0:00", "1:01", "1:02:05"]


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
        "from plyground.cli import live, main; live._REFRESH_SECONDS = 0.0;"
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
