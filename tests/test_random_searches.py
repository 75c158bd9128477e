"""A few of the random searches of `fuzz_searches`, and the laws of saving that they have found broken."""

from pathlib import Path

import pytest
from fuzz_searches import run_case, same_trees
from search_helpers import ENGINES

from plyground.errors import PlygroundError
from plyground.games import CHANCE, TERMINAL, parse_game
from plyground.rng import Rng
from plyground.search import Search, configure


@pytest.mark.parametrize("block", range(8))
def test_random_searches_agree_and_go_on_after_loading(block: int, tmp_path: Path) -> None:
    found = [run_case(seed, tmp_path) for seed in range(20 * block, 20 * (block + 1))]
    assert found.count("run") > 5


LUDO = "ludo(players=2, tokens=2, track=24, home=1)"
ADVANCED = [
    *((game, {"select": "gumbel"}) for game in ("tictactoe", "connect_four(4,4,3)", "pig(target=8)", LUDO)),
    *(("tictactoe", {"select": "gumbel", "backup": backup}) for backup in ("solver", "max_mean_mix", "bayes")),
    ("nim", {"select": "epsilon_greedy(inner=gumbel)"}),
    *((game, {"expand": "open_loop"}) for game in ("pig(target=20)", LUDO)),
    *((game, {"backup": "solver"}) for game in ("tictactoe", "nim")),
    ("tictactoe", {"backup": "solver(win=-1, loss=1)"}),
    ("tictactoe", {"backup": "solver(win=0, draw=-0.5, loss=-1, paranoid=true)"}),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("game", "parts"), ADVANCED, ids=str)
def test_an_advanced_search_loads_and_goes_on(game: str, parts: dict[str, str], engine: str, tmp_path: Path) -> None:
    """After every move of a game, whether the search ran there or not."""
    for seed in range(6):
        rng = Rng(seed)
        search = Search(game, configure(**parts), engine=engine, seed=seed)  # type: ignore[arg-type]
        search.run(parse_game(game).initial_state(), 40)
        for _ in range(10):
            moves = search.state.moves()
            if search.state.player == TERMINAL:
                break
            search.advance(moves[rng.below(len(moves))])
            search.save(tmp_path / "search")
            loaded = Search.load(tmp_path / "search", engine=engine)  # type: ignore[arg-type]
            count = rng.below(30)
            same_trees([s.tree() for s in (search, loaded) if s.resume(count)])
            assert loaded._advanced == search._advanced


@pytest.mark.parametrize("engine", ENGINES)
def test_open_loop_decides_for_a_legal_move_after_a_throw(engine: str) -> None:
    """No row of open loop stands for an outcome of the dice: a throw starts a new tree."""
    for seed in range(5):
        rng = Rng(seed)
        search = Search(LUDO, configure(expand="open_loop"), engine=engine, seed=seed)  # type: ignore[arg-type]
        search.run(parse_game(LUDO).initial_state(), 40)
        for _ in range(12):
            moves = search.state.moves()
            if search.state.player == TERMINAL:
                break
            thrown = search.state.player == CHANCE
            search.advance(moves[rng.below(len(moves))])
            assert not thrown or not search.simulations
            if search.state.player >= 0:
                assert search.decide() in search.state.actions()
            search.resume(40)
            if search.state.player >= 0:
                assert search.decide() in search.state.actions()


@pytest.mark.parametrize("parts", ["draw=2", "loss=1.6", "win=-0.03", "win=-1, draw=1, loss=0.5"])
def test_a_solver_needs_a_draw_between_loss_and_win(parts: str) -> None:
    """Otherwise both players may want the same result, and cuts are wrong."""
    with pytest.raises(PlygroundError, match="a draw must lie between a loss and a win"):
        configure(backup=f"solver({parts})")
