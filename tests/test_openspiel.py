"""The rules against an independent referee: OpenSpiel's games, played side by side."""

from typing import Any

import pytest

from plyground.games import TERMINAL, Game, State, parse_game
from plyground.rng import Rng

pyspiel = pytest.importorskip("pyspiel", reason="needs open_spiel, the independent referee")


def play_side_by_side(game: Game, referee: Any, games: int) -> None:
    """Random games: the same mover, legal actions, end and returns after every move."""
    for stream in range(games):
        rng = Rng(20, stream)
        state: State = game.initial_state()
        other = referee.new_initial_state()
        while True:
            assert (state.player == TERMINAL) == other.is_terminal()
            if state.player == TERMINAL:
                assert state.returns() == other.returns()
                break
            assert state.player == other.current_player()
            actions = state.actions()
            assert actions == other.legal_actions()
            action = actions[rng.below(len(actions))]
            state.apply(action)
            other.apply_action(action)


def test_tictactoe() -> None:
    play_side_by_side(parse_game("tictactoe"), pyspiel.load_game("tic_tac_toe"), 300)


@pytest.mark.parametrize(("rows", "cols", "k"), [(3, 3, 3), (4, 3, 3), (5, 5, 4), (3, 6, 4), (8, 7, 5), (15, 15, 5)])
def test_mnk(rows: int, cols: int, k: int) -> None:
    # OpenSpiel's m is the number of columns, n of rows.
    referee = pyspiel.load_game(f"mnk(m={cols},n={rows},k={k})")
    play_side_by_side(parse_game(f"mnk({rows},{cols},{k})"), referee, 5 if rows == 15 else 60)


@pytest.mark.parametrize(("rows", "cols", "k"), [(6, 7, 4), (4, 4, 4), (5, 6, 3), (8, 9, 5)])
def test_connect_four(rows: int, cols: int, k: int) -> None:
    referee = pyspiel.load_game("connect_four", {"rows": rows, "columns": cols, "x_in_row": k})
    play_side_by_side(parse_game(f"connect_four({rows},{cols},{k})"), referee, 100)
