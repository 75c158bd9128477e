"""Ratings of many players (Bradley–Terry), and the tables of a tournament, against exact figures."""

import json
import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.arena import (
    Payoff,
    Ratings,
    RunningAverage,
    SeatingTable,
    Tally,
    circular_seatings,
    elo_estimate,
    elo_of_score,
    fit_ratings,
    score_estimate,
    score_of_elo,
    wilson,
)
from plyground.errors import PlygroundError
from plyground.statistics.bradley_terry import _Model
from plyground.view.result_tables import (
    first_move_table,
    payoff_table,
    ratings_table,
    running_average_table,
    seating_table,
)

# ---- Bradley–Terry ----


@given(st.integers(1, 500), st.integers(0, 500), st.integers(1, 500))
def test_two_players_have_their_elo_difference(wins, draws, losses):
    tally = Tally(wins, draws, losses)
    ratings = fit_ratings({("a", "b"): tally})
    difference = ratings.difference("a", "b")
    assert ratings.prior == 0
    assert difference.value == pytest.approx(elo_estimate(tally).value, abs=1e-6)
    assert ratings["a"].value == pytest.approx(-ratings["b"].value)
    error = 400 / math.log(10) / math.sqrt(tally.games * tally.score * (1 - tally.score))
    assert difference.high - difference.value == pytest.approx(1.959964 * error, rel=1e-6)


def test_two_players_with_first_seat_solve_two_equations():
    there, back = Tally(30, 10, 20), Tally(50, 0, 40)
    ratings = fit_ratings({("a", "b"): there, ("b", "a"): back}, first_seat=True)
    # Elo(there) = difference + advantage, Elo(back) = advantage − difference.
    one, two = elo_of_score(there.score), elo_of_score(back.score)
    assert ratings.difference("a", "b").value == pytest.approx((one - two) / 2, abs=1e-6)
    assert ratings.first_seat is not None
    assert ratings.first_seat.value == pytest.approx((one + two) / 2, abs=1e-6)


def test_a_player_against_itself_shows_the_first_seat_alone():
    results = {("a", "a"): Tally(60, 0, 40), ("a", "b"): Tally(60, 0, 40), ("b", "a"): Tally(60, 0, 40)}
    ratings = fit_ratings(results, first_seat=True)
    assert ratings.first_seat is not None
    assert ratings.first_seat.value == pytest.approx(elo_of_score(0.6), abs=1e-6)
    assert ratings["a"].value == pytest.approx(0, abs=1e-6)
    assert ratings.games == (300, 200)


def test_games_of_a_player_against_itself_say_nothing_of_its_strength():
    match = {("a", "b"): Tally(3, 1, 2)}
    ratings = fit_ratings(match | {("a", "a"): Tally(60, 0, 40)})
    assert (ratings.elo, ratings.games) == (fit_ratings(match).elo, (6, 6))


def test_a_chain_of_players_adds_up_differences():
    """In a tree of opponents every match fixes its own difference."""
    matches = {("a", "b"): Tally(30, 5, 10), ("b", "c"): Tally(7, 2, 20), ("c", "d"): Tally(999, 0, 1)}
    ratings = fit_ratings(matches)
    for (one, other), tally in matches.items():
        assert ratings.difference(one, other).value == pytest.approx(elo_of_score(tally.score), abs=1e-5)
    assert sum(ratings[player].value for player in "abcd") == pytest.approx(0, abs=1e-9)


strengths = st.lists(st.integers(0, 12), min_size=9, max_size=9)


@given(strengths, strengths, st.booleans())
@settings(max_examples=60, deadline=None)
def test_expected_points_are_the_points_scored(wins, losses, first_seat):
    """The likelihood equations, for any tournament of three; and swapping sides turns the ratings around."""
    names = [(one, other) for one in "abc" for other in "abc"]
    results = {pair: Tally(w, 1, loss) for pair, w, loss in zip(names, wins, losses, strict=True) if pair[0] != pair[1]}
    ratings = fit_ratings(results, first_seat=first_seat)
    advantage = ratings.first_seat.value if ratings.first_seat else 0
    missing = dict.fromkeys("abc", 0.0)
    for (first, second), tally in results.items():
        expected = score_of_elo(ratings.difference(first, second).value + advantage)
        missing[first] += tally.games * (tally.score - expected)
        missing[second] -= tally.games * (tally.score - expected)
    assert list(missing.values()) == pytest.approx([0, 0, 0], abs=1e-6)

    turned = fit_ratings({pair: tally.flipped for pair, tally in results.items()}, first_seat=first_seat)
    assert turned.elo == pytest.approx([-value for value in ratings.elo], abs=1e-5)


def test_mm_steps_alone_climb_to_the_same_ratings():
    generator = np.random.default_rng(5)
    games = generator.integers(5, 20, (4, 4)).astype(float)
    np.fill_diagonal(games, 0)
    points = np.floor(games * generator.uniform(0.2, 0.9, (4, 4)))
    for first_seat, prior in ((False, 0.0), (True, 0.0), (True, 1.0)):
        model = _Model(points, games, first_seat, prior)
        at = np.zeros(4 + first_seat)
        for _ in range(2000):
            after = model.mm_step(at)
            assert model.log_likelihood(after) >= model.log_likelihood(at) - 1e-9
            at = after
        best = model.likeliest()
        at[:4] -= at[:4].mean() - best[:4].mean()
        assert at == pytest.approx(best, abs=1e-6)


def test_the_information_is_the_curvature_of_the_likelihood():
    points, games = (
        np.array([[0, 7.0, 3], [2, 0, 6], [5, 1, 0]]),
        np.array([[0, 10.0, 8], [9, 0, 7], [6, 5, 0]]),
    )
    model = _Model(points, games, True, 1.0)
    at = np.array([0.3, -0.2, 0.1, 0.4])
    step = 1e-5 * np.eye(4)
    slope = [(model.log_likelihood(at + h) - model.log_likelihood(at - h)) / 2e-5 for h in step]
    curve = np.array([(model.gradient(at - h) - model.gradient(at + h)) / 2e-5 for h in step])
    assert model.gradient(at) == pytest.approx(slope, abs=1e-6)
    assert model.information(at) == pytest.approx(curve, abs=1e-6)


@pytest.mark.parametrize(
    ("results", "first_seat", "determined"),
    [
        ({("a", "b"): Tally(1, 0, 1)}, False, True),
        ({("a", "b"): Tally(0, 1, 0)}, False, True),
        ({("a", "b"): Tally(5, 0, 0)}, False, False),
        ({("a", "b"): Tally(2, 0, 0), ("b", "c"): Tally(2, 0, 0), ("c", "a"): Tally(1, 0, 0)}, False, True),
        ({("a", "b"): Tally(2, 0, 2), ("c", "d"): Tally(2, 0, 2)}, False, False),
        ({("a", "b"): Tally(2, 0, 2), ("b", "c"): Tally()}, False, False),
        # The advantage cannot be separated from the difference in strength,
        ({("a", "b"): Tally(2, 0, 2)}, True, False),
        # is infinite where the first mover always wins,
        ({("a", "b"): Tally(3, 0, 0), ("b", "a"): Tally(3, 0, 0)}, True, False),
        ({("a", "b"): Tally(0, 0, 3), ("b", "a"): Tally(0, 0, 3)}, True, False),
        # and is bounded by a player's results against itself.
        ({("a", "b"): Tally(2, 0, 2), ("a", "a"): Tally(2, 0, 1)}, True, True),
        ({("a", "b"): Tally(2, 0, 2), ("b", "a"): Tally(1, 0, 3)}, True, True),
    ],
)
def test_a_prior_is_used_where_ratings_would_be_infinite(results, first_seat, determined):
    ratings = fit_ratings(results, first_seat=first_seat)
    assert ratings.prior == (0 if determined else 1)
    assert np.isfinite(ratings.elo).all()
    assert np.isfinite(ratings.covariance).all()
    assert sum(ratings[player].value for player in ratings.players) == pytest.approx(0, abs=1e-9)
    assert ("prior" in ratings_table(ratings)) != determined
    json.dumps(ratings.to_dict(), allow_nan=False)
    if not determined:
        with pytest.raises(PlygroundError, match="do not determine ratings"):
            fit_ratings(results, first_seat=first_seat, prior=0)


def test_the_prior_is_a_drawn_game_against_an_average_player():
    """Two players, n wins to none, each with one draw against 0: r with n(1 − s(2r)) = s(r) − ½."""
    wins = 7
    rating = fit_ratings({("a", "b"): Tally(wins)})["a"].value
    assert wins * (1 - score_of_elo(2 * rating)) == pytest.approx(score_of_elo(rating) - 0.5, abs=1e-8)


def test_a_thousand_wins_to_none_are_rated_quickly():
    ratings = fit_ratings({(f"p{i}", f"p{i + 1}"): Tally(1000) for i in range(8)})
    assert ratings.ranking == [f"p{i}" for i in range(9)]


def test_ratings_find_the_strengths_of_simulated_tournaments():
    """200 tournaments with known strengths: no bias, and errors as stated, within 4 standard errors."""
    generator = np.random.default_rng(11)
    true = {"a": 150.0, "b": 20.0, "c": -50.0, "d": -120.0}
    advantage, games, runs = 40.0, 100, 200
    off = []
    for _ in range(runs):
        results = {}
        for first in true:
            for second in true:
                if first != second:
                    wins = int(generator.binomial(games, score_of_elo(true[first] - true[second] + advantage)))
                    results[first, second] = Tally(wins, 0, games - wins)
        ratings = fit_ratings(results, first_seat=True)
        errors = np.sqrt(np.diag(ratings.covariance))
        off.append((np.array(ratings.elo) - [*true.values(), advantage]) / errors)
    standardised = np.array(off)
    assert np.abs(standardised.mean(axis=0)).max() < 4 / math.sqrt(runs)
    assert np.abs(standardised.std(axis=0) - 1).max() < 4 / math.sqrt(2 * runs)


def test_ratings_as_text():
    ratings = fit_ratings({("ada", "bo"): Tally(136, 111, 96)})
    assert ratings_table(ratings) == "player  Elo  error  games\nada     +20    ±19    343\nbo      -20    ±19    343"
    assert isinstance(ratings, Ratings)
    with pytest.raises(PlygroundError, match="no rating of 'eve'"):
        ratings["eve"]
    with pytest.raises(PlygroundError, match="at least two players"):
        fit_ratings({})


# ---- tables ----


def thesis_payoff():
    """Yadav's thesis, 6.1.2: percent won and lost by the first mover in 1000 games of tic-tac-toe each."""
    names = ("Random", "Q Learn", "Minimax", "MCTS")
    payoff = Payoff(names)
    for first, row in {
        "Random": [(557, 290), (4, 746), (0, 827), (0, 610)],
        "Q Learn": [(959, 0), (0, 0), (0, 0), (0, 0)],
        "Minimax": [(997, 0), (0, 0), (0, 0), (0, 0)],
        "MCTS": [(812, 0), (0, 0), (0, 0), (0, 0)],
    }.items():
        for second, (won, lost) in zip(names, row, strict=True):
            payoff.add(first, second, Tally(won, 1000 - won - lost, lost))
    return payoff


def test_the_payoff_matrix_of_the_thesis_follows_from_its_first_move_matrix():
    payoff = thesis_payoff()
    for player, percent in (("Q Learn", 85.25), ("Minimax", 91.2), ("MCTS", 71.1)):
        tally = payoff.against(player, "Random")
        assert 100 * tally.wins / tally.games == pytest.approx(percent)
        assert payoff.against("Random", player) == tally.flipped
    assert payoff.first_move("Random", "Random").wins == 557
    assert payoff.total("Random").games == 6000
    assert payoff.first_movers.games == 16_000
    assert payoff.first_movers.score > 0.5


def test_payoff_tables_as_text():
    table = thesis_payoff()
    assert payoff_table(table).splitlines()[:3] == [
        "              Random      Q Learn      Minimax         MCTS              score",
        "Random                (0.2, 85.2)  (0.0, 91.2)  (0.0, 71.1)     8.8 [8.3, 9.3]",
        "Q Learn  (85.2, 0.2)                (0.0, 0.0)   (0.0, 0.0)  64.2 [63.6, 64.7]",
    ]
    first = first_move_table(table).splitlines()
    assert first[1].startswith("Random   (55.7, 29.0)  (0.4, 74.6)")


def test_a_payoff_survives_its_dict():
    payoff = thesis_payoff()
    assert Payoff.from_dict(json.loads(json.dumps(payoff.to_dict()))) == payoff


def test_payoff_refuses_strangers():
    with pytest.raises(PlygroundError, match="'eve' does not play here"):
        Payoff(("ada", "bo")).add("ada", "eve", Tally(1))
    with pytest.raises(PlygroundError, match="different names"):
        Payoff(("ada", "ada"))
    with pytest.raises(PlygroundError, match="against itself"):
        Payoff(("ada", "bo")).against("ada", "ada")


def test_ratings_come_from_a_payoff():
    assert fit_ratings(thesis_payoff().results).ranking[-1] == "Random"


def test_the_seating_table_of_the_thesis():
    """Yadav's thesis, 6.2.1, in wins of 500 games; its third row needs RuleBased at 22.4 % to sum to 100."""
    players = ("Random", "MinMax", "MCTS", "RuleBased")
    percent = [
        (8.0, 28.8, 33.4, 29.8),
        (6.0, 33.0, 25.2, 35.8),
        (3.8, 40.2, 33.6, 22.4),
        (6.2, 34.0, 27.0, 32.8),
        (6.8, 26.6, 32.4, 34.2),
        (5.4, 23.2, 40.2, 31.2),
    ]
    table = SeatingTable()
    for seating, row in zip(circular_seatings(players), percent, strict=True):
        for seat, share in enumerate(row):
            table.add(seating, seat, games=round(5 * share))
    assert list(table.games.values()) == [500] * 6
    shares = [round(100 * table.win_rate(player).value, 1) for player in players]
    assert shares == [6.0, 32.0, 36.3, 25.7]
    assert table.win_rate("Random") == wilson(181, 3000) == table.seat_rate(0)
    lines = seating_table(table).splitlines()
    assert lines[0].split() == ["seating", "seat", "1", "seat", "2", "seat", "3", "seat", "4", "games"]
    assert lines[3].split() == [
        "3",
        "Random",
        "3.8",
        "MCTS",
        "40.2",
        "MinMax",
        "33.6",
        "RuleBased",
        "22.4",
        "500",
    ]
    assert len({len(line) for line in lines[:7]}) == 1
    assert json.loads(json.dumps(table.to_dict()))["seatings"][0]["wins"] == [40, 144, 167, 149]


def test_seatings_differ_in_who_follows_whom():
    for count in range(1, 6):
        players = "abcde"[:count]
        found = circular_seatings(players)
        turns = {tuple(seats[i:] + seats[:i]) for seats in found for i in range(count)}
        assert len(found) == math.factorial(count - 1)
        assert len(turns) == math.factorial(count)


def test_games_without_a_winner_count():
    table = SeatingTable()
    table.add(("a", "b", "c"), 2)
    table.add(("a", "b", "c"), None)
    assert [table.win_rate(player).value for player in "abc"] == [0, 0, 0.5]
    with pytest.raises(PlygroundError, match="seats 0 to 2"):
        table.add(("a", "b", "c"), 3)
    with pytest.raises(PlygroundError, match="one seat"):
        table.add(("a", "a"), 0)


def test_the_running_average_of_the_lecture():
    """Turcotte's lecture: Random against MCTS with 10 simulations, 19 wins, 72 losses, 9 draws."""
    scores = [1.0] * 19 + [0.0] * 72 + [0.5] * 9
    random.Random(1).shuffle(scores)
    curve = RunningAverage(tuple(scores))
    assert curve.outcomes[-1] == pytest.approx((19 - 72) / 100)
    assert curve.averages[0] == scores[0]
    assert all(average == pytest.approx(sum(scores[:games]) / games) for games, average in enumerate(curve.averages, 1))
    assert curve.after(100) == score_estimate(Tally(19, 9, 72))
    assert [line.split()[0] for line in running_average_table(curve).splitlines()] == [
        "games",
        "1",
        "2",
        "5",
        "10",
        "20",
        "50",
        "100",
    ]
    assert curve.to_dict()["averages"] == curve.averages


def test_an_empty_running_average_is_a_header():
    assert running_average_table(RunningAverage(())) == "games  score  95 %"
