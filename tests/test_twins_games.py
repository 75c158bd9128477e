"""Every game in Python and in C++, state by state along random games, and thousands of whole random games."""

import pytest
from search_helpers import other_games

from plyground.games import TERMINAL, check_game, parse_game, random_playouts
from plyground.games.native import have_native, native_game, native_state
from plyground.rng import Rng

pytestmark = pytest.mark.skipif(not have_native(), reason="needs the C++ core")

# (game, random games state by state, random games by their tally). The boards cover every C++ board type:
# cells in 1, 2 and 6 words; lines counted in 1 and 2 words, by mask, and too many to list.
GAMES = [
    ("tictactoe(1)", 3, 100),
    ("tictactoe(2)", 10, 500),
    ("tictactoe", 60, 4000),
    ("tictactoe(4)", 20, 1000),
    ("tictactoe(5)", 12, 800),
    ("tictactoe(7)", 4, 300),
    ("tictactoe(8)", 3, 200),
    ("tictactoe(9)", 2, 100),
    ("tictactoe(10)", 2, 100),
    ("tictactoe(12)", 1, 40),
    ("tictactoe(19)", 1, 8),
    ("mnk(1,1,1)", 3, 50),
    ("mnk(1,2,2)", 3, 50),
    ("mnk(3,3,1)", 5, 200),
    ("mnk(3,3,2)", 10, 500),
    ("mnk(1,7,3)", 20, 500),
    ("mnk(1,5,5)", 10, 500),
    ("mnk(7,1,7)", 10, 500),
    ("mnk(4,3,3)", 20, 2000),
    ("mnk(5,5,4)", 10, 600),
    ("mnk(6,6,4)", 6, 300),
    ("mnk(8,8,5)", 3, 100),
    ("mnk(2,19,19)", 4, 300),
    ("mnk(7,13,8)", 2, 60),
    ("mnk(11,11,11)", 1, 50),
    ("mnk(9,9,5)", 2, 40),
    ("mnk(10,13,5)", 1, 20),
    ("mnk(15,15,5)", 1, 10),
    ("connect_four", 20, 800),
    ("connect_four(1,1,1)", 3, 50),
    ("connect_four(1,19,3)", 5, 200),
    ("connect_four(19,1,3)", 5, 200),
    ("connect_four(4,4,4)", 20, 800),
    ("connect_four(5,6,3)", 10, 500),
    ("connect_four(6,9,5)", 4, 150),
    ("connect_four(7,8,4)", 5, 200),
    ("connect_four(8,8,4)", 3, 100),
    ("connect_four(3,16,3)", 5, 200),
    ("connect_four(9,12,4)", 2, 50),
    ("connect_four(19,19,6)", 1, 6),
    ("nim", 60, 3000),
    ("nim([1])", 3, 50),
    ("nim([9])", 20, 1000),
    ("nim([1,1,1,1,1,1,1,1])", 10, 500),
    ("nim([99,99])", 2, 300),
    ("nim([2,99,5,1,30,6,7,64])", 2, 50),
    ("pig(target=1)", 20, 500),
    ("pig(target=20)", 20, 500),
    ("pig", 3, 60),
    ("pig(3,50)", 5, 100),
    ("pig(4,1000)", 1, 2),
    ("pig(8,20)", 5, 100),
]

GAMES += [(text, 3, 50) for text in other_games(text for text, _, _ in GAMES)]


@pytest.mark.parametrize(("text", "by_state", "by_tally"), GAMES)
def test_twins_agree(text: str, by_state: int, by_tally: int) -> None:
    game = parse_game(text)
    report = check_game(game, by_state, seed=1)
    assert report.ok, str(report)
    assert report.checks["twin"] > by_state
    assert random_playouts(game, by_tally, 2, "python") == random_playouts(game, by_tally, 2, "native")


@pytest.mark.parametrize("text", ["tictactoe(4)", "mnk(6,6,4)", "tictactoe(9)", "connect_four", "pig(3,40)", "nim"])
def test_a_twin_can_start_anywhere(text: str) -> None:
    """From every position of some games, a twin made from the key plays on as the Python state does."""
    game = parse_game(text)
    assert native_game(game) is native_game(parse_game(text))
    for stream in range(3):
        python, rng = game.initial_state(), Rng(3, stream)
        while python.player != TERMINAL:
            twin = native_state(python)
            assert (twin, twin.player, twin.actions()) == (python, python.player, python.actions())
            assert twin.settled() == python.settled()
            assert str(twin) == str(python)
            moves = python.moves()
            move = moves[rng.below(len(moves))]
            assert twin.parse_action(twin.action_name(move)) == move
            twin.apply(move)
            python.apply(move)
            assert twin.key() == python.key()
