"""Searches in a pool grow the trees that they grow alone, and play the games that Python plays."""

from dataclasses import fields

import numpy as np
import pytest
from hash_network import HashNetwork
from search_helpers import ENGINES, needs_native

from plyground.games import parse_game
from plyground.search import Search, SearchPool, configure
from plyground.search.evaluate import Batched
from plyground.tree import first_difference

GAMES = [
    "connect_four",
    "connect_four(9,9,4)",
    "tictactoe",
    "mnk(5,4,3)",
    "mnk(10,10,5)",
    "nim([3,4,5])",
    "pig(players=3, target=15)",
    "ludo(players=2, rules=thesis, tokens=2)",
    "ludo(players=4, rules=maedn)",
]
RULES = ["puct(c=1.25, base=500)", "puct(noise=0.25, fpu=0)", "gumbel", "gumbel(considered=3, c_scale=1)"]


def network_for(game, **options):
    return HashNetwork(game, seats=game.num_players if game.num_players > 2 else 0, **options)


def finish(pool, network, batches):
    """Collect and deliver until every search has ended; up to so many batches are at the network at once."""
    out = []
    while True:
        if len(out) < batches:
            positions = pool.collect()
            if len(positions):
                out.append(positions.copy())
                continue
        if not out:
            return
        pool.deliver(*network(out.pop(0)))
        if not out and not len(positions):
            positions = pool.collect()
            if not len(positions):
                return
            out.append(positions.copy())


def play(pool, network):
    """One batch after the other until every search has ended: all records."""
    taken = []
    while len(positions := pool.collect()):
        taken.append(pool.take_records())
        pool.deliver(*network(positions))
    taken.append(pool.take_records())
    return {
        field.name: np.concatenate([getattr(records, field.name) for records in taken]) for field in fields(taken[0])
    }


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("game", GAMES)
def test_a_search_in_a_pool_grows_the_tree_that_it_grows_alone(game, rule, engine):
    game = parse_game(game)
    network = network_for(game)
    config = configure(select=rule, evaluate=Batched(network))
    few = game.num_actions > 30 or game.num_players > 2
    searches, simulations = (3, 12) if few else (7, 40)
    pool = SearchPool(
        game, config, searches=searches, simulations=simulations, batches=2, threads=2, plays=False, engine=engine
    )
    while len(positions := pool.collect()):
        pool.deliver(*network(positions))
    for number in range(searches):
        for other in ENGINES:
            alone = Search(game, config, engine=other, seed=pool.seed(number))
            alone.run(game.initial_state(), simulations)
            assert first_difference(pool.tree(number), alone.tree()) is None
            assert pool.tree(number).extra == alone.tree().extra
    assert pool.simulations == searches * simulations


@needs_native
@pytest.mark.parametrize("decide", ["sampled(moves=4)", "sampled(temperature=0.5)", "most_visits"])
@pytest.mark.parametrize(
    ("game", "rule"), [("connect_four(4,5,3)", RULES[1]), ("tictactoe", "gumbel"), ("pig(target=8)", "gumbel")]
)
def test_both_engines_play_the_same_games(game, rule, decide):
    game = parse_game(game)
    network = network_for(game)
    config = configure(select=rule, decide=decide)
    played = []
    for engine, threads in (("python", 1), ("native", 3)):
        pool = SearchPool(
            game, config, searches=5, simulations=9, batches=2, threads=threads, games=2, seed=3, engine=engine
        )
        played.append(play(pool, network))
    for name, column in played[0].items():
        assert column.dtype == played[1][name].dtype
        assert np.array_equal(column, played[1][name]), name
    assert len(set(zip(played[0]["searches"].tolist(), played[0]["games"].tolist(), strict=True))) == 10
