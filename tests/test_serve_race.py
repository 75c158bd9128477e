"""Races on the page: kept in the arena's store, and continued after a restart."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from serve_helpers import LIMITS, running

import plyground as pg
from plyground.client import Client, connect
from plyground.errors import PlygroundError
from plyground.serve.races import MOST_SESSIONS, LiveRace, RaceHall
from plyground.serve.store import RaceRecord, SessionStore, mark_of

PAIR = ["mcts(simulations=30)", "mcts(simulations=2)"]


def test_a_match_is_the_arenas_match(page: Client) -> None:
    race = page.ask("start_race", game="tictactoe", agents=PAIR, games=40, seed=5)
    assert race.total == 40
    ended = page.wait("race", lambda race: race.state == "ended")
    report = pg.match(*PAIR, "tictactoe", games=40, seed=5)
    cell = ended.payoff[0][1]
    assert (cell.wins, cell.draws, cell.losses) == report.tally.counts
    best = ended.players[0]
    assert (best.agent, best.games, best.score) == (PAIR[0], 40, pytest.approx(report.score.value))
    assert best.low < best.elo
    assert best.elo < best.high
    games = page.ask("list_race_games", race=race.race, first=10, count=5)
    assert ([game.number for game in games.games], games.total) == ([10, 11, 12, 13, 14], 40)
    replayed = page.ask("draw", game="tictactoe", moves=games.games[0].moves)
    assert replayed.returns == games.games[0].returns


def test_a_test_stops_by_itself(page: Client) -> None:
    race = page.ask("start_race", game="tictactoe", agents=PAIR, games=5000, sprt={"elo0": 0, "elo1": 100})
    ended = page.wait("race", lambda shown: shown.race == race.race and shown.state == "ended")
    assert ended.sprt.verdict == "H1"
    assert ended.sprt.llr >= ended.sprt.upper
    assert ended.played < 5000


def test_a_tournament_rates_everyone(page: Client) -> None:
    race = page.ask("start_race", game="tictactoe", agents=["random", "first", PAIR[0]], games=10)
    ended = page.wait("race", lambda shown: shown.race == race.race and shown.state == "ended")
    assert ended.players[0].agent == PAIR[0]
    assert ended.names == ["random", "first", PAIR[0]]
    for i in range(3):
        assert ended.payoff[i][i] is None
        for j in range(i):
            assert ended.payoff[i][j].wins == ended.payoff[j][i].losses


def test_everyone_at_one_table(page: Client) -> None:
    race = page.ask(
        "start_race", game="ludo(players=4)", agents=["random", "aggressive", "defensive", "balanced"], games=24
    )
    assert race.form == "seatings"
    ended = page.wait("race", lambda shown: shown.race == race.race and shown.state in ("ended", "failed"))
    assert ended.state == "ended", ended.remarks
    assert ended.played == 24
    assert sum(player.score for player in ended.players) == pytest.approx(1.0)


def test_a_race_is_stopped_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as (address, _), connect(address, timeout=120) as page:
        key = page.session
        race = page.ask("start_race", game="connect_four", agents=["mcts(simulations=300)"] * 2, games=60)
        page.wait("race", lambda shown: shown.played > 0)
    with running(tmp_path) as (address, _), connect(address, session=key, timeout=120) as page:
        [line] = page.ask("list_races").races
        assert line.race == race.race
        ended = page.ask("get_race", race=race.race)
        assert ended.played > 0
        page.ask("stop_race", race=race.race)
        if ended.state != "ended":
            ended = page.wait("race", lambda shown: shown.state in ("stopped", "ended"))
        stopped = ended.played
        if ended.state == "stopped":
            page.ask("resume_race", race=race.race)
            ended = page.wait("race", lambda shown: shown.state == "ended")
        assert stopped <= ended.played == 60


ENDLESS = "mcts(simulations=2000000, evaluate=rollout(n=100000))"  # in C++: it looks up after hours


def test_a_race_that_never_looks_up_is_stopped_and_holds_up_nobody(tmp_path: Path) -> None:
    with running(tmp_path) as (address, server), connect(address, timeout=60) as page, connect(address) as other:
        fields = {"game": "mnk(15,15,5)", "agents": [ENDLESS, "random"], "games": 2}
        endless, later = (page.ask("start_race", **fields, seed=seed) for seed in (1, 2))
        assert [endless.state, later.state] == ["running", "waiting"]
        other.ask("start_race", game="tictactoe", agents=["random", "first"], games=10)
        assert other.wait("race", lambda race: race.state == "ended").played == 10
        assert page.ask("get_race", race=endless.race).state == "running"
        # Stopped when the answer comes, and the next race of the session has begun.
        assert page.ask("stop_race", race=endless.race).state == "stopped"
        assert page.ask("get_race", race=later.race).state == "running"
        crew = server.services.hall.races[mark_of(page.session), later.race].crew
        page.ask("resume_race", race=endless.race)
        assert page.ask("stop_race", race=endless.race).state == "stopped"
        assert page.ask("stop_race", race=later.race).state == "stopped"
        assert all(worker.process.poll() is not None for worker in [*crew.idle, *crew.busy])
        assert page.ask("get_race", race=later.race).played == 0


@pytest.mark.parametrize("cores", [1, 2, 7])
def test_sessions_share_the_cores_evenly(tmp_path: Path, cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LiveRace, "run", lambda race, prepare, tell: None)  # it "runs" until the loop looks

    async def shares(sessions: int) -> list[int]:
        store = SessionStore(":memory:")
        hall = RaceHall(store, tmp_path / "races.db", workers=cores)
        for number in range(sessions):
            store.add_session(str(number))
            record = RaceRecord("r1", "tictactoe", ["random", "first"], 2, "round_robin", 0, 0, None, "")
            hall.add(mark_of(str(number)), record)
            hall.start(mark_of(str(number)), "r1")
        return [race.crew.workers for race in hall.races.values() if race.state == "running"]

    for sessions in range(1, MOST_SESSIONS + 3):
        found = asyncio.run(shares(sessions))
        assert len(found) == min(sessions, MOST_SESSIONS)
        assert max(found) - min(found) <= 1
        assert sum(found) == max(cores, len(found))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"game": "tictactoe", "agents": ["human", "random"]}, "people cannot race"),
        ({"game": "tictactoe", "agents": ["random", "perfect"]}, "connect_four"),
        ({"game": "tictactoe", "agents": ["random", "first", "mcts"], "sprt": {}}, "race of two"),
        ({"game": "tictactoe", "agents": ["random", "first"], "sprt": {"elo0": 5, "elo1": 5}}, "elo0 < elo1"),
        ({"game": "tictactoe", "agents": ["random", "q_learning(file=x.plg)"]}, "reads a file"),
        ({"game": "tictactoe", "agents": ["random", "first", "mcts"], "form": "seatings"}, "one agent for each"),
    ],
)
def test_a_bad_race_gets_one_sentence(page: Client, fields: dict[str, object], words: str) -> None:
    with pytest.raises(PlygroundError, match=words):
        page.ask("start_race", **fields)
    assert page.ask("list_races").races == []
    with pytest.raises(PlygroundError, match="no race"):
        page.ask("get_race", race="r99")


def test_races_are_limited(tmp_path: Path) -> None:
    with (
        running(tmp_path, replace(LIMITS, races=0)) as (address, _),
        connect(address, timeout=120) as page,
        pytest.raises(PlygroundError, match="races are running"),
    ):
        page.ask("start_race", game="tictactoe", agents=["random", "first"])
