"""A saved search continues as if nothing had happened, in either engine."""

import pytest

from plyground.errors import PlygroundError
from plyground.games import parse_game
from plyground.games.native import have_native
from plyground.search import Search, configure
from plyground.tree import first_difference

PARTS = [
    {},
    {"select": "rave"},
    {"select": "ucb1_tuned"},
    {"select": "tree_shape(wdc, cr=0.01, target=20)"},
    {"select": "bayes_uct1"},
    {"select": "puct(prior=heuristic)"},
    {"backup": "solver"},
    {"backup": "max_mean_mix"},
]


@pytest.mark.parametrize("engines", [("python", "python"), ("native", "native"), ("native", "python")])
@pytest.mark.parametrize("parts", PARTS, ids=str)
@pytest.mark.parametrize("game", ["tictactoe", "pig(target=20)"])
def test_goes_on_after_loading(tmp_path, game, parts, engines):
    if "native" in engines and not have_native():
        pytest.skip("plyground was built without its C++ core")
    whole, first = (Search(game, configure(**parts), engine=engines[0], seed=3) for _ in range(2))
    state = parse_game(game).initial_state()
    whole.run(state, 150)
    first.run(state, 100)
    first.save(tmp_path / "search.npz")
    second = Search.load(tmp_path / "search.npz", engine=engines[1])
    assert first_difference(first.tree(), second.tree()) is None
    assert second.simulations == 100
    second.resume(50)
    assert first_difference(whole.tree(), second.tree()) is None
    assert whole.tree().extra == second.tree().extra


def test_damage_is_named(tmp_path):
    search = Search("tictactoe", seed=1)
    search.run(parse_game("tictactoe").initial_state(), 50)
    path = tmp_path / "search.npz"
    search.save(path)
    whole = path.read_bytes()
    for size in (0, 10, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(PlygroundError, match=r"search\.npz is (not a search|damaged)"):
            Search.load(path)
    with pytest.raises(PlygroundError, match="there is no file"):
        Search.load(tmp_path / "other.npz")
    assert not list(tmp_path.glob("*.partial"))


def test_what_cannot_be_saved_is_said(tmp_path):
    state = parse_game("tictactoe").initial_state()
    search = Search("tictactoe", configure(evaluate=lambda state: [0.0, 0.0]))
    search.run(state, 10)
    with pytest.raises(PlygroundError, match="no text form"):
        search.save(tmp_path / "a.npz")
    merged = Search("tictactoe", merge="states")
    merged.run(state, 10)
    with pytest.raises(PlygroundError, match="merge=none"):
        merged.save(tmp_path / "a.npz")


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_past_simulation_is_told_as_it_was(engine):
    if engine == "native" and not have_native():
        pytest.skip("plyground was built without its C++ core")
    state = parse_game("connect_four").initial_state()
    long, short = (Search(state.game, engine=engine, seed=4) for _ in range(2))
    long.run(state, 90)
    short.run(state, 40)
    assert long.trace(40) == short.trace()
    assert long.simulations == 90
    with pytest.raises(PlygroundError, match="simulations 0 to 89, not 90"):
        long.trace(90)
    long.advance(3)
    with pytest.raises(PlygroundError, match="earlier position"):
        long.trace(0)
