"""Counts and durations as people write them: on the command line and in text forms."""

import json
import re

import pytest

from plyground.agents import parse_agent
from plyground.cli import main
from plyground.errors import PlygroundError
from plyground.quantities import read_count, read_duration


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1000", 1000),
        ("1_000", 1000),
        ("1e3", 1000),
        ("1.5e3", 1500),
        ("10k", 10_000),
        ("2.5K", 2500),
        ("2M", 2_000_000),
        (" 7 ", 7),
        ("+7", 7),
        ("9007199254740993", 2**53 + 1),  # no float on the way
    ],
)
def test_counts(text: str, number: int) -> None:
    assert read_count(text) == number


@pytest.mark.parametrize("text", ["", "k", "ten", "1e", "0x10", "1 000", "1,000", "10G", "nan", "inf", "1e999", "²"])
def test_no_counts(text: str) -> None:
    with pytest.raises(PlygroundError, match="a count must be a number such as 1000, 1e3, 10k or 2M, not"):
        read_count(text)


@pytest.mark.parametrize("text", ["0", "-5", "1.5", "1e-3", "-1k"])
def test_counts_out_of_range(text: str) -> None:
    with pytest.raises(PlygroundError, match=re.escape(f"a count must be a whole number of at least 1, not {text}")):
        read_count(text)
    with pytest.raises(PlygroundError, match="from 2 to 5"):
        read_count("6", low=2, high=5)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("2s", 2.0), ("500ms", 0.5), ("1m", 60.0), ("2", 2.0), ("1.5 s", 1.5), (".5", 0.5), ("1h", 3600.0)],
)
def test_durations(text: str, seconds: float) -> None:
    assert read_duration(text) == pytest.approx(seconds)


@pytest.mark.parametrize("text", ["", "s", "2 days", "-1s", "0", "0s", "1e3", "1s2", "nan", "∞", "9" * 400])
def test_no_durations(text: str) -> None:
    with pytest.raises(PlygroundError, match="a duration must be a duration above zero such as 2s, 500ms"):
        read_duration(text)


@pytest.mark.parametrize("text", ["200", "2e2", "0.2k", "2_00"])
def test_a_command_takes_every_form(capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert main(["search", "tictactoe", "--simulations", text, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["simulations"] == 200


@pytest.mark.parametrize(
    "arguments",
    [
        ["search", "nim", "--simulations"],
        ["search", "nim", "--nodes"],
        ["match", "first", "random", "--game", "nim", "--games"],
        ["match", "first", "random", "--game", "nim", "--workers"],
        ["tune", "mcts(simulations={n})", "--against", "random", "--game", "nim", "--games"],
        ["tournament", "league.toml", "--workers"],
        ["reproduce", "--workers"],
        ["check", "nim", "--games"],
    ],
)
def test_zero_and_less_get_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    for text in ("0", "-5"):
        assert main([*arguments, text]) == 2
        said = capsys.readouterr().err
        assert said == f"plyground: {arguments[-1]} must be a whole number of at least 1, not {text}\n"


@pytest.mark.parametrize(
    ("arguments", "option"),
    [(["search", "nim", "--time", "-1s"], "--time"), (["bench", "--seconds", "-1"], "--seconds")],
)
def test_a_negative_time_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], option: str
) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"plyground: {option} must be a duration above zero such as 2s, 500ms, 1m or 2, not '-1")


def test_text_forms_take_the_same_counts() -> None:
    for text in ("1e3", "1_000", "1k"):
        assert str(parse_agent(f"mcts(simulations={text})")) == "mcts(simulations=1000)"
    with pytest.raises(PlygroundError, match="simulations must be"):
        parse_agent("mcts(simulations=1.5)")
