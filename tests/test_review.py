"""The review of games: exact on known games, honest where a search judges."""

import time
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from plyground.errors import PlygroundError
from plyground.games import CHANCE, TERMINAL, Game, State, parse_game
from plyground.review import assess, review_game
from plyground.search import Budget
from plyground.solve import best_play


def test_tic_tac_toe_where_an_edge_loses_to_the_centre() -> None:
    review = review_game("tictactoe", "b2 a2 a1 c3 c1 a3 b1")
    assert [(ply.name, ply.blunder) for ply in review.blunders] == [("a2", "a draw becomes a loss")]
    assert [ply.worth.value for ply in review.plies if ply.worth] == [0, -1, 1, -1, 1, -1, 1]
    assert all(ply.worth and ply.worth.exact for ply in review.plies)
    blunder = review.blunders[0]
    assert (blunder.number, blunder.player, blunder.drop) == (2, 1, 1.0)
    assert blunder.best is not None
    assert blunder.best.name in ("a1", "c1", "a3", "c3")  # the corners draw


def test_a_win_that_is_not_taken() -> None:
    # X completes the left column with a3; c3 gives O the middle one.
    review = review_game("tictactoe", "a1 b1 a2 b2 c3 b3")
    last_of_x = review.plies[4]
    assert (last_of_x.blunder, last_of_x.best and last_of_x.best.name) == ("a win becomes a loss", "a3")


def test_a_slower_win_is_no_blunder() -> None:
    assert not review_game("tictactoe", "b2 a2 a1 c3 c1").plies[4].blunder  # b1 and c1 both win


def test_connect_four_by_its_solver() -> None:
    pytest.importorskip("plyground._native", reason="the solver is part of the C++ core")
    review = review_game("connect_four", "1122334")
    assert {ply.number: ply.blunder for ply in review.blunders} == {
        1: "a win becomes a loss",  # an edge loses
        2: "a win becomes a loss",  # the answer above it gives the win back
        3: "a win becomes a draw",
        5: "a draw becomes a loss",
        6: "a win becomes a loss",
    }
    assert not review_game("connect_four", "444444").blunders
    assert assess(parse_game("connect_four").initial_state()).line[:5] == ["4"] * 5


def test_a_search_finds_the_blunder_of_a_game_it_cannot_solve() -> None:
    # O must stop the three in column c at c5; a5 does not.
    review = review_game("mnk(5,5,4)", "c3 c1 c2 a1 c4 a5 c5", simulations=2000)
    assert [(ply.number, ply.best and ply.best.name) for ply in review.blunders] == [(6, "c5")]
    best = review.plies[6].best
    assert best is not None
    assert (best.exact, best.value) == (True, 1.0)  # the winning move is proven
    assert not review.plies[6].blunder


def test_dice_have_no_worth_and_decisions_have_intervals() -> None:
    review = review_game("pig", "roll 6 roll 6 roll 6 roll 6 hold", simulations=500)
    assert [ply.player for ply in review.plies[:3]] == [0, CHANCE, 0]
    assert review.plies[1].worth is None
    worth = review.plies[-1].worth
    assert worth is not None
    assert worth.low < worth.value < worth.high
    assert not worth.exact


def test_holding_two_points_before_victory_is_found_out() -> None:
    # Both hold at 18 of 20 points, where any roll but a 1 wins.
    moves = "roll 6 roll 6 hold roll 6 roll 6 roll 6 hold roll 6 hold"
    review = review_game("pig(target=20)", moves, simulations=2000)
    assert [(ply.number, ply.name, ply.player) for ply in review.blunders] == [(12, "hold", 1), (15, "hold", 0)]
    # Roll: 5/6 to win. Hold: the other player has that chance first. The exact difference is above 4/3.
    assert review.blunders[1].drop > 1.2


@dataclass(frozen=True)
class Coin(Game):
    """Say 0 for a coin that wins or loses, 1 for a certain loss."""

    name = "coin"
    num_players = 2

    def initial_state(self) -> "CoinState":
        return CoinState(self)


class CoinState(State):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.player, self.won = 0, False

    def actions(self) -> list[int]:
        return [0, 1] if self.player == 0 else []

    def chance(self) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)] if self.player == CHANCE else []

    def apply(self, action: int) -> None:
        self.won = self.player == CHANCE and action == 1
        self.player = CHANCE if self.player == 0 and action == 0 else TERMINAL

    def returns(self) -> list[float]:
        return [1.0, -1.0] if self.won else [-1.0, 1.0]


def test_an_exact_value_with_dice_is_no_certain_result() -> None:
    throw, lose = assess(Coin().initial_state()).moves
    assert (throw.value, throw.exact, throw.certain, throw.words) == (0.0, True, False, "value +0.00")
    assert (lose.value, lose.certain, lose.words) == (-1.0, True, "loses in 1 move")
    assert review_game(Coin(), [1]).blunders[0].blunder == "costs 1.00"


@dataclass(frozen=True)
class Luck(Game):
    """Three picks among 40 numbers, which do not matter, and a coin: the worth of every move is 0."""

    name = "luck"
    num_players = 2

    def initial_state(self) -> "LuckState":
        return LuckState(self)


class LuckState(State):
    seconds: ClassVar[float] = 0.0  # what the moves have taken, by a clock of the test's own

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.player, self.picks, self.won = 0, [0, 0, 0], False

    def actions(self) -> list[int]:
        return list(range(40)) if self.player >= 0 else []

    def chance(self) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)] if self.player == CHANCE else []

    def apply(self, action: int) -> None:
        LuckState.seconds += 1.0
        if self.player == CHANCE:
            self.won, self.player = action == 1, TERMINAL
        else:
            self.picks = [*self.picks[1:], action + 1]
            self.player = CHANCE if self.picks[0] else 1 - self.player

    def returns(self) -> list[float]:
        return [1.0, -1.0] if self.won else [-1.0, 1.0]


def test_the_worth_of_a_position_is_not_that_of_its_luckiest_move() -> None:
    found = [assess(Luck().initial_state(), 200, seed) for seed in range(20)]
    assert not any(one.exact or one.is_clear for one in found)
    assert sum(one.worth.low < 0.0 < one.worth.high for one in found) >= 17
    assert all(one.best.value > one.worth.high for one in found)  # the best of 40 means of a few coins each
    assert found[0].to_dict()["worth"] == found[0].worth.to_dict()


def test_the_worth_of_a_solved_or_proven_position_is_exact() -> None:
    solved = assess(parse_game("tictactoe").position("a1 b1 a2 b2"))
    proven = assess(parse_game("mnk(5,5,4)").position("c3 c1 c2 a1 c4 a5"), 2000)
    for found in (solved, proven):
        assert (found.exact, found.is_clear, found.worth.value) == (True, True, 1.0)


@pytest.mark.parametrize("seconds", [2000, 20_000])
def test_an_assessment_keeps_to_its_seconds(seconds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At 1 s per move, neither the attempt to solve the game nor the search may take more than the budget."""
    state = Luck().initial_state()
    monkeypatch.setattr(time, "perf_counter", lambda: LuckState.seconds)
    monkeypatch.setattr(best_play, "_too_large", set())
    best_play._table.cache_clear()
    begin = LuckState.seconds
    found = assess(state, Budget(seconds=seconds))
    assert seconds / 2 - 10 <= LuckState.seconds - begin <= seconds + 10  # ten: two simulations
    assert 0 < found.simulations <= seconds / 3
    with pytest.raises(PlygroundError, match="no simulation of luck ended within the budget"):
        assess(state, Budget(seconds=0))


def test_a_time_budget_holds_where_the_exact_solver_would_take_days() -> None:
    pytest.importorskip("plyground._native", reason="the solver is part of the C++ core")
    state = parse_game("connect_four(7,8)").position("4")
    found = assess(state, Budget(seconds=0.5))
    assert (found.exact, found.simulations > 0, len(found.moves)) == (False, True, 8)
    assert found.line == found.searched_line


def test_the_line_of_a_solved_position_keeps_to_the_seconds() -> None:
    pytest.importorskip("plyground._native", reason="the solver is part of the C++ core")
    whole = assess(parse_game("connect_four").position("4444"))  # its moves are in the opening table, later ones not
    short = replace(whole, line_seconds=0.0).line
    assert whole.exact
    assert 0 < len(short) < len(whole.line) == 8
    assert whole.line[: len(short)] == short


def test_three_players() -> None:
    review = review_game("pig(players=3, target=20)", "roll 6 roll 6 hold roll 2 hold roll 3", simulations=300)
    assert all(ply.worth is not None for ply in review.plies if ply.player != CHANCE)


def test_the_same_seed_gives_the_same_review() -> None:
    first, second = (review_game("mnk(5,5,4)", "c3 b2 a1", simulations=300).to_dict() for _ in range(2))
    assert first == second


def test_moves_that_cannot_be() -> None:
    with pytest.raises(PlygroundError, match="legal: 1, 2"):
        review_game("connect_four", [9])
    with pytest.raises(PlygroundError, match="move 2 comes after the end"):
        review_game("nim([1])", [0, 0])
    with pytest.raises(PlygroundError, match="the game is over"):
        assess(parse_game("nim([1])").position("a1"))
