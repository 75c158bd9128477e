"""Ludo: keys of positions, the C++ twin, and OpenSpiel's maedn as referee."""

import itertools
import random

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from search_helpers import needs_native

from plyground.errors import PlygroundError
from plyground.games import CHANCE, TERMINAL, Ludo, parse_game
from plyground.games.ludo_rules import PRESETS, STACKS
from plyground.rng import Rng

try:
    from plyground import _native
except ImportError:
    _native = None

FLAGS = (
    "full_lap",
    "slots",
    "enter_on_one",
    "entry_by_roll",
    "must_enter",
    "clear_start",
    "six_again",
    "three_sixes",
    "safe",
    "capture",
    "exact",
)
YARD = [0, 0, 0, 0]
TWO = "ludo(players=2)"
THESIS = "ludo(players=2, rules=thesis)"
MAEDN = "ludo(players=2, rules=maedn)"


# --- Keys ---


@pytest.mark.parametrize("rules", PRESETS)
def test_key_round_trip(rules):
    game = Ludo(rules=rules, players=3)
    for state in walk(game, seed=5):
        again = game.state_from_key(state.key())
        assert again == state
        assert again.player == state.player
        assert again.actions() == state.actions()


NO_POSITIONS = [
    (TWO, [0] * 10, "a position is 11 bytes, not 10"),
    (TWO, [0, 0, 5, 3, *YARD, 0, 0, 0], "sorted steps from 0 to 57"),
    (TWO, [0, 0, 0, 58, *YARD, 0, 0, 0], "sorted steps from 0 to 57"),
    (TWO, [*YARD, *YARD, 2, 0, 0], "no seat 2"),
    (TWO, [*YARD, *YARD, 0, 7, 0], "no roll 7"),
    (TWO, [*YARD, *YARD, 0, 6, 0], "0 sixes in a row are impossible with a roll of 6"),
    (TWO, [*YARD, *YARD, 0, 0, 3], "3 sixes in a row"),
    (THESIS, [*YARD, *YARD, 0, 6, 1], "1 sixes in a row"),
    (TWO, [0, 0, 0, 6, 0, 0, 0, 32, 0, 0, 0], "two seats cannot share square 5"),
    (TWO, [0, 0, 9, 9, 0, 0, 35, 35, 0, 0, 0], "two seats cannot share square 8"),
    (MAEDN, [0, 0, 6, 6, *YARD, 0, 0, 0], "two tokens of one seat cannot share step 6"),
    (TWO, [57] * 4 + YARD + [1, 0, 0], "a game ends with the move"),
    (TWO, [57] * 8 + [0, 0, 0], "a game ends with the move"),
]


@pytest.mark.parametrize(("game", "key", "message"), NO_POSITIONS)
def test_keys_that_are_no_position(game, key, message):
    with pytest.raises(PlygroundError, match=message):
        parse_game(game).state_from_key(bytes(key))


@needs_native
@pytest.mark.parametrize(("game", "key", "message"), NO_POSITIONS)
def test_native_keys_that_are_no_position(game, key, message):
    with pytest.raises(ValueError, match="ludo: "):
        _native.state_from_key(_native.game(*parse_game(game).twin), bytes(key))


# --- The twin ---


def walk(game, seed):
    """The states of one random game."""
    rng = Rng(seed)
    state = game.initial_state()
    yield state
    while state.player != TERMINAL:
        moves = state.moves()
        state.apply(moves[rng.below(len(moves))])
        yield state


def assert_same(state, twin):
    assert twin.key() == state.key()
    assert twin.player == state.player
    assert twin.actions() == state.actions()
    assert twin.chance() == state.chance()
    assert twin.heuristic() == state.heuristic()
    assert twin.settled() == state.settled()


def play_side_by_side(game, seed):
    rng = random.Random(seed)
    native = _native.game(*game.twin)
    state, twin = game.initial_state(), _native.initial_state(native)
    while state.player != TERMINAL:
        assert_same(state, twin)
        actions = state.actions()
        assert actions == sorted(set(actions))
        assert all(0 <= action < 64 for action in actions)
        assert_same(state, _native.state_from_key(native, state.key()))
        move = rng.choice(state.moves())
        state.apply(move)
        twin.apply(move)
    assert_same(state, twin)
    assert twin.returns() == state.returns()
    assert sorted(state.returns()) == [-1.0] * (game.num_players - 1) + [1.0]


@needs_native
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", PRESETS)
def test_twin_walks_the_same_games(rules, players):
    for seed in range(3):
        play_side_by_side(Ludo(rules=rules, players=players), seed)


@st.composite
def any_rules(draw):
    options = {flag: draw(st.booleans()) for flag in FLAGS}
    options["three_sixes"] &= options["six_again"]
    options["safe"] &= options["capture"]
    track = draw(st.sampled_from(range(24, 53, 4)))
    home = draw(st.integers(1, (track // 4 - 1) // 2))
    return Ludo(
        players=draw(st.integers(2, 4)),
        track=track,
        home=home,
        tokens=draw(st.integers(1, min(4, home) if options["slots"] else 4)),
        stack=draw(st.sampled_from(STACKS)),
        **options,
    )


@needs_native
@settings(max_examples=120, deadline=None, derandomize=True)
@given(any_rules(), st.integers(0, 1000))
def test_twin_and_end_under_any_rules(game, seed):
    assert parse_game(str(game)) == game
    play_side_by_side(game, seed)


@needs_native
@settings(max_examples=150, deadline=None, derandomize=True)
@given(any_rules())
def test_every_random_game_ends_with_one_winner(game):
    wins, draws = _native.game(*game.twin).random_playouts(100, 7)
    assert sum(wins) == 100
    assert draws == 0


@needs_native
@pytest.mark.parametrize("text", ["ludo", "ludo(rules=thesis, players=3)", "ludo(rules=maedn, players=2)"])
def test_random_games_spend_the_same_draws(text):
    game = parse_game(text)
    wins = [0] * game.num_players
    for stream in range(12):
        rng = Rng(3, stream)
        state = game.initial_state()
        while state.player != TERMINAL:
            if state.player == CHANCE:
                state.apply(rng.outcome(state.chance()))
            else:
                actions = state.actions()
                state.apply(actions[rng.below(len(actions))])
        wins[state.returns().index(1.0)] += 1
    assert _native.game(*game.twin).random_playouts(12, 3) == (wins, 0)


@needs_native
def test_seats_are_equally_strong_under_random_play():
    """A fair game but for who rolls first; the standard error of 40,000 games is 0.2 points."""
    wins, _ = _native.game(*Ludo().twin).random_playouts(40_000, 11)
    assert all(abs(won / 40_000 - 0.25) < 0.02 for won in wins)


@st.composite
def rules_and_key(draw):
    """Any rules, and bytes that are nearly, or nothing like, a position of them."""
    game = draw(any_rules())
    book = game.rule_book
    if draw(st.integers(0, 4)) == 0:
        return game, draw(st.binary(max_size=24))
    step = st.just(0) | st.integers(0, book.last + (draw(st.integers(0, 9)) == 0))
    seats = [sorted(draw(st.lists(step, min_size=book.tokens, max_size=book.tokens))) for _ in range(book.players)]
    rest = [
        draw(st.integers(0, book.players)),
        draw(st.integers(0, 7)),
        draw(st.sampled_from([0, 0, 0, 1, 2, 3, 4])),
    ]
    return game, bytes([*itertools.chain(*seats), *rest])


@needs_native
@settings(max_examples=500, deadline=None, derandomize=True)
@given(rules_and_key())
def test_native_keys_are_checked_byte_by_byte(rules_key):
    """Both languages accept the same bytes, and can play on from them."""
    game, key = rules_key
    native = _native.game(*game.twin)
    try:
        state = game.state_from_key(key)
    except PlygroundError:
        event("refused")
        with pytest.raises(ValueError, match="ludo: "):
            _native.state_from_key(native, key)
        return
    event("accepted")
    twin = _native.state_from_key(native, key)
    assert_same(state, twin)
    for move in state.moves():
        child, twin_child = state.clone(), twin.clone()
        child.apply(move)
        twin_child.apply(move)
        assert_same(child, twin_child)


@needs_native
@pytest.mark.parametrize(
    ("index", "value"),
    [(0, 1), (0, 5), (1, 20), (1, 56), (1, 50), (2, 0), (2, 7), (3, 0), (3, 5), (15, 3), (15, -1)],
)
def test_native_refuses_bad_rules(index, value):
    name, numbers = Ludo().twin
    bad = list(numbers)
    bad[index] = value
    with pytest.raises(ValueError, match="ludo: "):
        _native.game(name, bad)
    with pytest.raises(ValueError, match="ludo: "):
        _native.game(name, bad[:-1])


# --- The referee ---


def same_as_openspiel(pyspiel, state, players, rng):
    """One random game of our maedn and of OpenSpiel's; our actions have the numbers that theirs have."""
    theirs = pyspiel.load_game(f"maedn(players={players})").new_initial_state()
    while not theirs.is_terminal():
        assert state.player == theirs.current_player()
        if theirs.is_chance_node():
            chance = state.chance()
            assert chance == [(outcome + 1, p) for outcome, p in theirs.chance_outcomes()]
            roll, _ = rng.choice(chance)
            theirs.apply_action(roll - 1)
            state.apply(roll)
        else:
            actions = state.actions()
            assert actions == theirs.legal_actions()
            action = rng.choice(actions)
            theirs.apply_action(action)
            state.apply(action)
    assert state.player == TERMINAL
    assert [value > 0 for value in state.returns()] == [value > 0 for value in theirs.returns()]


@needs_native
@pytest.mark.parametrize("players", [2, 3, 4])
def test_maedn_is_openspiels(players):
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    game = Ludo(rules="maedn", players=players)
    native = _native.game(*game.twin)
    rng = random.Random(players)
    for _ in range(5):
        same_as_openspiel(pyspiel, game.initial_state(), players, rng)
    for _ in range(1000):
        same_as_openspiel(pyspiel, _native.initial_state(native), players, rng)
