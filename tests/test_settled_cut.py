"""Random play stops where no line can be completed any more: the cut changes no result."""

from functools import cache

import pytest

from plyground.games import TERMINAL, State, parse_game, random_playouts
from plyground.games.native import have_native
from plyground.rng import Rng

SMALL = ["tictactoe", "mnk(3,3,2)", "mnk(2,5,4)", "mnk(1,9,4)"]


@cache
def positions(text: str) -> dict[bytes, State]:
    """Every position that play can reach."""
    found: dict[bytes, State] = {}
    todo = [parse_game(text).initial_state()]
    while todo:
        state = todo.pop()
        key = state.key()
        assert isinstance(key, bytes)
        if key in found:
            continue
        found[key] = state
        for action in state.actions():
            child = state.clone()
            child.apply(action)
            todo.append(child)
    return found


@pytest.mark.parametrize("text", SMALL)
def test_from_a_settled_position_every_continuation_is_a_draw(text: str) -> None:
    seen = positions(text)
    cut = {key for key, state in seen.items() if state.settled() is not None}
    for key in cut:
        # Every child is settled too, or the end: so by induction every continuation is.
        state = seen[key]
        assert state.settled() == [0.0, 0.0]
        if state.player == TERMINAL:
            assert state.returns() == [0.0, 0.0]
        for action in state.actions():
            child = state.clone()
            child.apply(action)
            assert child.key() in cut


@pytest.mark.parametrize("text", SMALL)
def test_the_cut_is_as_early_as_can_be(text: str) -> None:
    """No position is missed in which each line has stones of both seats."""
    seen = positions(text)
    for state in seen.values():
        winnable = any(_completable(state, seat) for seat in (0, 1))
        assert (state.settled() is None) == winnable


def _completable(state: State, seat: int) -> bool:
    """With every empty cell filled by this seat, is there a line? Without plyground's line tables."""
    rows, cols, k = state.rows, state.cols, state.k  # type: ignore[attr-defined]
    full = [stone in (seat, 2) for stone in state.cells]  # type: ignore[attr-defined]
    for row in range(rows):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, col + i * right) for i in range(k)]
                if all(r < rows and 0 <= c < cols and full[r * cols + c] for r, c in cells):
                    return True
    return False


@pytest.mark.skipif(not have_native(), reason="needs the C++ core")
@pytest.mark.parametrize("n", [3, 4, 5])
def test_tallies_with_and_without_the_cut_agree(n: int) -> None:
    """Wins, draws and losses of games played to the last cell, against those with the cut."""
    game = parse_game(f"tictactoe({n})")
    games = 3000
    to_the_end = [0, 0, 0]
    for stream in range(games):
        rng = Rng(5, stream)
        state = game.initial_state()
        while state.player != TERMINAL:
            actions = state.actions()
            state.apply(actions[rng.below(len(actions))])
        to_the_end[int(state.returns()[0])] += 1
    cut = random_playouts(game, games, seed=6)
    for one, other in zip(
        (to_the_end[1], to_the_end[0], to_the_end[-1]), (cut.wins[0], cut.draws, cut.wins[1]), strict=True
    ):
        share = (one + other) / (2 * games)
        # Five standard deviations of the difference of two shares.
        assert abs(one - other) / games < 5 * (2 * share * (1 - share) / games) ** 0.5


@pytest.mark.parametrize("n", [3, 4])
def test_with_the_same_draws_the_cut_changes_nothing(n: int) -> None:
    game = parse_game(f"tictactoe({n})")
    for stream in range(300):
        state, cut_value = game.initial_state(), None
        rng = Rng(7, stream)
        while state.player != TERMINAL:
            cut_value = state.settled() if cut_value is None else cut_value
            actions = state.actions()
            state.apply(actions[rng.below(len(actions))])
        assert cut_value in (None, state.returns())
