"""`--plot FILE` on the commands that play games."""

import json
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plyground.arena.contest import Contest
from plyground.arena.runner import Progress
from plyground.cli import MISUSED, live, main, train, train_network
from plyground.cli.plots import network_chart
from plyground.errors import PlygroundError
from plyground.view import charts

pytestmark = pytest.mark.skipif(not charts.have_plots(), reason="needs the extra plots")

MATCH = ["match", "mcts(simulations=20)", "random", "--game", "tictactoe", "--games", "20", "--workers", "1"]


def titles(path: Path) -> list[str]:
    """The title of a specification and those of the charts in it."""
    spec: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return [" ".join(one["title"]["text"]) for one in (spec, *spec.get("concat", ()))]


def test_a_match_shows_its_score_and_elo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot, store = tmp_path / "match.json", tmp_path / "games.sqlite"
    assert main([*MATCH, "--plot", str(plot), "--store", str(store)]) == 0
    assert f"the chart is in {plot}" in capsys.readouterr().err
    found = titles(plot)
    assert found == [
        "tictactoe: mcts(simulations=20) against random",
        "The score of mcts(simulations=20)",
        "Elo of mcts(simulations=20) above random",
    ]
    again = tmp_path / "run.json"
    assert main(["results", str(store), "1", "--plot", str(again)]) == 0
    assert again.read_text(encoding="utf-8") == plot.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("command", "name", "sentence"),
    [
        (MATCH, "chart.gif", "ends with .svg, .png, .html, .json"),
        (MATCH, "nowhere/chart.svg", "there is no folder"),
        (["train", "q_learning", "--game", "tictactoe"], "chart", "ends with .svg"),
        (["tournament", "league.toml"], "chart.pdf", "ends with .svg"),
        (["tune", "mcts(select=ucb1(c={c}))", "--against", "random", "--game", "tictactoe"], "x.txt", "ends with .svg"),
        (["results", "games.sqlite"], "chart.svg", "--plot draws one run"),
    ],
)
def test_an_impossible_file_is_refused_before_the_first_game(
    command: list[str], name: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "games.sqlite"
    more = ["--store", str(store)] if command is MATCH else []
    assert main([*command, *more, "--plot", str(tmp_path / name)]) == 2
    assert sentence in capsys.readouterr().err
    assert not store.exists()


@pytest.fixture
def ctrl_c(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Ctrl-C is pressed in the first contest (tuning plays several), after its fourth game; a test may change both."""
    show, limits = live.LiveTable.__call__, [1, 4]
    met: list[Contest] = []

    def press(self: live.LiveTable, progress: Progress) -> None:
        show(self, progress)
        if progress.contest not in met:
            met.append(progress.contest)
        if len(met) >= limits[0] and len(progress.records) >= limits[1]:
            raise KeyboardInterrupt

    monkeypatch.setattr(live.LiveTable, "__call__", press)
    return limits


def test_after_an_interrupt_the_games_so_far_are_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ctrl_c: list[int]
) -> None:
    plot, store = tmp_path / "match.json", tmp_path / "games.sqlite"
    assert main([*MATCH, "--plot", str(plot), "--store", str(store)]) == 130
    with sqlite3.connect(store) as games:
        (played,) = games.execute("select count(*) from games").fetchone()
    assert 4 <= played < 20
    assert titles(plot)[0].startswith("tictactoe: mcts")
    err = capsys.readouterr().err
    assert f"the chart is in {plot}" in err
    assert "stopped after" in err


def test_an_interrupted_tournament_is_drawn(tmp_path: Path, ctrl_c: list[int]) -> None:
    league, plot = tmp_path / "league.toml", tmp_path / "league.json"
    league.write_text('game = "tictactoe"\ngames = 40\nagents = ["random", "first", "mcts(simulations=20)"]\n')
    assert main(["tournament", str(league), "--workers", "1", "--plot", str(plot)]) == 130
    assert titles(plot) == ["tictactoe: round robin", "Ratings", "Payoff"]


@pytest.mark.parametrize("tried", [0, 3])
def test_an_interrupted_tuning_shows_what_was_tried(tmp_path: Path, ctrl_c: list[int], tried: int) -> None:
    pytest.importorskip("optuna")
    plot = tmp_path / "tune.json"
    ctrl_c[0] = tried + 1
    command = ["tune", "mcts(simulations={n})", "--against", "random", "--game", "tictactoe", "--range", "n=5:20"]
    assert main([*command, "--games", "400", "--workers", "1", "--plot", str(plot)]) == 130
    if tried == 0:
        assert not plot.exists()
        return
    assert titles(plot)[1:] == ["The score over n"]
    assert "3 candidates" in plot.read_text(encoding="utf-8")
    assert "stopped before the end" in plot.read_text(encoding="utf-8")


def test_an_interrupted_training_shows_its_curve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = train._report

    def press(count: int, step: Callable[[int], None], interrupted: Callable[[], bool]) -> None:
        signal.raise_signal(signal.SIGINT)
        report(count, step, interrupted)

    monkeypatch.setattr(train, "_report", press)
    plot = tmp_path / "curve.json"
    command = ["train", "q_learning", "--game", "tictactoe", "--episodes", "200k"]
    assert main([*command, "--plot", str(plot)]) == 130
    assert titles(plot) == ["q_learning on tictactoe against random"]


def test_an_interrupted_network_is_judged_and_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The training itself is left out: compiling it takes long."""
    pytest.importorskip("jax")
    from plyground.selfplay.training import AlphaZeroTraining

    def press(*_: object) -> None:
        raise KeyboardInterrupt

    def look(watch: train_network._Watch, games: bool) -> None:
        assert not games
        watch.curve.append({"seconds": 30.0, "network": {"all": 0.9}, "search_64": {"all": 0.95}})

    monkeypatch.setattr(AlphaZeroTraining, "run", press)
    monkeypatch.setattr(train_network._Watch, "save", lambda watch: None)
    monkeypatch.setattr(train_network._Watch, "look", look)
    plot, out = tmp_path / "network.json", tmp_path / "x.network"
    command = ["train", "alphazero(network=mlp(8,1))", "--game", "tictactoe", "--out", str(out)]
    assert main([*command, "--plot", str(plot)]) == 130
    assert titles(plot) == ["Right moves on tictactoe"]


def test_the_elo_of_a_network_is_drawn_with_its_interval_and_its_opponents(tmp_path: Path) -> None:
    def point(minutes: int, elo: float) -> dict[str, Any]:
        others = {"mcts(simulations=1000)": 150.0}
        figures = {"above": "mcts(simulations=100)", "value": elo, "low": elo - 77, "high": elo + 77}
        return {"seconds": 60.0 * minutes, "elo": {**figures, "opponents": others}}

    curve = [point(1, -100.0), point(2, 120.0)]
    alone = network_chart("ludo", curve).svg("light")
    assert "Strength on ludo" in alone
    assert "Elo above mcts(simulations=100)" in alone
    assert "120 [43, 197]" in alone
    assert "mcts(simulations=1000), 2 minutes: 150" in alone
    curve[1] |= {"network": {"all": 0.9}, "search_64": {"all": 0.95}}
    plot = tmp_path / "both.json"
    network_chart("tictactoe", curve).save(plot)
    assert titles(plot) == ["alphazero learns tictactoe", "Right moves on tictactoe", "Strength on tictactoe"]
    with pytest.raises(PlygroundError, match="no curve to draw"):
        network_chart("ludo", [{"seconds": 60.0}])


def test_a_tournament_shows_ratings_and_payoff(tmp_path: Path) -> None:
    league, plot = tmp_path / "league.toml", tmp_path / "league.json"
    league.write_text('game = "tictactoe"\ngames = 4\nagents = ["random", "first", "mcts(simulations=20)"]\n')
    assert main(["tournament", str(league), "--plot", str(plot)]) == 0
    assert titles(plot) == ["tictactoe: round robin", "Ratings", "Payoff"]


def test_a_table_of_four_shows_its_seatings(tmp_path: Path) -> None:
    league, plot = tmp_path / "league.toml", tmp_path / "league.json"
    agents = '[agents]\na = "random"\nb = "first"\nc = "random"\nd = "first"\n'
    league.write_text(f'game = "ludo"\ngames = 6\n{agents}')
    assert main(["tournament", str(league), "--plot", str(plot)]) == 0
    assert titles(plot)[0] == "ludo: seatings"


def test_training_shows_its_learning_curve(tmp_path: Path) -> None:
    plot = tmp_path / "curve.json"
    assert main(["train", "q_learning", "--game", "tictactoe", "--episodes", "400", "--plot", str(plot)]) == 0
    assert titles(plot) == ["q_learning on tictactoe against random"]


def test_tuning_shows_the_score_over_each_number(tmp_path: Path) -> None:
    pytest.importorskip("optuna")
    plot = tmp_path / "tune.json"
    agent = "mcts(simulations={n}, select=ucb1(c={c}))"
    command = [
        "tune",
        agent,
        "--against",
        "random",
        "--game",
        "tictactoe",
        "--range",
        "c=0.1:3:log",
        "--range",
        "n=5:20",
    ]
    assert main([*command, "--games", "60", "--plot", str(plot)]) == 0
    assert titles(plot)[1:] == ["The score over c", "The score over n"]


def test_a_limit_that_would_end_the_drawing_library_is_said_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It reserves 66 GB of addresses, and ends the process if it cannot."""
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda what: (3_000_000_000, 3_000_000_000))
    command = ["match", "random", "random", "--game", "nim", "--games", "2", "--plot"]
    assert main([*command, str(tmp_path / "chart.png")]) == MISUSED
    assert "(ulimit -v) allows 3 GB: raise the limit, or save the chart as .json" in capsys.readouterr().err
    assert main([*command, str(tmp_path / "chart.json")]) == 0
    assert (tmp_path / "chart.json").exists()
