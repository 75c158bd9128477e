"""Bad input, in Python and at the C++ boundary: a clear error every time, never a crash."""

import contextlib
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground as pg
from plyground.errors import IllegalAction, PlygroundError
from plyground.games import Nim, State, count_positions, parse_game, perft, random_playouts
from plyground.games import native as native_module
from plyground.games.native import have_native, native_game, native_missing, native_state
from plyground.games.position_laws import short

needs_native = pytest.mark.skipif(not have_native(), reason="needs the C++ core")
TEXTS = [
    "tictactoe",
    "tictactoe(10)",
    "mnk(9,9,5)",
    "mnk(15,15,5)",
    "connect_four",
    "connect_four(12,12)",
    "nim",
    "pig",
]
BOTH = [lambda state: state, pytest.param(native_state, marks=needs_native)]
ends = {
    "tictactoe": "a1 a2 b1 b2 c1",
    "connect_four": "1212121",
    "nim": "a3 b4 c5",
    "pig(target=2)": "roll 2",
}


# Illegal moves


@pytest.mark.parametrize("twin", BOTH)
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("action", [-1, -100, 10_000, 2**31 - 1, 2**63])
def test_an_illegal_action_is_refused(text: str, twin: Callable[[State], State], action: int) -> None:
    state = twin(parse_game(text).initial_state())
    before = state.key()
    with pytest.raises(IllegalAction, match=r"illegal; legal: "):
        state.apply(action)
    assert state.key() == before


@pytest.mark.parametrize("twin", BOTH)
@pytest.mark.parametrize(("text", "moves"), list(ends.items()))
def test_a_finished_game_takes_no_action(text: str, moves: str, twin: Callable[[State], State]) -> None:
    state = twin(parse_game(text).position(moves))
    assert state.actions() == []
    for action in (0, 1, 8):
        with pytest.raises(IllegalAction, match="the game is over"):
            state.apply(action)


@pytest.mark.parametrize("twin", BOTH)
def test_an_illegal_action_is_called_by_its_name(twin: Callable[[State], State]) -> None:
    """People count Connect Four's columns from 1, the library counts actions from 0."""
    full = twin(parse_game("connect_four").position("444444"))
    sentence = re.escape("the move 4 (action number 3) is illegal; legal: 1, 2, 3, 5, 6, 7")
    with pytest.raises(IllegalAction, match=sentence):
        full.require_legal(3)
    with pytest.raises(IllegalAction, match=r"^the action number 99 is illegal; legal: roll$"):
        twin(parse_game("pig").initial_state()).require_legal(99)  # which must not be called "hold"


@pytest.mark.parametrize("twin", BOTH)
def test_a_taken_cell_and_a_full_column_are_refused(twin: Callable[[State], State]) -> None:
    with pytest.raises(IllegalAction):
        twin(parse_game("tictactoe").position("b2")).apply(4)
    with pytest.raises(IllegalAction):
        twin(parse_game("connect_four").position("111111")).apply(0)


@pytest.mark.parametrize("twin", BOTH)
@pytest.mark.parametrize("text", TEXTS)
@given(words=st.text(max_size=6))
@settings(max_examples=30)
def test_any_words_are_a_move_or_an_illegal_action(text: str, twin: Callable[[State], State], words: str) -> None:
    state = twin(parse_game(text).initial_state())
    with contextlib.suppress(IllegalAction):
        assert state.parse_action(words) in state.moves()


@pytest.mark.parametrize("moves", ["z9", "a1 a1", "a1b1zz", [0, 0], [99], "a1 a2 b1 b2 c1 c2"])
def test_wrong_move_lists_are_refused(moves: Any) -> None:
    with pytest.raises(IllegalAction):
        parse_game("tictactoe").position(moves)


# Absurd sizes


@pytest.mark.parametrize(
    "text",
    [
        "mnk(0,3,3)",
        "mnk(20,3,3)",
        "mnk(-1,3,3)",
        "mnk(3,3,0)",
        "tictactoe(1000000000000)",
        "connect_four(1,1,2)",
        "pig(1)",
        "pig(2,0)",
        "pig(2,1001)",
        "nim([100])",
        "nim([-1])",
        "nim([[1]])",
        "nim([1.5])",
        "nim([true])",
    ],
)
def test_absurd_sizes_are_refused(text: str) -> None:
    with pytest.raises(PlygroundError, match=r"must be"):
        parse_game(text)


@pytest.mark.parametrize("heaps", ["345", 7, None, {3, 4}, [], [0], ["3"]])
def test_heaps_are_a_list_of_numbers(heaps: Any) -> None:
    with pytest.raises(PlygroundError, match="heaps must be a list of 1 to 8 numbers from 1 to 99"):
        Nim(heaps)


def test_counts_and_engines_are_checked() -> None:
    game = parse_game("tictactoe")
    for ask in (
        lambda: random_playouts(game, -1),
        lambda: perft(game, -1),
        lambda: perft(game, 1001),
        lambda: count_positions(game, -1),
    ):
        with pytest.raises(PlygroundError, match="must be"):
            ask()
    with pytest.raises(PlygroundError, match="must be one of auto, python, native, not rust"):
        random_playouts(game, 1, engine="rust")
    assert random_playouts(game, 0).wins == (0, 0)


# Corrupt keys


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("tictactoe", b""),
        ("tictactoe", bytes(8)),
        ("tictactoe", bytes([3] * 9)),
        ("tictactoe", bytes([255] * 9)),
        ("tictactoe", bytes([0, 0, 2, 2, 2, 2, 2, 2, 2])),
        ("tictactoe", bytes([1, 2, 2, 2, 2, 2, 2, 2, 2])),
        ("tictactoe", bytes([0, 0, 0, 1, 1, 1, 2, 2, 2])),
        ("mnk(13,13,3)", bytes([0, 0, 0, 1, 1, 1] + [2] * 163)),
        ("mnk(9,9,3)", bytes([0, 0, 0, 1, 1, 1] + [2] * 75)),
        ("connect_four", bytes([2] * 7 + [0] + [2] * 34)),
        ("connect_four(12,12)", bytes([2] * 12 + [0] + [2] * 131)),
        ("connect_four(4,4,2)", bytes([0, 0, 1, 1] + [2] * 12)),
        ("connect_four(12,12,2)", bytes([0, 0, 1, 1] + [2] * 140)),
        ("nim", b""),
        ("nim", bytes([2, 3, 4, 5])),
        ("nim", bytes([0, 4, 4, 5])),
        ("nim", bytes([1, 3, 4, 5])),
        ("nim", bytes([0, 2, 4, 5])),
        ("nim", bytes([0, 255, 255, 255])),
        ("pig", b""),
        ("pig", bytes([2, 0, 0, 0, 0, 0, 0, 0])),
        ("pig", bytes([0, 2, 0, 0, 0, 0, 0, 0])),
        ("pig", bytes([0, 0, 0, 1, 0, 0, 0, 0])),
        ("pig", bytes([0, 0, 0, 100, 0, 0, 0, 0])),
        ("pig", bytes([0, 0, 0, 0, 0, 0, 0, 100])),
        ("pig", bytes([0, 0, 0, 0, 0, 106, 0, 0])),
        ("pig", bytes([0, 1, 0, 0, 0, 100, 0, 0])),
        ("pig", bytes([0, 0, 255, 255, 255, 255, 255, 255])),
    ],
)
def test_a_corrupt_key_is_refused_by_both(text: str, key: bytes) -> None:
    game = parse_game(text)
    with pytest.raises(PlygroundError):
        game.state_from_key(key)
    if have_native():
        from plyground import _native

        with pytest.raises(ValueError, match=r"."):
            _native.state_from_key(native_game(game), key)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=r"."):
            native_game(game).perft(key, 1)  # type: ignore[union-attr]


def _keys(text: str) -> st.SearchStrategy[bytes]:
    """Keys of the right length more often than chance would give."""
    size = len(parse_game(text).initial_state().key())  # type: ignore[arg-type]
    cells = st.sampled_from([0, 1, 2, 2, 2, 2, 2, 3, 99, 255])
    return st.binary(max_size=12) | st.lists(cells, min_size=size, max_size=size).map(bytes)


@needs_native
@pytest.mark.parametrize(
    "text", ["tictactoe", "mnk(2,2,2)", "connect_four(2,2,2)", "connect_four(3,19,2)", "nim([2,1])", "pig"]
)
@given(data=st.data())
@settings(max_examples=150)
def test_both_languages_take_the_same_keys(text: str, data: st.DataObject) -> None:
    from plyground import _native

    game = parse_game(text)
    key = data.draw(_keys(text))
    try:
        state = game.state_from_key(key)
    except PlygroundError:
        with pytest.raises(ValueError, match=r"."):
            _native.state_from_key(native_game(game), key)  # type: ignore[arg-type]
    else:
        twin = native_state(state)
        assert (twin.key(), twin.player, twin.actions()) == (key, state.player, state.actions())
        assert twin.heuristic() == state.heuristic()


# The C++ boundary


@needs_native
@given(
    name=st.sampled_from(["mnk", "connect_four", "nim", "pig"]) | st.text(max_size=8),
    parameters=st.lists(st.integers(-3, 25) | st.integers(-(2**40), 2**40), max_size=9),
    moves=st.lists(st.integers(-2, 30) | st.integers(-(2**40), 2**40), max_size=12),
)
@settings(max_examples=400)
def test_the_native_boundary_never_crashes(name: str, parameters: list[int], moves: list[int]) -> None:
    from plyground import _native

    try:
        game = _native.game(name, parameters)
    except (ValueError, TypeError):
        return
    state = _native.initial_state(game)
    for move in moves:
        with contextlib.suppress(ValueError, TypeError):
            state.apply(move)
        assert len(state.returns()) == game.num_players
        assert len(state.heuristic()) == game.num_players
        state.settled(), state.chance(), state.actions()
        assert _native.state_from_key(game, state.key()).key() == state.key()
    clone = state.clone()
    del state, game  # a state keeps its game alive
    assert clone.player >= -2
    clone.actions(), clone.key(), clone.heuristic()


@needs_native
@pytest.mark.parametrize("junk", [None, 3, "text", b"", [], object()])
def test_junk_instead_of_a_native_game(junk: Any) -> None:
    from plyground import _native

    for ask in (
        lambda: _native.initial_state(junk),
        lambda: _native.state_from_key(junk, b""),
        lambda: _native.Game.perft(junk, b"", 1),
        lambda: _native.State.apply(junk, 1),
        lambda: _native.game("mnk", junk),
    ):
        with pytest.raises((TypeError, ValueError)):
            ask()
    for unusable in (lambda: _native.Game(), lambda: _native.State()):
        with pytest.raises(TypeError):
            unusable()


@needs_native
@pytest.mark.parametrize("depth", [-1, 1001, 2**40])
def test_absurd_depths_are_refused_at_the_boundary(depth: int) -> None:
    game = native_game(parse_game("tictactoe"))
    assert game is not None
    with pytest.raises((TypeError, ValueError)):
        game.perft(bytes([2] * 9), depth)


# Without the C++ core


def test_without_the_core_python_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_module, "_core", lambda: None)
    game = parse_game("tictactoe")
    assert not native_module.have_native()
    assert native_game(game) is None
    assert random_playouts(game, 10).games == 10
    assert perft(game, 2) == [1, 9, 72]
    for ask in (
        lambda: random_playouts(game, 1, engine="native"),
        lambda: native_state(game.initial_state()),
    ):
        with pytest.raises(PlygroundError) as caught:
            ask()
        assert str(caught.value) == native_missing()


@pytest.mark.parametrize("number", [-1, 2.0, "2", None, True])
@pytest.mark.parametrize(
    "call",
    [
        lambda number: pg.perft("nim", number),
        lambda number: pg.random_playouts("nim", number),
        lambda number: pg.train("q_learning", "tictactoe", number),
    ],
    ids=["perft", "random_playouts", "train"],
)
def test_a_count_is_a_whole_number(call: Callable[[Any], object], number: Any) -> None:
    with pytest.raises(PlygroundError, match=r"(the depth|the number of (games|episodes)) must be"):
        call(number)


def test_numbers_of_another_library_are_shown_as_such() -> None:
    numpy = pytest.importorskip("numpy")
    assert short([numpy.int64(3), 4]) == "numpy.int64(3) 4"
