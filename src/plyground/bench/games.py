"""Random games per second on one thread, beside OpenSpiel's C++ rollouts of the same game.

Our games stop when the result is settled (no line can be completed any more); OpenSpiel plays every game to its
end. On the 10×10 board that is 67 plies instead of 100: a factor of 1.5 in the ratio does not come from the speed of
a move. The other games hardly ever stop early.
"""

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module, metadata
from typing import Any

from plyground.bench.race import Race
from plyground.games import Game, parse_game
from plyground.games.playouts import random_playouts

# Our game, and the same game in OpenSpiel.
GAMES = {
    "tictactoe": "tic_tac_toe",
    "connect_four": "connect_four",
    "tictactoe(10)": "gomoku(size=10,connect=10)",
    "ludo(players=4, rules=maedn)": "maedn(players=4)",
}
SEED = 1


def races() -> Iterator[Race]:
    spiel = open_spiel()
    for text, name in GAMES.items():
        game = parse_game(text)
        race = partial(Race, str(game), "random games", partial(_play, game))
        if spiel is None:
            yield race()
        else:
            peer = f"OpenSpiel {metadata.version('open_spiel')} {name}"
            yield race(peer, _open_spiel_runner(spiel, name))


def _play(game: Game, games: int) -> object:
    return random_playouts(game, games, SEED)


def open_spiel() -> Any:
    try:
        return import_module("pyspiel")
    except ImportError:
        return None


def _open_spiel_runner(spiel: Any, name: str) -> Callable[[int], object]:
    """Runs OpenSpiel's C++ rollouts, which exist only inside a search: one simulation from the start position."""
    game = spiel.load_game(name)
    start = game.new_initial_state()
    while start.is_chance_node():  # a search must start at a decision; this skips one roll of the whole game
        start.apply_action(start.chance_outcomes()[0][0])

    def run(games: int) -> object:
        evaluator = spiel.RandomRolloutEvaluator(n_rollouts=games, seed=SEED)
        search = spiel.MCTSBot(
            game,
            evaluator,
            uct_c=1.0,
            max_simulations=1,
            max_memory_mb=100,
            solve=False,
            seed=SEED,
            verbose=False,
        )
        return search.mcts_search(start)

    return run
