"""Files that users name: every command says in one sentence what cannot be read or written, at once."""

import os
from pathlib import Path

import pytest

from plyground.agents import training_file
from plyground.agents.training import Training
from plyground.agents.training_file import load_training, save_training
from plyground.cli import MISUSED, main
from plyground.errors import PlygroundError
from plyground.files import find_file, place_of, read_file, read_text
from plyground.games import parse_game
from plyground.net.network import KIND, VERSION, load_network
from plyground.net.trained import FOLDER
from plyground.sealed_file import read_sealed, seal
from plyground.search import Search, saved

MATCH = ["match", "random", "random", "--game", "nim", "--games", "2"]
READERS = [
    ["search", "tictactoe", "--load"],
    ["review"],
    ["tournament"],
    ["results"],
    ["play", "tictactoe", "random", "random", "--load"],
]
WRITERS = [
    (["search", "tictactoe", "--simulations", "10", "--save"], ""),
    (["search", "tictactoe", "--simulations", "10", "--tree"], ".svg"),
    (["search", "tictactoe", "--simulations", "10", "--trace"], ".html"),
    ([*MATCH, "--plot"], ".svg"),
    ([*MATCH, "--store"], ""),
    (["train", "q_learning", "--game", "tictactoe", "--episodes", "2", "--out"], ""),
]


def sentence(capsys: pytest.CaptureFixture[str]) -> str:
    """The only line that a command has written."""
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("plyground: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize("name", ["a\0b", "x" * 300, "there/is/nothing", "~nobody_here/x"], ids=ascii)
@pytest.mark.parametrize("command", READERS, ids=" ".join)
def test_a_name_of_no_file_is_refused(command: list[str], name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, name]) == MISUSED
    sentence(capsys)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that never ends")
@pytest.mark.parametrize("command", READERS, ids=" ".join)
def test_only_files_are_read(command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")  # nobody writes to it
    for path in ("/dev/full", str(tmp_path / "pipe"), str(tmp_path)):
        assert main([*command, path]) == MISUSED
        said = sentence(capsys)
        assert path in said
        assert "device or a pipe" in said or "folder" in said


@pytest.mark.parametrize("name", ["a\0b", "x" * 300, "there/is/nothing", "~nobody_here/x"], ids=ascii)
@pytest.mark.parametrize(("command", "suffix"), WRITERS, ids=str)
def test_an_impossible_output_is_refused_before_the_work(
    command: list[str], suffix: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, name + suffix]) == MISUSED
    sentence(capsys)


def test_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "text").write_bytes(b"one\r\ntwo \xc3\xa9\n")
    (tmp_path / "bytes").write_bytes(b"\xff")
    assert read_text("~/text", "a note") == "one\ntwo é\n"
    assert read_file("~/text", 3) == b"one"
    assert find_file(tmp_path / "missing") is None
    assert place_of("~/x") == tmp_path / "x"
    with pytest.raises(PlygroundError, match="bytes is not a note: it is not text"):
        read_text("~/bytes", "a note")


def test_texts_that_are_not_utf_8_under_a_right_seal(tmp_path: Path) -> None:
    training = Training("q_learning", parse_game("tictactoe"), seed=1)
    training.run(5)
    save_training(training, tmp_path / "training")
    search = Search("tictactoe")
    search.run(search.game.initial_state(), 9)
    search.save(tmp_path / "search")
    for path, kind, version, load in (
        (FOLDER / "tictactoe.network", KIND, VERSION, load_network),
        (tmp_path / "training", training_file.KIND, training_file.VERSION, load_training),
        (tmp_path / "search", saved.KIND, saved.VERSION, Search.load),
    ):
        body = read_sealed(path, kind, version)
        place = body.index(b"tictactoe")
        bad = tmp_path / "bad"
        bad.write_bytes(b"".join(seal(kind, version, [body[:place] + b"\xff" + body[place + 1 :]])))
        with pytest.raises(PlygroundError, match="bad "):
            load(bad)
