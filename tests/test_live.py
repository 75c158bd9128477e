"""What a contest under way shows: plain lines through a pipe, a table in a terminal."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

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
    assert re.fullmatch(r"random \S+ ±\S+ Elo \+\d =\d −\d  LLR .*; 4 of 4 games, [\d.]+ games/s, 0:00 left\n", err)


def test_every_form_has_a_standing() -> None:
    names = [row[0] for row in live.standing(progress_of(["random", "first", "random(1)"], "tictactoe"), None)]
    assert sorted(names) == ["first", "random", "random(1)"]
    four = progress_of(["random", "first", "random(1)", "random(2)"], "ludo(rules=thesis)", "seatings")
    shares = [float(row[1].removesuffix(" %")) for row in live.standing(four, ("a", "b", "c", "d"))]
    assert sum(shares) == pytest.approx(100)
    empty = Progress(make_contest("tictactoe", ["random", "first"]), 4, 0, {})
    assert live.standing(empty, None) == [("random", "+0 ±∞ Elo", "+0 =0 −0")]
    nobody = Progress(make_contest("tictactoe", ["random", "first", "random(1)"]), 4, 0, {})
    assert live.standing(nobody, None) == []


def test_time_left() -> None:
    assert [output.clock(seconds) for seconds in (0, 61, 3725)] == ["0:00", "1:01", "1:02:05"]


def test_a_terminal_sees_a_table(tmp_path: Path) -> None:
    """The names hold brackets, which rich would take for its own words."""
    code = (
        "from plyground.cli import live, output, main; live._REFRESH_SECONDS = 0.0;"
        "main(['match', 'random', 'first', '--game', 'nim([3,4,5])', '--games', '40', '--json'])"
    )
    parent, child = pty.openpty()
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=child, text=True) as run:
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
        assert run.stdout.read().startswith("{\n")
    text = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", seen.decode())
    assert re.search(r"random +\S+ ±\S+ Elo", text)
    assert "of 40 games" in text
