"""Tuning: the best numbers are found in spite of noise, within the budget, and confirmed on fresh games."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

from plyground.arena import Store
from plyground.arena.tune import Span, tune
from plyground.cli import main
from plyground.errors import PlygroundError

optuna_is_here = pytest.mark.skipif(
    importlib.util.find_spec("optuna") is None, reason="optuna is not installed (the extra tune)"
)
TEMPLATE = "mcts(simulations={n})"


@optuna_is_here
def test_more_simulations_are_better(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    report = tune(TEMPLATE, "mcts(simulations=12)", "tictactoe", ["n=1:60"], games=400, opening_moves=1, store=path)
    assert report.winner.values["n"] > 20
    assert str(report.winner.agent) == f"mcts(simulations={report.winner.values['n']})"
    assert report.confirmed
    assert sum(candidate.games for candidate in report.candidates) <= 400
    # The finalists played more than the rest, all on the tuning's seed; the confirmation has another one.
    assert report.winner.games == max(candidate.games for candidate in report.candidates) > 10
    with Store(path) as store:
        seeds = {run.seed for run in store.runs()}
        games = sum(run.games for run in store.runs())
    assert len(seeds) == 2
    assert report.confirmation.contest.seed in seeds
    # The same again, from the store alone.
    again = tune(TEMPLATE, "mcts(simulations=12)", "tictactoe", ["n=1:60"], games=400, opening_moves=1, store=path)
    assert again.to_dict() == report.to_dict()
    with Store(path) as store:
        assert sum(run.games for run in store.runs()) == games


@optuna_is_here
def test_equal_agents_are_not_confirmed(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["tune", "random({s})", "--against", "random(99)", "--game", "tictactoe", "--range", "s=1:3"]
    assert main([*command, "--games", "200", "--sprt", "0,60", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["confirmed"] is False
    assert len(report["candidates"]) == 3  # a small range ends the search early
    assert main([*command, "--games", "200", "--sprt", "0,60"]) == 0
    assert "not confirmed on fresh seeds" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c=0.1:3", Span("c", 0.1, 3.0)),
        ("c=1:3.0", Span("c", 1.0, 3.0)),
        ("n=1:20", Span("n", 1.0, 20.0, whole=True)),
        ("c=0.01:10:log", Span("c", 0.01, 10.0, log=True)),
        ("c=-1:1", Span("c", -1.0, 1.0, whole=True)),
    ],
)
def test_ranges(text: str, expected: Span) -> None:
    assert Span.read(text) == expected


@pytest.mark.parametrize("text", ["c", "c=1", "c=a:b", "c=3:1", "c=1:1", "c=nan:1", "c=0:inf", "c=0:1:log", "1=0:2"])
def test_ranges_that_cannot_be(text: str) -> None:
    with pytest.raises(PlygroundError, match="range"):
        Span.read(text)


@pytest.mark.parametrize(
    ("template", "ranges", "sentence"),
    [
        ("mcts", ["n=1:2"], "nothing to tune"),
        (TEMPLATE, [], "{n} has no range"),
        (TEMPLATE, ["n=1:2", "c=1:2"], "the range of c needs one {c}"),
        (TEMPLATE, ["n=1:2", "n=1:3"], "the range of n needs one {n}"),
        (TEMPLATE, ["n=0.5:2"], "simulations must be int"),
        ("mtcs(simulations={n})", ["n=1:2"], "did you mean mcts"),
    ],
)
def test_misuse(template: str, ranges: list[str], sentence: str) -> None:
    with pytest.raises(PlygroundError) as error:
        tune(template, "random", "tictactoe", ranges)
    assert sentence in str(error.value)


def test_without_optuna(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(PlygroundError, match=r"pip install 'plyground\[tune\]'"):
        tune(TEMPLATE, "random", "tictactoe", ["n=1:2"])


def test_a_budget_that_is_too_small() -> None:
    with pytest.raises(PlygroundError, match="at least 40 games, not 39"):
        tune(TEMPLATE, "random", "tictactoe", ["n=1:2"], games=39)
