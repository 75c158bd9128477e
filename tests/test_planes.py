"""What a network sees: both engines pack the same planes, and symmetries of the board are symmetries of the planes."""

import numpy as np
import pytest
from search_helpers import needs_native, other_games

from plyground.errors import PlygroundError
from plyground.games import Game, State, parse_game
from plyground.games.native import native_state
from plyground.games.planes import features, pack, unpack
from plyground.rng import Rng

GAMES = [
    "connect_four",
    "connect_four(9,9,4)",
    "connect_four(4,5,3)",
    "tictactoe",
    "mnk(3,5,3)",
    "mnk(10,10,5)",
    "mnk(15,15,5)",
    "nim([3,4,5])",
    "nim([99,1])",
    "pig(players=3, target=70)",
    "ludo(players=2, rules=thesis, tokens=3)",
    "ludo(players=4, rules=international)",
    "ludo(players=3, rules=maedn)",
    "ludo(players=4, track=24, home=1, enter_on_one=true, entry_by_roll=true)",
]
GAMES += other_games(GAMES)


def decisions(game: Game, seed: int) -> list[State]:
    """The decisions of one random game (of Ludo the first 200)."""
    state, rng, found = game.initial_state(), Rng(seed), []
    while state.moves() and len(found) < 200:
        if state.player >= 0:
            found.append(state.clone())
        moves = state.moves()
        state.apply(moves[rng.below(len(moves))])
    return found


@needs_native
@pytest.mark.parametrize("text", GAMES)
def test_both_engines_pack_the_same_planes(text):
    game = parse_game(text)
    for seed in range(3):
        for state in decisions(game, seed):
            assert pack(native_state(state)).tolist() == pack(state).tolist()
            assert max(state.actions()) < game.num_actions
            assert pack(state).shape == (game.planes.words,)


@pytest.mark.parametrize("text", GAMES)
def test_planes_tell_positions_apart(text):
    """Two positions with the same planes have the same moves."""
    game = parse_game(text)
    seen: dict[bytes, list[int]] = {}
    for seed in range(3):
        for state in decisions(game, seed):
            planes = features(state)
            assert planes.shape == game.planes.shape
            assert seen.setdefault(planes.tobytes(), state.actions()) == state.actions()


def test_the_planes_of_connect_four_are_its_board():
    planes = features(parse_game("connect_four").position("4437"))
    assert planes.shape == (2, 6, 7)
    mine, other = planes
    assert sorted(zip(*map(list, mine.nonzero()), strict=True)) == [(0, 2), (0, 3)]
    assert sorted(zip(*map(list, other.nonzero()), strict=True)) == [(0, 6), (1, 3)]


def test_the_planes_of_ludo_are_seen_from_the_mover():
    game = parse_game("ludo(players=2, rules=thesis, tokens=2)")
    state = game.state_from_key(bytes([0, 7, 3, 3, 1, 5, 0]))
    planes = features(state)[:, 0]
    names = game.planes.names
    assert planes[names.index("1 or more tokens of the mover")].nonzero()[0].tolist() == [3]
    assert planes[names.index("2 or more tokens of the mover")].nonzero()[0].tolist() == [3]
    assert planes[names.index("1 or more tokens of the seat 1 after it")].nonzero()[0].tolist() == [0, 7]
    assert planes[names.index("roll")].nonzero()[0].tolist() == [5]


@pytest.mark.parametrize(
    ("roll", "expected"),
    [
        (5, {"moves": [3, 10], "moves that capture": [3], "moves into a threat": []}),
        (3, {"moves": [3, 10], "moves that capture": [], "moves into a threat": [10]}),
        (6, {"moves": [3, 10], "moves that capture": [], "moves into a threat": [3]}),
    ],
)
def test_the_planes_of_ludo_show_captures_and_threats(roll, expected):
    game = parse_game("ludo(players=2, rules=thesis, tokens=2)")
    # The mover's tokens on squares 22 and 29, the other seat's on 17 and 27.
    planes = features(game.state_from_key(bytes([18, 28, 3, 10, 1, roll, 0])))[:, 0]
    seen = {name: plane.nonzero()[0].tolist() for name, plane in zip(game.planes.names, planes, strict=True)}
    assert {name: seen[name] for name in expected} == expected
    assert seen["threatened tokens of the mover"] == [3, 10]
    assert seen["threatened tokens of the seat 1 after it"] == [28]


def test_safe_squares_and_blocks_of_ludo_are_not_threatened():
    game = parse_game("ludo(players=2, tokens=3)")
    names = game.planes.names

    def threatened(mine, others):
        planes = features(game.state_from_key(bytes([*mine, *others, 0, 2, 0])))[:, 0]
        return planes[names.index("threatened tokens of the mover")].nonzero()[0].tolist()

    # Step 27 + n of a seat lies n squares beyond the start of the one opposite.
    assert threatened([0, 30, 33], [0, 0, 2]) == [30, 33]
    assert threatened([0, 30, 35], [0, 0, 2]) == [30]  # safe
    assert threatened([0, 30, 30], [0, 0, 2]) == []  # a block
    assert threatened([0, 30, 33], [0, 0, 0]) == []


@pytest.mark.parametrize("text", ["connect_four", "connect_four(9,9,4)", "tictactoe", "mnk(3,5,3)", "nim([3,4,5])"])
def test_a_symmetry_of_the_board_is_one_of_planes_and_actions(text):
    game = parse_game(text)
    symmetries = game.symmetries()
    assert len(symmetries) == {"tictactoe": 8, "mnk(3,5,3)": 4, "nim([3,4,5])": 1}.get(text, 2)
    for state in decisions(game, 5):
        images = {game.state_from_key(key).key(): to for key, to in state.images()} or {state.key(): None}
        planes = features(state)
        for symmetry in symmetries:
            cells = np.asarray(symmetry.cells)
            image = planes.reshape(len(planes), -1)[:, cells].reshape(planes.shape)
            twin = next(other for key in images if np.array_equal(features(other := game.state_from_key(key)), image))
            legal = np.isin(np.arange(game.num_actions), state.actions())
            assert np.array_equal(
                legal[np.asarray(symmetry.actions)], np.isin(np.arange(game.num_actions), twin.actions())
            )


def test_an_own_game_has_planes_by_itself():
    from search_helpers import example

    game = example("my_game").MisereNim()
    states = decisions(game, 1)
    assert len(states) > 1
    assert features(states[0]).shape == game.planes.shape
    assert not np.array_equal(features(states[0]), features(states[1]))
    with pytest.raises(PlygroundError, match="num_actions"):
        game.num_actions  # noqa: B018


def test_jax_unpacks_the_same_planes():
    jnp = pytest.importorskip("jax.numpy", reason="needs jax: pip install plyground[net]")
    game = parse_game("connect_four")
    packed = np.stack([pack(state) for state in decisions(game, 2)])
    there = unpack(game.planes, jnp.asarray(packed.view(np.uint32)), jnp)
    assert np.array_equal(np.asarray(there), unpack(game.planes, packed))
