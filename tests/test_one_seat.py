"""Games of one seat in the arena: each agent plays alone, on the same seeds, and differences are paired."""

import json
import math
import sys
from pathlib import Path

import pytest
from search_helpers import EXAMPLES

import plyground as pg
from plyground.arena import Store, make_contest
from plyground.arena.live import standing
from plyground.arena.runner import run_contest
from plyground.arena.workers import Inline
from plyground.cli import main
from plyground.games import CHANCE, Game
from plyground.rng import Rng
from plyground.statistics import estimates
from plyground.statistics.returns import Returns

sys.path.insert(0, str(EXAMPLES))
from my_solitaire import Digits

sys.path.remove(str(EXAMPLES))
FILE = str(EXAMPLES / "my_solitaire.py")


def dice_of(game: Game, moves: list[int]) -> list[int]:
    return [move for (player, _), move in zip(game.name_moves(moves), moves, strict=True) if player == CHANCE]


def test_all_agents_throw_the_same_dice_on_a_seed() -> None:
    report = pg.match("random", "first", Digits(), games=40, workers=1)
    records = {record.number: record for record in report.records}
    for seed in range(20):
        one, other = records[2 * seed], records[2 * seed + 1]
        assert (one.seats, other.seats) == ((0,), (1,))
        assert one.seed == other.seed
        dice = [dice_of(Digits(), list(map(int, record.moves.split()))) for record in (one, other)]
        assert dice[0] == dice[1]


def test_the_difference_is_the_mean_of_the_paired_differences() -> None:
    report = pg.match("random", "first", Digits(), games=61, workers=1)  # the last seed has one game
    got = {record.number: record.returns[0] for record in report.records}
    gaps = [got[n] - got[n + 1] for n in range(0, 60, 2)]
    assert report.returns is not None
    assert report.returns.difference("random", "first") == estimates.mean(gaps, -1.0, 1.0)
    assert report.returns.mean("random") == estimates.mean([got[n] for n in range(0, 61, 2)], 0.0, 1.0)
    tally = report.returns.tally("random", "first")
    assert tally.counts == (sum(g > 0 for g in gaps), sum(g == 0 for g in gaps), sum(g < 0 for g in gaps))
    assert report.tally == tally


def test_an_agent_is_as_good_as_itself_on_every_seed() -> None:
    """Alone, all agents draw from the same seed: equal agents play equal games."""
    report = pg.match("mcts(simulations=20)", "mcts(simulations=20)", Digits(), games=20, workers=1)
    assert report.returns is not None
    assert set(report.returns.differences(*report.names)) == {0.0}
    assert report.returns.better(*report.names) is None


def test_a_random_player_gets_what_it_must() -> None:
    """A digit in the only place: 0.45 on average, whoever plays."""
    report = pg.match("random", "first", Digits(places=1), games=800, seed=3, workers=1)
    assert report.returns is not None
    mean = report.returns.mean("random")
    assert mean.low <= 0.45 <= mean.high
    assert mean.high - mean.low < 0.07


def test_the_interval_covers_as_often_as_it_says() -> None:
    """95 % of 600 intervals of a mean difference of 0, less four standard deviations of that share."""
    runs, covered = 600, 0
    for run in range(runs):
        rng = Rng(7, run)
        luck = [rng.uniform() for _ in range(25)]
        values = {name: {seed: luck[seed] + 0.3 * rng.uniform() for seed in range(25)} for name in ("a", "b")}
        found = Returns(values, 0.0, 1.3).difference("a", "b")
        covered += found.low <= 0.0 <= found.high
    assert covered / runs >= 0.95 - 4 * math.sqrt(0.95 * 0.05 / runs)


def test_pairing_takes_the_common_luck_out() -> None:
    report = pg.match("mcts(simulations=50)", "random", Digits(), games=200, workers=1)
    returns = report.returns
    assert returns is not None
    assert returns.better(*report.names) == "mcts(simulations=50)"
    paired = returns.difference(*report.names)
    unpaired = estimates.difference(returns.mean(report.names[0]), returns.mean(report.names[1]))
    assert paired.high - paired.low < unpaired.high - unpaired.low


def test_a_tournament_ranks_all_agents() -> None:
    report = pg.tournament({"m": "mcts(simulations=30)", "r": "random", "f": "first"}, Digits(), games=90, workers=1)
    assert report.contest.form == "alone"
    assert report.returns is not None
    assert report.returns.ranking[0] == "m"
    text = str(report)
    assert text.startswith("digits: m and r and f alone, 90 games in all, on the same seeds\n")
    assert len([line for line in text.splitlines() if " − " in line]) == 3
    found = report.to_dict()["returns"]
    assert {frozenset((pair["a"], pair["b"])) for pair in found["differences"]} == {
        frozenset(pair) for pair in ("mr", "mf", "rf")
    }
    assert report.to_dict()["ratings"] is None


def test_a_report_has_a_chart() -> None:
    pytest.importorskip("vl_convert")
    for report in (
        pg.match("random", "first", Digits(), games=10, workers=1),
        pg.tournament(["random", "first", "random(1)"], Digits(), games=12, workers=1),
    ):
        assert "<svg" in report._repr_html_()
        assert "Mean return" in report.chart().svg()


def test_the_progress_shows_the_means() -> None:
    with Store() as store:
        progress = run_contest(make_contest(Digits(), ["random", "first"]), 6, store, Inline())
    rows = standing(progress, None)
    assert {row[0] for row in rows} == {"random", "first"}
    assert all(row[2] == "3 games" for row in rows)


def test_equal_games_warn_only_where_nothing_is_thrown() -> None:
    assert "repeat" not in str(pg.match("random", "first", Digits(places=1), games=60, workers=1))


def test_what_needs_an_opponent_is_refused() -> None:
    with pytest.raises(pg.PlygroundError, match="an SPRT tests an Elo difference, and in digits nobody wins"):
        pg.match("random", "first", Digits(), sprt=pg.Sprt(0, 20), workers=1)
    with pytest.raises(pg.PlygroundError, match='digits has one seat: its form is "alone", not "round_robin"'):
        pg.tournament(["random", "first"], Digits(), form="round_robin")
    with pytest.raises(pg.PlygroundError, match='nim has 2 seats, and only a game of one seat has the form "alone"'):
        pg.tournament(["random", "first"], "nim", form="alone")
    pytest.importorskip("optuna")
    with pytest.raises(pg.PlygroundError, match="digits has one seat, and tuning needs an opponent"):
        pg.tune("mcts(simulations={n})", "random", Digits(), ["n=1:4"], games=40)


def test_a_forfeit_gets_the_lowest_return() -> None:
    @pg.register_agent("illegal_alone")
    class Illegal(pg.Agent):
        def choose(self, state: pg.State) -> pg.Decision:
            return pg.Decision(99)

    try:
        report = pg.match(Illegal(), "first", Digits(), games=4, workers=1)
        assert report.returns is not None
        assert set(report.returns.values["illegal_alone"].values()) == {0.0}
        assert "2 games forfeited by illegal_alone" in str(report)
    finally:
        pg.Agent.registry._entries.pop("illegal_alone")


def test_the_commands_measure_store_and_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, table = str(tmp_path / "one.db"), str(tmp_path / "games.csv")
    match = ["match", "mcts(simulations=9)", "random", "--game", FILE, "--store", store, "--workers", "2", "--json"]
    assert main([*match, "--games", "6"]) == 0
    assert main([*match, "--games", "10"]) == 0  # plays four more
    played = capsys.readouterr().out
    with Store(store) as found:
        assert [run.games for run in found.runs()] == [10]
    assert main(["results", store, "1", "--with", FILE, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown == json.loads(played[played.rindex('{\n  "game"') :])
    assert (shown["games"], shown["players"]["random"]["games"]) == (10, 5)
    assert main(["results", store, "1", "--with", FILE]) == 0
    assert "on the same seeds" in capsys.readouterr().out
    assert main(["results", store, "--export", table, "--with", FILE]) == 0
    assert len(Path(table).read_text().splitlines()) == 11
    refused = str(tmp_path / "refused.db")
    assert main(["match", "random", "first", "--game", FILE, "--sprt", "0,20", "--store", refused]) == 2
    assert not Path(refused).exists()
