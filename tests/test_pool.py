"""Searches in a pool grow the trees that they grow alone, and play the games that Python plays."""

from dataclasses import fields

import numpy as np
import pytest
from hash_network import HashNetwork
from search_helpers import ENGINES, needs_native, other_games

from plyground.errors import PlygroundError
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
GAMES += other_games(GAMES)
RULES = ["puct(c=1.25, base=500)", "puct(noise=0.25, fpu=0)", "gumbel", "gumbel(considered=3, c_scale=1)"]


def network_for(game, **options):
    return HashNetwork(game, seats=game.num_players if game.num_players > 2 else 0, **options)


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
    ("game", "rule", "random_plies"),
    [
        ("connect_four(4,5,3)", RULES[1], 20),
        ("tictactoe", "gumbel", 0),
        ("pig(target=8)", "gumbel", 0),
        ("ludo(players=3, track=24, home=1, tokens=2)", "gumbel", 0),
        ("ludo(players=2, track=24, home=1, tokens=2)", RULES[0], 5),
    ],
)
def test_both_engines_play_the_same_games(game, rule, random_plies, decide):
    game = parse_game(game)
    network = network_for(game)
    config = configure(select=rule, decide=decide)
    played = []
    for engine, threads in (("python", 1), ("native", 3)):
        pool = SearchPool(
            game,
            config,
            searches=5,
            simulations=9,
            batches=2,
            threads=threads,
            games=2,
            random_plies=random_plies,
            seed=3,
            engine=engine,
        )
        played.append(play(pool, network))
    for name, column in played[0].items():
        assert column.dtype == played[1][name].dtype
        assert np.array_equal(column, played[1][name]), name
    assert len(set(zip(played[0]["searches"].tolist(), played[0]["games"].tolist(), strict=True))) == 10


@pytest.mark.parametrize("engine", ENGINES)
def test_games_begin_with_any_number_of_random_moves(engine):
    game, searches, most = parse_game("tictactoe"), 400, 4
    pool = SearchPool(
        game, configure(select="gumbel"), searches=searches, simulations=2, games=1, random_plies=most, engine=engine
    )
    records = play(pool, network_for(game))
    firsts = np.unpackbits(records["positions"][records["moves"] == 0].view(np.uint8), axis=1).sum(axis=1)
    counts = np.bincount(firsts, minlength=most + 1)
    assert len(counts) == most + 1
    assert sum(counts) == searches
    share = 1 / (most + 1)
    assert abs(counts - searches * share).max() < 5 * (searches * share * (1 - share)) ** 0.5


@pytest.mark.parametrize("engine", ENGINES)
def test_a_forced_move_of_a_game_takes_two_simulations(engine):
    game = parse_game("ludo(players=3, track=24, home=1, tokens=2)")
    pool = SearchPool(game, configure(select="gumbel"), searches=2, simulations=7, games=1, seed=4, engine=engine)
    records = play(pool, network_for(game))
    forced = (records["policies"] > 0).sum(axis=1) == 1  # the improved policy rules no legal move out
    assert 0 < forced.sum() < len(forced)
    assert pool.simulations == 2 * forced.sum() + 7 * (~forced).sum()


@needs_native
def test_the_cache_spares_the_network_and_changes_no_game():
    game = parse_game("tictactoe")
    config = configure(select="puct(noise=0.25)", decide="sampled")
    played, asked = [], []
    for cache in (0, 1 << 14):
        network = HashNetwork(game)
        pool = SearchPool(game, config, searches=20, simulations=12, games=3, threads=2, cache=cache)
        records = play(pool, network)
        order = np.lexsort((records["moves"], records["games"], records["searches"]))
        played.append({name: column[order] for name, column in records.items()})
        asked.append(network.positions + pool.found)
        assert (pool.found > network.positions) == (cache > 0)
    assert asked[0] == asked[1]
    for name, column in played[0].items():
        assert np.array_equal(column, played[1][name]), name


@pytest.mark.parametrize("engine", ENGINES)
def test_the_network_judges_equal_positions_of_a_batch_once(engine):
    game = parse_game("tictactoe")
    settings = {"searches": 6, "simulations": 8, "games": 1, "engine": engine}
    network, batches = HashNetwork(game), []

    def asked(positions):
        batches.append(positions.tolist())
        return network(positions)

    pool = SearchPool(game, configure(select="gumbel(noise=0)", evaluate=Batched(asked)), **settings)
    records = list(pool.run())
    assert [len(batch) for batch in batches[:3]] == [1, 1, 1]  # without noise all searches are the same
    expected = play(SearchPool(game, configure(select="gumbel(noise=0)"), **settings), network)
    for name, column in expected.items():
        assert np.array_equal(column, np.concatenate([getattr(some, name) for some in records])), name


@needs_native
def test_answers_of_16_bits_and_of_both_seats_are_the_same_answers():
    game = parse_game("connect_four(4,4,3)")
    config = configure(select="gumbel")
    half = HashNetwork(game, half=True)

    def wide(positions):
        values, logits = half(positions)
        both = np.concatenate([np.stack([values, -values], axis=1), logits], axis=1).astype(np.float32)
        return both[:, :2], both[:, 2:]  # rows that do not lie side by side

    first, second = (
        play(SearchPool(game, config, searches=4, simulations=10, games=1), network) for network in (half, wide)
    )
    for name, column in first.items():
        assert np.array_equal(column, second[name]), name


@pytest.mark.parametrize("engine", ENGINES)
def test_what_cannot_be_is_refused_in_one_sentence(engine):
    def pool(rule="puct", **options):
        settings = {"searches": 4, "simulations": 8, "engine": engine} | options
        return SearchPool("tictactoe", configure(select=rule), **settings)

    for options, message in (
        ({"rule": "ucb1"}, "puct or gumbel"),
        ({"simulations": 1}, "simulations"),
        ({"batches": 5}, "batches"),
        ({"positions": [parse_game("nim").initial_state()]}, "this pool is for tictactoe"),
    ):
        with pytest.raises(PlygroundError, match=message):
            pool(**options)
    network = HashNetwork(parse_game("tictactoe"))
    one = pool()
    with pytest.raises(PlygroundError, match="no batch is out"):
        one.deliver(*network(np.zeros((4, 2), dtype=np.uint64)))
    values, logits = network(one.collect())
    with pytest.raises(PlygroundError, match="deliver answers before"):
        one.collect()
    with pytest.raises(PlygroundError, match="4"):
        one.deliver(values[:3], logits[:3])

    def deliver_and_collect():
        one.deliver(values + 7, logits)  # in C++ the threads find the mistake later
        one.collect()

    with pytest.raises(PlygroundError, match=r"from -1(\.0)? to 1"):
        deliver_and_collect()
    with pytest.raises(PlygroundError, match="has no network"):
        next(iter(pool().run()))
