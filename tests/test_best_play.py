"""Exact moves: theory, a second solver, and play to the end as oracles."""

import random

import pytest

from plyground.agents import Minimax
from plyground.errors import PlygroundError
from plyground.games import TERMINAL, Game, State, parse_game
from plyground.solve import exact_moves
from plyground.solve.best_play import _enumerated, _has_solver, _is_large


def random_positions(game: Game, count: int, seed: int) -> list[State]:
    """Unfinished positions of random games."""
    draw, found = random.Random(seed), []
    while len(found) < count:
        state = game.initial_state()
        for _ in range(draw.randrange(9)):
            if state.player != TERMINAL:
                state.apply(draw.choice(state.actions()))
        if state.player != TERMINAL:
            found.append(state)
    return found


def plies_of_best_play(state: State) -> int:
    plies = 0
    while state.player != TERMINAL:
        moves = exact_moves(state)
        assert moves is not None
        state.apply(moves[0].action)
        plies += 1
    return plies


def test_tic_tac_toe_agrees_with_minimax() -> None:
    minimax = Minimax()
    for state in random_positions(parse_game("tictactoe"), 100, seed=1):
        moves = exact_moves(state)
        assert moves is not None
        best = minimax._best(state)
        value = moves[0].values[state.player]
        assert {m.action for m in moves if m.values[state.player] == value} == {action for action, _ in best}
        assert list(moves[0].values) == best[0][1]
        assert plies_of_best_play(state.clone()) == moves[0].plies


def test_a_win_in_one_comes_first() -> None:
    moves = exact_moves(parse_game("tictactoe").position("a1 b1 a2 b2"))
    assert moves is not None
    assert (moves[0].action, moves[0].plies) == (6, 1)  # a3
    assert moves[-1].values == (-1.0, 1.0)


@pytest.mark.parametrize("heaps", [(3, 4, 5), (1, 2, 3), (7, 7), (2, 5, 7, 1)])
def test_nim_agrees_with_bouton(heaps: tuple[int, ...]) -> None:
    game = parse_game(f"nim([{','.join(map(str, heaps))}])")
    moves = exact_moves(game.initial_state())
    assert moves is not None
    for move in moves:
        state = game.position([move.action])
        key = state.key()
        assert isinstance(key, bytes)
        balance = 0
        for heap in key[1:]:
            balance ^= heap
        assert move.values == ((1.0, -1.0) if balance == 0 else (-1.0, 1.0))


def test_the_connect_four_solver_and_enumeration_agree() -> None:
    pytest.importorskip("plyground._native", reason="the solver is part of the C++ core")
    small = parse_game("connect_four(rows=3, cols=4)")
    assert _has_solver(small)
    for state in random_positions(small, 60, seed=2):
        solved, listed = exact_moves(state), _enumerated(state)
        assert solved is not None
        assert listed is not None
        assert sorted(solved, key=lambda m: m.action) == sorted(listed, key=lambda m: m.action)


def test_connect_four_theory() -> None:
    pytest.importorskip("plyground._native", reason="the solver is part of the C++ core")
    moves = exact_moves(parse_game("connect_four").initial_state())
    assert moves is not None
    # Allis 1988: the centre wins with the 41st stone, its neighbours draw, the others lose.
    assert {m.action: m.values[0] for m in moves} == {0: -1, 1: -1, 2: 0, 3: 1, 4: 0, 5: -1, 6: -1}
    assert (moves[0].action, moves[0].plies) == (3, 41)


@pytest.mark.parametrize("game", ["pig", "ludo", "mnk(5,5,4)", "connect_four(k=5)"])
def test_games_that_cannot_be_solved(game: str) -> None:
    state = parse_game(game).initial_state()
    if state.player < 0:
        state.apply(6)
    assert exact_moves(state) is None


def test_nobody_decides_at_the_end() -> None:
    with pytest.raises(PlygroundError, match="the game is over"):
        exact_moves(parse_game("nim([1])").position("a1"))


@pytest.mark.parametrize(
    ("game", "large"),
    [("tictactoe", False), ("nim", False), ("pig", False), ("mnk(3,4,3)", False), ("mnk(6,6,4)", True)],
)
def test_random_games_show_that_a_game_is_too_large_to_solve(game: str, large: bool) -> None:
    assert _is_large(parse_game(game)) is large
