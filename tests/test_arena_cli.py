"""Matches and tournaments on the command line."""

import json
from pathlib import Path

import arena_agents  # noqa: F401  # registers the agent "failing"
import pytest

from plyground.arena import make_contest
from plyground.arena.play import play
from plyground.cli import main
from plyground.errors import PlygroundError


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize(("option", "noun"), [("--games", "games"), ("--workers", "workers")])
def test_impossible_numbers_make_no_store(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str, noun: str
) -> None:
    path = tmp_path / "games.sqlite"
    code, _, err = run(capsys, "match", "random", "first", "--game", "tictactoe", "--store", str(path), option, "0")
    assert (code, path.exists()) == (2, False)
    assert f"{option} must be a whole number of at least 1, not 0" in err
    with pytest.raises(PlygroundError, match=f"number of {noun}"):
        play(make_contest("tictactoe", ["random", "first"]), **{"games": 2, noun: 0}, store=path)
    assert not path.exists()


def test_match_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["match", "mcts(simulations=30)", "random", "--game", "tictactoe", "--games", "2000", "--sprt", "0,50"]
    code, out, err = run(capsys, *command, "--json")
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert document["sprt"]["verdict"] == "H1"
    assert document["games"] < 2000
    code, out, _ = run(capsys, *command)
    assert "SPRT 0 against 50 Elo: H1 accepted" in out
    assert "\x1b" not in out


def test_forfeits_are_told_beside_json(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["match", "failing", "random", "--game", "tictactoe", "--games", "2", "--workers", "1", "--json"]
    code, out, err = run(capsys, *command)
    assert (code, json.loads(out)["losses"]) == (0, 2)
    assert "2 games forfeited by failing: it raised RuntimeError: no idea" in err


def test_a_tournament_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    league = tmp_path / "league.toml"
    league.write_text(
        'game = "tictactoe"\ngames = 4\nform = "gauntlet"\nseed = 2\n'
        '[agents]\nstrong = "mcts(simulations=30)"\nr = "random"\nf = "first"\n'
    )
    code, out, _ = run(capsys, "tournament", str(league), "--json")
    report = json.loads(out)
    assert (code, report["games"], report["form"]) == (0, 8, "gauntlet")
    assert list(report["ratings"]["players"]) == ["strong", "r", "f"]
    code, out, _ = run(capsys, "tournament", str(league))
    assert "where the row moves first" in out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('game = "tictactoe"', "lacks agents"),
        ('game = "tictactoe"\nagents = ["random", 3]', "every agent is a text"),
        ('game = "tictactoe"\nagents = ["random"]', "at least two agents"),
        ('game = "tictactoe"\nagents = ["random", "first"]\ngame_count = 3', "unknown key 'game_count'"),
        ('game = "tictactoe"\nagents = ["random", "first"]\ngames = "many"', "games cannot be 'many'"),
        ('game = "tictactoe"\nagents = ["random", "first"]\ngames = 0', "at least 1"),
        ('game = "tictactoe"\nagents = ["random", "first"]\nform = "cup"', "form must be one of"),
        ("game =", "is not a TOML file"),
        (None, "there is no file"),
    ],
)
def test_leagues_that_cannot_be(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str | None, sentence: str
) -> None:
    league = tmp_path / "league.toml"
    if text is not None:
        league.write_text(text)
    code, out, err = run(capsys, "tournament", str(league))
    assert (code, out) == (2, "")
    assert sentence in err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["match", "random", "first"], "which game?"),
        (["match", "random", "--game", "tictactoe"], "B"),
        (["match", "random", "first", "--game", "tictactoe", "--sprt", "20"], "--sprt takes two"),
        (["match", "random", "first", "--game", "tictactoe", "--sprt", "20,0"], "elo0 < elo1"),
        (["match", "random", "first", "--game", "tictactoe", "--games", "0"], "at least 1, not 0"),
        (["match", "random", "first", "--game", "tictactoe", "--workers", "0"], "at least 1, not 0"),
        (["match", "random", "human", "--game", "tictactoe"], "people cannot play"),
        (["tune", "random", "--game", "tictactoe"], "which opponent?"),
    ],
)
def test_misuse_is_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
