"""Hints, the evaluation bar and the review of a game on the page."""

import re

import pytest

from plyground.client import Client
from plyground.errors import PlygroundError
from plyground.games import parse_game
from plyground.review import assess
from plyground.search import Budget
from plyground.serve.advice_room import position_worth


def test_a_hint_is_exact_where_a_solver_knows(page: Client) -> None:
    table = page.ask("new_game", game="tictactoe", position="a1 b1 a2 b2")
    hint = page.ask("get_hint", table=table.table)
    assert (hint.name, hint.exact) == ("a3", True)
    assert hint.sentence == "a3 wins in 1 move with best play."
    assert [move.action for move in hint.moves if move.exact == 1.0] == [6]
    searched = page.ask("new_game", game="mnk(5,5,4)", position="c3")
    hint = page.ask("get_hint", table=searched.table, effort={"simulations": 200})
    assert not hint.exact
    assert re.search(
        r"value .0\.\d\d \[.*\], from \d+ of 200 simulations\. Other moves may be as good\.", hint.sentence
    )


def test_the_worth_of_a_searched_position_is_that_of_the_whole_search_with_its_interval() -> None:
    state = parse_game("mnk(6,6,4)").position("c3")
    found, root = position_worth(state, Budget(simulations=300)), assess(state, 300).worth
    ours, theirs = found.seats[1], found.seats[0]
    assert (ours, found.exact, found.source) == (root, False, "300 simulations")
    assert ours is not None
    assert theirs is not None
    assert (theirs.low, theirs.value, theirs.high) == (-ours.high, -ours.value, -ours.low)


def test_before_a_throw_the_worth_is_the_mean_over_the_outcomes() -> None:
    state = parse_game("pig(target=20)").position("roll")
    found = position_worth(state, Budget(simulations=600))
    parts = []
    for outcome, _ in state.chance():
        after = state.clone()
        after.apply(outcome)
        parts.append(position_worth(after, Budget(simulations=100)).seats[0])
    for bound in ("low", "value", "high"):
        assert getattr(found.seats[0], bound) == pytest.approx(sum(getattr(part, bound) for part in parts) / len(parts))


def test_there_is_no_hint_where_nobody_decides(page: Client) -> None:
    table = page.ask("new_game", game="tictactoe", position="a1 b1 a2 b2 a3")
    with pytest.raises(PlygroundError, match="no seat decides"):
        page.ask("get_hint", table=table.table)


def test_the_bar_follows_the_game(page: Client) -> None:
    table = page.ask("new_game", game="tictactoe", position="a1 b2 a2")
    page.ask("set_bar", table=table.table)
    assert page.wait("evaluation").values == [0.0, 0.0]
    page.ask("play", table=table.table, move="c3")
    bar = page.wait("evaluation", lambda bar: bar.ply == 4)
    assert (bar.values, bar.exact, bar.source) == ([1.0, -1.0], True, "exact")
    page.ask("play", table=table.table, move="a3")
    assert page.wait("evaluation", lambda bar: bar.ply == 5).source == "the game is over"
    page.ask("set_bar", table=table.table, on=False)


def test_the_bar_knows_dice_and_more_than_two_seats(page: Client) -> None:
    pig = page.ask("new_game", game="pig(target=10)", seats=["human", "human"], dice="ask")
    page.ask("set_bar", table=pig.table)
    page.ask("play", table=pig.table, move="roll")
    bar = page.wait("evaluation", lambda bar: bar.ply == 1)
    assert bar.values[0] == pytest.approx(-bar.values[1])
    ludo = page.ask("new_game", game="ludo", dice="ask")
    page.ask("set_bar", table=ludo.table)
    bar = page.wait("evaluation", lambda bar: bar.table == ludo.table)
    assert len(bar.values) == 4


def test_a_review_names_the_blunder_exactly(page: Client) -> None:
    table = page.ask("new_game", game="tictactoe", position="a1 b2 a2 c3 b3")
    review = page.ask("get_review", table=table.table)
    points = review.points
    assert [point.ply for point in points] == [1, 2, 3, 4, 5]
    assert all(point.exact for point in points)
    assert points[3].blunder == "a draw becomes a loss"
    assert points[4].blunder == "a win becomes a draw"
    assert points[4].best.name == "a3"
    assert points[3].mark == "blunder"
    assert points[0].curve == 0.0
    assert points[3].curve == 1.0
    assert len(review.summary) == 2
    streamed = [page.wait("review_point") for _ in range(5)]
    assert [point.ply for point in streamed] == [1, 2, 3, 4, 5]
