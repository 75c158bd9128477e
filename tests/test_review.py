"""The review of games: exact on known games, honest where a search judges."""

from dataclasses import dataclass

import pytest

from plyground.errors import PlygroundError
from plyground.games import CHANCE, TERMINAL, Game, State, parse_game
from plyground.review import assess, review_game


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
