"""Games in a terminal: colour, Ctrl-C, and commands after the end."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from plyground.games import parse_game
from plyground.view.terminal_boards import paint

# Makes the terminal the controlling one, so that Ctrl-C reaches the program, even if the tests run in the background.
IN_TERMINAL = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.close(os.open(os.ttyname(0), os.O_RDWR))
os.execv(sys.executable, [sys.executable, "-m", "plyground", *sys.argv[1:]])
"""
PATIENCE = 60.0  # seconds until a program that does not answer counts as hanging


class Terminal:
    """A program in a terminal of its own: type, and wait for a text."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self.parent, child = pty.openpty()
        self.run = subprocess.Popen(
            [sys.executable, "-c", IN_TERMINAL, *arguments],
            stdin=child,
            stdout=child,
            stderr=child,
            cwd=folder,
            env={**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, "TERM": "xterm", **environment},
            start_new_session=True,
        )
        os.close(child)
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """What was printed up to this text, since the last wait."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < end, f"no {text!r} in {self.seen!r}"
            if select.select([self.parent], [], [], 1.0)[0]:
                self.seen += os.read(self.parent, 4096).decode()
        found, _, self.seen = self.seen.partition(text)
        return found

    def type(self, text: str) -> None:
        os.write(self.parent, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C at a prompt, but not at once: Python loses one that comes while the prompt is being printed."""
        time.sleep(1.0)
        self.type("\x03")


@contextmanager
def terminal(folder: Path, *arguments: str, **environment: str) -> Iterator[Terminal]:
    session = Terminal(folder, *arguments, **environment)
    try:
        yield session
    finally:
        session.run.kill()
        session.run.wait(PATIENCE)
        os.close(session.parent)


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", text)


def test_a_game_in_colour_with_what_may_follow_its_end(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "tictactoe", "human", "first") as table:
        for move in ("a3", "b3"):
            table.wait_for("to move (? for help")
            table.type(f"{move}\n")
        table.wait_for("moves: c1")
        table.type("c3\n")
        table.wait_for("X (human): c3")
        board = table.wait_for("X (human) wins.")
        assert board.count("\x1b[1;7;32mX") == 3  # the winning line
        assert "\x1b[1;94mO" in board
        table.wait_for("Enter to leave: ")
        table.type("a1\nreview\n")
        table.wait_for("the game is over; you can type")
        assert "?? a draw becomes a loss" in plain(table.wait_for("O (first): 1 blunder"))
        table.type("save won.txt\n")
        table.wait_for("to continue: plyground play won.txt")
        table.type("undo\n")
        table.wait_for("took back 1 move")
        table.wait_for("to move (? for help")
        table.type("c3\n")
        table.wait_for("Enter to leave: ")
        table.type("\n")
        assert table.run.wait(PATIENCE) == 0
    lines = (tmp_path / "won.txt").read_text().splitlines()
    assert lines == [
        "game: tictactoe",
        "player: human",
        "player: first",
        "result: X (human) wins.",
        *["a3", "a1", "b3", "b1", "c3"],
    ]


def test_ctrl_c_offers_to_save(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "tictactoe", "human", "first") as table:
        table.wait_for("to move (? for help")
        table.type("b2\n")
        table.wait_for("moves: b1")
        table.wait_for("to move (? for help")
        table.interrupt()
        table.wait_for("save the game? FILE, or Enter to leave: ")
        table.type("nowhere/game.txt\n")
        table.wait_for("cannot write nowhere/game.txt")
        table.wait_for("save the game?")
        table.type("game.txt\n")
        table.wait_for("saved 2 moves to game.txt")
        assert table.run.wait(PATIENCE) == 130
    assert (tmp_path / "game.txt").read_text().endswith("b2\na1\n")


@pytest.mark.parametrize("leave", ["ctrl-c", "quit\n", "\x04"], ids=["ctrl-c", "quit", "ctrl-d"])
@pytest.mark.parametrize(
    ("answers", "files"),
    [
        (["n\n"], []),
        (["No\n"], []),
        (["\n"], []),
        (["y\n", "game.txt\n"], ["game.txt"]),
        (["yes\n", "\n"], []),
        (["save game.txt\n"], ["game.txt"]),
        (["./n\n"], ["n"]),
    ],
    ids=["n", "No", "Enter", "y and a file", "yes and Enter", "save a file", "a file called n"],
)
def test_who_leaves_may_say_yes_or_no(tmp_path: Path, leave: str, answers: list[str], files: list[str]) -> None:
    if leave != "ctrl-c" and answers[0] not in ("n\n", "y\n"):
        return  # the same question
    with terminal(tmp_path, "play", "tictactoe", "human", "first") as table:
        table.wait_for("to move (? for help")
        table.type("b2\n")
        table.wait_for("moves: b1")
        table.wait_for("to move (? for help")
        if leave == "ctrl-c":
            table.interrupt()
        else:
            table.type(leave)
        for question, answer in zip(
            ("save the game? FILE, or Enter to leave: ", "to which file? "), answers, strict=False
        ):
            table.wait_for(question)
            table.type(answer)
        assert table.run.wait(PATIENCE) == (130 if leave == "ctrl-c" else 0)
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == files


def test_ctrl_c_while_an_agent_thinks(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "connect_four", "human", "mcts(seconds=600)") as table:
        table.wait_for("to move (? for help")
        table.type("4\n")
        table.wait_for("is thinking")
        table.interrupt()
        table.wait_for("save the game?")
        table.interrupt()
        assert table.run.wait(PATIENCE) == 130


def test_ctrl_c_before_the_first_move_just_leaves(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "tictactoe") as table:
        table.wait_for("to move (? for help")
        table.interrupt()
        assert "save" not in table.wait_for("plyground: stopped")
        assert table.run.wait(PATIENCE) == 130


def test_no_color_is_honoured(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "tictactoe", "human", "first", NO_COLOR="1") as table:
        table.wait_for("to move (? for help")
        table.type("b2\n")
        board = table.wait_for("moves: b1")
        assert not re.search(r"\x1b\[[\d;]*3\dm", board)
        assert "\x1b[1;7mO" in board  # the last move, without a colour


@pytest.mark.parametrize(
    ("game", "before", "after", "marked"),
    [
        ("tictactoe", "b2", "b2 a1", "O"),
        ("connect_four", "44", "444", "X"),
        ("connect_four(rows=2, cols=19)", "9", "9 19", "O"),
        ("mnk(19,19,5)", "a1", "a1 s19", "O"),
        ("nim", "", "a1", "2"),
        ("pig", "roll", "roll 6", "6"),
    ],
)
def test_the_last_move_is_marked(game: str, before: str, after: str, marked: str) -> None:
    rules = parse_game(game)
    text = paint(rules.position(after), rules.position(before))
    assert str(text) == str(rules.position(after))
    spans = [text.plain[span.start : span.end] for span in text.spans if span.style == "reverse"]
    assert spans == [marked]


def test_ludo_marks_the_board_alone() -> None:
    rules = parse_game("ludo(players=2)")
    text = paint(rules.position("6 enter"), rules.position("6"))
    marked = [(span.start, text.plain[span.start]) for span in text.spans if span.style == "reverse"]
    assert {token for _, token in marked} == {"R", "_"}  # the start square, and the place in the yard
    assert all(place < text.plain.index("\n\n") for place, _ in marked)
    assert "bold green" in {span.style for span in text.spans}


def test_every_cell_of_a_winning_line_is_marked() -> None:
    text = paint(parse_game("connect_four").position("1212121"))
    spans = [text.plain[span.start : span.end] for span in text.spans if span.style == "bold reverse green"]
    assert spans == ["X"] * 4
