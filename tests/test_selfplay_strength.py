"""The strength of a network in training: Elo against mcts of several sizes, in a bounded time."""

import re
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from search_helpers import needs_native

from plyground.agents import Agent, AlphaZero, parse_agent
from plyground.cli import train_network
from plyground.games import parse_game
from plyground.selfplay import strength as module
from plyground.selfplay.strength import SIZES, NetworkStrength, opponent
from plyground.statistics.elo import elo_of_score
from plyground.statistics.tally import MatchRecord, Tally

pytestmark = needs_native

TICTACTOE = parse_game("tictactoe")


def point(won: int, lost: int) -> dict[int, MatchRecord]:
    """Pairs against the smallest opponent."""
    return {SIZES[0]: MatchRecord([(1.0, 1.0)] * won + [(0.0, 0.0)] * lost)}


def test_elo_is_that_of_the_score() -> None:
    strength = NetworkStrength(TICTACTOE)
    strength.points = [point(300, 100), point(100, 300), {}, point(200, 200)]
    stronger, weaker, none, equal = strength.elo()
    assert none is None
    for elo, score in ((stronger, 0.75), (weaker, 0.25), (equal, 0.5)):
        assert elo is not None
        assert elo.value == pytest.approx(elo_of_score(score), abs=3)  # the prior: one drawn game
        assert elo.low < elo_of_score(score) < elo.high
        assert 40 < elo.high - elo.low < 80  # 800 games: ± 28
    assert strength.tallies(0) == {100: Tally(600, 0, 200)}


def test_opponents_are_rated_by_the_games_against_them() -> None:
    strength = NetworkStrength(TICTACTOE)
    strength.points = [{**point(300, 100), SIZES[1]: MatchRecord([(0.5, 0.5)] * 400)}]
    (elo,) = strength.elo()
    other = strength.opponents_elo()
    assert set(other) == {opponent(SIZES[1])}
    assert elo is not None
    assert elo.value == pytest.approx(elo_of_score(0.75), abs=4)
    assert other[opponent(SIZES[1])].value == pytest.approx(elo.value, abs=4)


def test_who_wins_all_has_a_finite_elo() -> None:
    strength = NetworkStrength(TICTACTOE)
    strength.points = [point(20, 0)]
    (elo,) = strength.elo()
    assert elo is not None
    assert 200 < elo.low < elo.value < elo.high < 2000
    assert NetworkStrength(TICTACTOE).elo() == []
    assert NetworkStrength(TICTACTOE).opponents_elo() == {}


def test_games_say_who_is_stronger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SIZES", (20, 200))
    monkeypatch.setattr(module, "MOST_PAIRS", 10)
    strength = NetworkStrength(TICTACTOE, threads=2)
    for player in ("first", "minimax"):
        strength.measure(parse_agent(player), 1000.0)  # enough for all pairs
    weak, strong = strength.elo()
    assert {size: tally.games for size, tally in strength.tallies(0).items()} == {20: 20, 200: 20}
    assert all(tally.losses == 0 for tally in strength.tallies(1).values())  # minimax loses to nobody
    assert sum(tally.losses for tally in strength.tallies(0).values()) > 20
    assert weak is not None
    assert strong is not None
    assert weak.high < strong.low


def test_the_same_point_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PAIRS", 3)
    monkeypatch.setattr(module, "SIZES", (10, 30))
    both = [NetworkStrength(TICTACTOE, threads) for threads in (1, 3)]
    for strength in both:
        strength.measure(parse_agent("mcts(simulations=10)"), 1000.0)
    assert both[0].tallies(0) == both[1].tallies(0)


def test_no_time_no_games() -> None:
    strength = NetworkStrength(TICTACTOE)
    strength.measure(parse_agent("first"), 0.0)
    assert strength.tallies(0) == {}
    assert strength.elo() == [None]


def test_a_slow_opponent_waits_until_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that games advance: a pair against n simulations takes n/100 seconds."""
    now = [0.0]
    played: list[int] = []

    def play_pair(self: object, size: int, pair: int) -> tuple[float, float]:
        now[0] += size / 100
        played.append(size)
        return 1.0, 0.0

    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(module._Round, "_play_pair", play_pair)
    strength = NetworkStrength(TICTACTOE)
    strength.measure(parse_agent("first"), 60.0)  # 6 s: pairs of 1 s
    assert played == [100] * 6
    strength.measure(parse_agent("first"), 150.0)  # 15 s: one of 10 s fits, too
    assert sorted(played[6:]) == [100] * 5 + [1000]
    strength.measure(parse_agent("first"), 5.0)  # half a second, too little
    strength.measure(parse_agent("first"), 5.0)  # and half a second that is left
    assert played[12:] == [100]


def test_the_log_and_the_progress_have_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The player's results are given: 3 of 4 at the first minute, no games at the second, 1 of 2 at the third."""
    pytest.importorskip("jax")
    from plyground.selfplay.training import AlphaZeroRule, AlphaZeroTraining, TrainingCounts

    points, asked = [point(300, 100), {}, point(200, 200)], list[float]()

    def measure(strength: NetworkStrength, player: Agent, seconds: float) -> None:
        asked.append(seconds)
        assert player == AlphaZero(file=str(tmp_path / "x"), simulations=64)
        strength.points.append(points[len(strength.points)])

    monkeypatch.setattr(NetworkStrength, "measure", measure)
    monkeypatch.setattr("plyground.selfplay.judge.judge_of", lambda game: None)
    training = AlphaZeroTraining(TICTACTOE, AlphaZeroRule.registry.parse("alphazero(network=mlp(8,1))"))
    watch = train_network._Watch(training, tmp_path / "x", tmp_path / "x.training")
    for minute in (1, 2, 3):
        training.counts = TrainingCounts(seconds=60.0 * minute, games=minute)
        watch.look()
    watch.look(games=False)
    assert asked == [60.0] * 3
    first, second, third, last = watch.curve
    assert first["against"] == {"mcts(simulations=100)": {"wins": 600, "draws": 0, "losses": 200}}
    assert first["elo"]["value"] == pytest.approx(elo_of_score(0.75), abs=3)
    assert first["elo"]["above"] == "mcts(simulations=100)"
    assert third["elo"]["value"] == pytest.approx(0.0, abs=3)
    assert "elo" not in second
    assert "elo" not in last
    lines = capsys.readouterr().err.splitlines()
    figures = r"Elo 19\d \[1[56]\d, 2[12]\d\] above mcts\(simulations=100\) \(\+600 =0 −200 against 100\)"
    assert re.fullmatch(rf"1\.0 min; 1 games; {figures}", lines[0])
    assert lines[1] == "2.0 min; 2 games"


def test_where_there_is_no_opponent() -> None:
    assert NetworkStrength.makes_sense(parse_game("ludo"))
    assert not NetworkStrength.makes_sense(SimpleNamespace(num_players=1))  # type: ignore[arg-type]
