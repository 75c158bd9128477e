"""The arena: which games are played, that they are pure, what failures cost, and what the reports say."""

import dataclasses
import json
import math
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from arena_agents import Failing
from hypothesis import given
from hypothesis import strategies as st

from plyground.agents import Agent, Random
from plyground.arena import (
    Contest,
    GameRecord,
    Pairs,
    Sprt,
    Store,
    Tally,
    elo_estimate,
    make_contest,
    match,
    score_estimate,
    tournament,
)
from plyground.arena.play import make_executor, play
from plyground.arena.processes import Processes
from plyground.arena.referee import play_game
from plyground.arena.report import match_report
from plyground.arena.runner import run_contest
from plyground.arena.workers import ContestWork, Executor, Inline, Task, Threads
from plyground.bench import arena as bench_arena
from plyground.errors import PlygroundError
from plyground.games import CHANCE, parse_game
from plyground.rng import Rng
from plyground.search import Search
from plyground.view.result_tables import payoff_table, running_average_table
from plyground.view.tables import percent

SETTINGS = {"seed": 3, "opening_moves": 2}


def played(contest: Contest, games: int, executor: Executor) -> list[GameRecord]:
    """The games without their timings, which alone may differ."""
    with Store() as store:
        records = run_contest(contest, games, store, executor, forfeits="count").records
    return [dataclasses.replace(records[number], seconds=()) for number in sorted(records)]


def actions(record: GameRecord) -> list[int]:
    return [int(move) for move in record.moves.split()]


# Which games are played.


@given(agents=st.integers(2, 5), games=st.integers(1, 9), form=st.sampled_from(["round_robin", "gauntlet"]))
def test_every_meeting_gets_its_games_with_seats_swapped(agents: int, games: int, form: str) -> None:
    contest = make_contest("tictactoe", [f"random({n})" for n in range(agents)], form=form)
    fixtures = [contest.fixture(number) for number in contest.numbers(games)]
    meetings = Counter(frozenset(fixture.seats) for fixture in fixtures)
    expected = agents * (agents - 1) // 2 if form == "round_robin" else agents - 1
    assert (len(meetings), set(meetings.values())) == (expected, {games})
    begun = Counter(fixture.seats for fixture in fixtures)
    assert all(0 <= begun[seats] - begun[seats[::-1]] <= games % 2 for seats in begun if seats[0] < seats[1])
    for fixture in fixtures:
        partner = contest.fixture(fixture.number ^ 1)
        assert (partner.seats, partner.seed) == (fixture.seats[::-1], fixture.seed)
        assert partner.agent_seeds != fixture.agent_seeds
    assert len({fixture.seed for fixture in fixtures}) == len({fixture.block for fixture in fixtures})


@given(first=st.integers(1, 12), more=st.integers(0, 12))
def test_more_games_only_add_games(first: int, more: int) -> None:
    contest = make_contest("tictactoe", ["random", "first", "random(1)"])
    assert set(contest.numbers(first)) <= set(contest.numbers(first + more))


def test_every_seating_of_four_players() -> None:
    contest = make_contest("ludo", [f"random({n})" for n in range(4)], form="seatings")
    block = [contest.fixture(number) for number in contest.numbers(24)]
    assert sorted(fixture.seats for fixture in block) == sorted(permutations(range(4)))
    assert len({fixture.seed for fixture in block}) == 1
    # The first six are the thesis's seatings: the first player stays, the others take every order.
    assert sorted(fixture.seats for fixture in block[:6]) == [(0, *others) for others in permutations((1, 2, 3))]


def test_two_sides_at_a_table_for_four() -> None:
    contest = make_contest("ludo", ["random", "first"])
    assert [contest.fixture(number).seats for number in (0, 1)] == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_a_pair_shares_its_opening() -> None:
    contest = make_contest("connect_four", ["random", "random(1)"], opening_moves=4)
    records = played(contest, 20, Inline())
    openings = [tuple(actions(record)[:4]) for record in records]
    assert openings[::2] == openings[1::2]
    assert len(set(openings)) > 5
    assert {record.opening for record in records} == {4}


def test_a_pair_shares_its_dice() -> None:
    game = parse_game("pig")
    contest = make_contest(game, ["random", "random(1)"])
    first, second, other = ([contest.fixture(n)][0] for n in (0, 1, 2))
    dice = []
    for fixture in (first, second, other):
        record = play_game(contest, fixture, [Random(), Random()])
        state, seen = game.initial_state(), dict[int, int]()
        for ply, move in enumerate(actions(record)):
            if state.player == CHANCE:
                seen[ply] = move
            state.apply(move)
        dice.append(seen)
    shared = dice[0].keys() & dice[1].keys()
    assert len(shared) > 10
    assert all(dice[0][ply] == dice[1][ply] for ply in shared)
    assert any(dice[0][ply] != dice[2][ply] for ply in dice[0].keys() & dice[2].keys())


def test_deterministic_agents_get_even_pairs() -> None:
    """The same player on both sides, with the same dice and opening, wins as often as it loses."""
    for game, opening in (("pig", 0), ("connect_four", 3)):
        report = match("first", "first", game, games=20, opening_moves=opening)
        assert report.match.pairs.even == 10
        assert report.copies in range(20)


def test_an_opening_never_ends_the_game() -> None:
    contest = make_contest("tictactoe", ["random", "random"], opening_moves=8)
    assert all(len(actions(record)) > 8 for record in played(contest, 20, Inline()))
    with pytest.raises(PlygroundError, match="is over before 9 random opening moves"):
        played(make_contest("tictactoe", ["random", "random"], opening_moves=9), 2, Inline())


@pytest.mark.parametrize(
    ("agents", "settings", "sentence"),
    [
        (["random"], {}, "at least two agents"),
        (["random", "human"], {}, "people cannot play"),
        (["random", "random"], {"form": "knockout"}, "one of round_robin, gauntlet, seatings"),
        (["random"] * 3, {"form": "seatings"}, "each of its 2 seats, not 3"),
        (["random", "random"], {"opening_moves": -1}, "at least 0"),
        (["random", "random"], {"move_seconds": 0}, "above 0 seconds"),
        (["random", "random"], {"seed": -1}, "seed must be"),
        (["random", "nobody"], {}, "unknown agent"),
    ],
)
def test_contests_that_cannot_be(agents: list[str], settings: dict[str, object], sentence: str) -> None:
    with pytest.raises(PlygroundError, match=sentence):
        make_contest("tictactoe", agents, **settings)  # type: ignore[arg-type]


# Games are pure.


@pytest.mark.parametrize("agent", ["mcts(simulations=20)", "mcts(simulations=20, keep_tree=true)"])
def test_results_do_not_depend_on_the_workers(agent: str) -> None:
    contest = make_contest("tictactoe", [agent, "random"], **SETTINGS)
    expected = played(contest, 30, Inline())
    assert played(contest, 30, Threads(3)) == expected
    # Nor on what was played before: the same games backwards, one task each.
    work = ContestWork(contest)
    backwards = [Task(number, work, (number,))().records[0] for number in reversed(range(30))]
    assert [dataclasses.replace(record, seconds=()) for record in backwards[::-1]] == expected


def test_results_do_not_depend_on_processes() -> None:
    merging = "mcts(simulations=10, merge=states, engine=python)"  # thinks in Python, and remembers
    contest = make_contest("tictactoe", [merging, "random"], **SETTINGS)
    executor = make_executor(contest, workers=2)
    assert isinstance(executor, Processes)
    assert played(contest, 30, executor) == played(contest, 30, Inline())


def test_who_plays_in_threads() -> None:
    def executor(agent: str, game: str = "connect_four", workers: int = 2) -> str:
        return type(make_executor(make_contest(game, [agent, "random"]), workers)).__name__

    assert executor("mcts") == "Threads"
    assert executor("mcts(engine=python)") == "Processes"
    assert executor("mcts(engine=python)", workers=1) == "Threads"
    assert executor("mcts(evaluate=heuristic)") == "Threads"
    assert executor("uct_learner") == "Threads"
    assert executor("failing") == "Processes"
    limited = make_contest("connect_four", ["mcts", "random"], move_seconds=1)
    assert isinstance(make_executor(limited, workers=1), Processes)


def test_the_quick_way_to_an_action_is_the_slow_one() -> None:
    for text in ("mcts(simulations=40)", "mcts(simulations=40, keep_tree=true)", "mcts(simulations=0)"):
        slow, quick = Agent.registry.parse(text), Agent.registry.parse(text)
        state = parse_game("connect_four").initial_state()
        for agent in (slow, quick):
            agent.reset(state.game, 0, 7)
        for _ in range(6):
            action = slow.choose(state).action
            assert quick.act(state) == action
            for agent in (slow, quick):
                agent.observe(state, action)
            state.apply(action)


def test_a_search_that_starts_anew_is_a_new_search() -> None:
    state = parse_game("connect_four").initial_state()
    agent = Agent.registry.parse("mcts(simulations=30)")
    agent.reset(state.game, 0, 5)
    rng = Rng(5, 0)
    for _ in range(3):
        fresh = Search(state.game, agent.config, seed=rng.next())
        assert agent.choose(state).info["moves"] == fresh.run(state, 30).to_dict()["moves"]


# Failures cost a game, and nothing else.


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("raise", "it raised RuntimeError: no idea"),
        ("illegal", "it played the illegal action 99"),
        ("vandal", "it played the illegal action 99"),
        ("text", "it raised TypeError"),
        ("reset", "it raised RuntimeError: no reset today"),
        ("observe", "it raised RuntimeError: did not look"),
        ("base", "it raised BaseException: no Exception"),
        ("stopped", "it raised Stopped"),
    ],
)
def test_an_agent_that_fails_forfeits(how: str, reason: str) -> None:
    contest = make_contest("tictactoe", [Failing(how), "random"])
    records = played(contest, 4, Inline())
    assert all(record.seats[record.forfeit or 0] == 0 for record in records)
    assert all(record.reason.startswith(reason) for record in records)
    assert all(record.score(0) == 0.0 and record.score(1) == 1.0 for record in records)
    assert sorted({record.returns for record in records}) == [(-1.0, 1.0), (1.0, -1.0)]
    if how != "reset":
        assert all(2 <= len(actions(record)) <= 3 for record in records)


def test_time_is_kept() -> None:
    slow = Failing("slow")
    report = match(slow, "first", "tictactoe", games=2, move_seconds=0.15, workers=1)
    assert report.tally == Tally(losses=2)
    assert all("0.15 s are allowed" in record.reason for record in report.forfeits)
    assert match(slow, "first", "tictactoe", games=2, move_seconds=30, workers=1).forfeits == []


def test_a_tournament_goes_on_where_forfeits_count() -> None:
    report = tournament(
        {"bad": Failing(), "a": "random", "b": "random(1)"}, "tictactoe", games=4, workers=1, forfeits="count"
    )
    assert len(report.records) == 12
    assert len(report.forfeits) == 8
    assert report.payoff.total("bad") == Tally(losses=8)
    assert "8 games forfeited by bad: it raised RuntimeError: no idea" in str(report)
    assert report.to_dict()["forfeits"] == 8


def test_a_side_forfeits_for_all_its_seats() -> None:
    contest = make_contest("ludo(rules=thesis)", [Failing(ply=9), "random"])
    for record in played(contest, 2, Inline()):
        assert record.forfeit is not None
        assert record.score(0) == 0.0
        assert [value for value, agent in zip(record.returns, record.seats, strict=True) if agent == 1] == [1.0, 1.0]


# What the reports say.


def test_random_play_has_its_known_results() -> None:
    """Random tic-tac-toe: the first player wins 0.585 of the games, the second 0.288 (exact enumeration)."""
    report = match("random", "random(1)", "tictactoe", games=3000)
    first = report.match.as_first + report.match.as_second.flipped
    for count, p in ((first.wins, 0.5850), (first.losses, 0.2881), (first.draws, 0.1270)):
        assert abs(count - 3000 * p) < 4 * math.sqrt(3000 * p * (1 - p))


def test_the_report_of_a_match() -> None:
    report = match("mcts(simulations=30)", "random", "tictactoe", games=40)
    scores = [record.score(0) for record in report.records]
    assert report.tally == Tally(scores.count(1.0), scores.count(0.5), scores.count(0.0))
    assert report.match.pair_scores == list(zip(scores[::2], scores[1::2], strict=True))
    document = report.to_dict()
    assert list(document) == [
        *("game", "a", "b", "games", "wins", "draws", "losses"),
        *("score", "low", "high", "elo", "elo_error", "los", "sprt"),
    ]
    assert (document["game"], document["a"], document["b"]) == ("tictactoe", "mcts(simulations=30)", "random")
    assert document["score"] == pytest.approx(sum(scores) / 40)
    assert document["low"] < document["score"] < document["high"]
    assert report.running_average.averages[-1] == pytest.approx(document["score"])
    json.dumps(document, allow_nan=False)


def test_a_game_without_a_partner_still_counts() -> None:
    report = match("first", "random", "tictactoe", games=5)
    assert report.tally.games == 5
    assert report.counts == report.tally
    assert report.match.pairs.games == 4


def test_one_score_has_one_interval() -> None:
    """Pairs are the unit: the report, its JSON, the curve and the table of a tournament print the same interval."""
    report = match("mcts(simulations=30)", "random", "tictactoe", games=40, opening_moves=1)
    assert report.match.pairs.games == 40
    s = score_estimate(report.match.pairs)
    assert s != score_estimate(report.tally)
    bounds = f"[{percent(s.low)}, {percent(s.high)}]"
    assert (report.to_dict()["low"], report.to_dict()["high"]) == (s.low, s.high)
    assert report.running_average.after(40) == s
    assert running_average_table(report.running_average).splitlines()[-1].split()[2:] == bounds.split()
    elo = elo_estimate(report.match.pairs)
    score, elo_line = str(report).splitlines()[2:4]
    assert f"score {percent(s.value)} % {bounds} " in score
    assert elo_line == f"  Elo {elo.value:+.0f} [{elo.low:+.0f}, {elo.high:+.0f}]"
    assert str(report).count(f"{percent(s.low)}") == 1
    assert "[" not in str(report).splitlines()[1]
    table = tournament(["mcts(simulations=30)", "random"], "tictactoe", games=40, opening_moves=1)
    assert f"{percent(s.value)} {bounds}" in payoff_table(table.payoff)


def test_a_side_that_wins_everything_is_valid_json() -> None:
    report = match("mcts(simulations=200)", Failing("illegal", 0), "tictactoe", games=4, workers=1)
    document = json.loads(json.dumps(report.to_dict(), allow_nan=False))
    assert (document["score"], document["elo"], document["elo_error"]) == (1.0, None, None)


def test_an_sprt_stops_at_the_first_pair_that_settles_it() -> None:
    test = Sprt(0, 50)
    report = match("mcts(simulations=30)", "random", "tictactoe", games=2000, sprt=test, workers=1)
    assert report.verdict == "H1"
    verdicts = [test.decide(Pairs.of(report.match.pair_scores[:end])) for end in range(report.tally.games // 2 + 1)]
    assert set(verdicts[:-1]) == {None}
    assert verdicts[-1] == "H1"
    assert "H1 accepted (50 Elo)" in str(report)
    more_workers = match("mcts(simulations=30)", "random", "tictactoe", games=2000, sprt=test, workers=3)
    assert more_workers.to_dict() == report.to_dict()


def test_an_sprt_of_equals_accepts_h0_or_says_undecided() -> None:
    even = match("first", "first", "connect_four", games=2000, opening_moves=2, sprt=Sprt(0, 50))
    assert even.verdict == "H0"
    undecided = match("random", "random(1)", "tictactoe", games=4, sprt=Sprt(0, 5))
    assert undecided.verdict is None
    assert "undecided" in str(undecided)


def test_the_payoff_matrix_counts_the_games() -> None:
    report = tournament(["random", "first", "mcts(simulations=20)"], "tictactoe", games=10)
    for first, a in enumerate(report.names):
        for second, b in enumerate(report.names):
            began = [record.score(first) for record in report.records if record.seats == (first, second)]
            assert report.payoff.first_move(a, b) == Tally.of(began)
            assert len(began) == (5 if first != second else 0)
    assert report.ratings is not None
    assert report.ratings.ranking[0] == "mcts(simulations=20)"
    assert set(report.ratings.games) == {20}


def test_seatings_by_who_follows_whom() -> None:
    names = {"r": "random", "f": "first", "s": "random(1)", "t": "random(2)"}
    report = tournament(names, "ludo(rules=thesis)", games=24)
    assert report.contest.form == "seatings"
    assert len(report.seatings.games) == 24
    assert len(report.circles.games) == 6
    assert set(report.circles.games.values()) == {4}
    for name in names:
        assert report.circles.win_rate(name) == report.seatings.win_rate(name)
    wins = Counter(list(names)[record.seats[record.winner]] for record in report.records if record.winner is not None)
    assert sum(wins.values()) == 24
    assert report.seatings.win_rate("r").value == pytest.approx(wins["r"] / 24)
    assert report.ratings is None


def test_copies_are_told() -> None:
    assert "6 of 8 games repeat an earlier one" in str(match("first", "first", "tictactoe", games=8))
    assert "repeat" not in str(match("random", "random(1)", "connect_four", games=8))


def test_the_benchmark_of_the_arena_plays() -> None:
    races = list(bench_arena.races())
    assert [race.game for race in races] == ["connect_four", "tictactoe"]
    for race in races:
        assert race.peers is not None
        race.ours(1)
        race.peers(1)


def test_every_way_to_play_goes_through_one_pipeline(tmp_path: Path) -> None:
    """A path is opened and closed, an open store stays open, and what was played is not played again."""
    contest, path = make_contest("tictactoe", ["random", "first"], seed=3), tmp_path / "games.sqlite"
    first = play(contest, 6, path, workers=1)
    with Store(path) as store:
        again = play(contest, 8, store, workers=2)
        assert store.count(contest) == 8
    assert (first.found, again.found, len(again.records)) == (0, 6, 8)
    moves = [record.moves for record in again.records.values()]
    assert [record.moves for record in match("random", "first", "tictactoe", games=8, seed=3).records] == moves


def test_names_of_equal_agents() -> None:
    report = tournament(["first", "first", "random"], "tictactoe", games=2)
    assert report.names == ("first #1", "first #2", "random")


def test_a_report_uses_whole_pairs_in_order() -> None:
    """Games come in any order from the workers; the report is the same."""
    contest = make_contest("tictactoe", ["random", "first"])
    with Store() as store:
        progress = run_contest(contest, 20, store, Threads(2))
    expected = match_report(progress)
    progress.records = dict(reversed(progress.records.items()))
    assert match_report(progress).match == expected.match
