"""Simulations per second: beside OpenSpiel's C++ search, with slower parts, and on two threads.

Both sides are called from Python and search the same position with classic UCT (the same constant, one rollout per
simulation, all moves tried first). They build a new tree every time, and a check ensures the same number of
simulations; the time includes making and freeing the tree. Two differences: plyground also measures the tree's depth
and width for its result, and its rollouts stop when the result is settled, which on the 10×10 board saves a third of
the plies (see games.py).
"""

import math
from collections.abc import Callable, Iterator
from functools import partial
from importlib import metadata
from typing import Any, get_args

from plyground.bench.games import GAMES, SEED, open_spiel
from plyground.bench.race import Race
from plyground.games import CHANCE, Game, State, parse_game
from plyground.rng import Rng
from plyground.search import Config, Search, configure
from plyground.search.search import Parallel

SIMULATIONS = (1_000, 10_000, 100_000)
COST_GAME = "connect_four"
THREAD_SIMULATIONS = {"connect_four": 300_000, "tictactoe(10)": 100_000, "ludo(players=4, rules=maedn)": 10_000}
# Slower searches, compared with classic UCT.
COSTS = {
    "tree_shape": {"select": "tree_shape"},
    "bayes_uct1": {"select": "bayes_uct1"},
    "bayes_uct2": {"select": "bayes_uct2"},
    "bayes_uct2, no table": {"select": "bayes_uct2", "backup": "bayes(table=false)"},
    "solver": {"backup": "solver"},
    "rave": {"select": "rave"},
}
C = 1.4
# The constant of classic UCT that explores as much as tree_shape with C = 0.55; the cost depends on the tree's shape.
SAME_C = 4 * math.sqrt(2) * 0.55
# At its memory limit, OpenSpiel's search prunes its tree or gives up. This limit is never reached here.
MEMORY_MB = 16_000


def races() -> Iterator[Race]:
    spiel = open_spiel()
    config = configure(select=f"ucb1(c={C})")
    for text, name in GAMES.items():
        game = parse_game(text)
        ours, theirs = first_choice(game, None if spiel is None else spiel.load_game(name))
        for simulations in SIMULATIONS:
            race = partial(Race, str(game), f"search, {simulations:,} simulations", _runner(ours, config, simulations))
            if spiel is None:
                yield race(units=simulations)
            else:
                peer = f"OpenSpiel {metadata.version('open_spiel')} MCTSBot {name}"
                yield race(peer, _open_spiel_runner(spiel, theirs, simulations), units=simulations)
    for simulations in SIMULATIONS:
        yield from _costs(parse_game(COST_GAME).initial_state(), config, simulations)
    for text, simulations in THREAD_SIMULATIONS.items():
        yield from _threads(first_choice(parse_game(text), None)[0], config, simulations)


def _costs(state: State, plain: Config, simulations: int) -> Iterator[Race]:
    """Plyground's slower parts against its own classic UCT."""

    def race(what: str, config: Config, peer: str | None = None, peer_config: Config = plain) -> Race:
        return Race(
            str(state.game),
            f"{what}, {simulations:,} simulations",
            _runner(state, config, simulations),
            peer,
            _runner(state, peer_config, simulations) if peer else None,
            units=simulations,
            bytes_per_node=_bytes_per_node(state, config, simulations),
        )

    yield race("classic UCT", plain)
    for what, parts in COSTS.items():
        yield race(what, configure(**parts), "classic UCT")
    same = configure(select=f"ucb1(c={SAME_C})")
    yield race("tree_shape", configure(select="tree_shape"), f"classic UCT, c = {SAME_C:.2f}", same)


def _threads(state: State, plain: Config, simulations: int) -> Iterator[Race]:
    alone = _runner(state, plain, simulations)
    for parallel in get_args(Parallel):
        run = _runner(state, plain, simulations, threads=2, parallel=parallel)
        what = f"two threads, {parallel}"
        yield Race(str(state.game), what, run, "one thread", alone, units=simulations, wall_time=True)


def _runner(state: State, config: Config, simulations: int, **options: Any) -> Callable[[int], object]:
    def run(searches: int) -> None:
        for seed in range(SEED, SEED + searches):
            # No result is kept: it would keep its tree in memory during the next search.
            done = Search(state.game, config, seed=seed, **options).run(state, simulations).simulations
            assert done == simulations

    return run


def _bytes_per_node(state: State, config: Config, simulations: int) -> float:
    result = Search(state.game, config, seed=SEED).run(state, simulations)
    return result.bytes / result.nodes


def first_choice(game: Game, peer: Any) -> tuple[State, Any]:
    """The same position in both libraries: the first of a random game where a seat has a choice.

    OpenSpiel's search cannot start at a chance state, and makes only one simulation if one move is legal.
    """
    state, other = game.initial_state(), None if peer is None else peer.new_initial_state()
    rng = Rng(SEED)
    while state.player == CHANCE or len(state.moves()) == 1:
        moves = state.moves()
        number = rng.below(len(moves))
        state.apply(moves[number])
        if other is not None:
            theirs = other.legal_actions()
            assert len(theirs) == len(moves), f"{game} and OpenSpiel's game differ"
            other.apply_action(theirs[number])
    return state, other


def _open_spiel_runner(spiel: Any, state: Any, simulations: int) -> Callable[[int], object]:
    def run(searches: int) -> None:
        for seed in range(SEED, SEED + searches):
            search = spiel.MCTSBot(
                state.get_game(),
                spiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed),
                uct_c=C,
                max_simulations=simulations,
                max_memory_mb=MEMORY_MB,
                solve=False,
                seed=seed,
                verbose=False,
            )
            assert search.mcts_search(state).explore_count == simulations

    return run
