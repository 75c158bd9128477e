"""How commands print: numbers whole at every width of a terminal, and no zero below zero."""

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import plyground
from plyground.cli import output
from plyground.cli import search as search_command
from plyground.games import parse_game
from plyground.search import Search

HEADINGS = ["run", "agents", "games", "begun"]
ROW = ("1", "mcts(simulations=50, select=ucb1(1.1)) | alpha_beta(depth=6)", "123,456,789", "2026-01-31 12:00")


@pytest.mark.parametrize("columns", [10, 40, 60, 80, 200])
def test_numbers_stay_whole(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    output.write_table(HEADINGS, [ROW, ROW], {"run", "games", "begun"})
    text = re.sub(r"\x1b\[\d*m", "", capsys.readouterr().out)
    assert text.count("123,456,789") == text.count("2026-01-31 12:00") == 2
    assert "…" not in text
    if columns >= 60:
        assert max(map(len, text.splitlines())) <= columns
    text = text.replace("123,456,789", "").replace("2026-01-31 12:00", "")
    assert "".join(ROW[1].split()) in "".join(text.split())


def test_a_pipe_gets_one_line_a_row(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    output.write_table(HEADINGS, [ROW], {"run", "games", "begun"})
    assert ROW[1] in capsys.readouterr().out


def test_no_number_is_minus_zero(capsys: pytest.CaptureFixture[str]) -> None:
    state = parse_game("tictactoe").initial_state()
    result = Search("tictactoe").run(state, 20)
    small = replace(result, value=-1e-9)
    vars(small)["moves"] = [replace(move, value=-1e-9, low=-1e-9, high=-0.0, proven=-0.0) for move in result.moves]
    search_command._write(state, "", small)
    out = capsys.readouterr().out
    assert "+0.0000 to +0.0000" in out
    assert not re.search(r"-0(\.0+)?\b(?!\.)", out)


def test_every_signed_number_is_written_without_minus_zero() -> None:
    """The format option `z` turns minus zero into zero; `+` alone does not."""
    for path in Path(plyground.__file__).parent.rglob("*.py"):
        assert not re.search(r"\{[^{}]*:\+(?!z)[^{}]*\}", path.read_text(encoding="utf-8")), path
