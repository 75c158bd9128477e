"""Both engines build the same tree, row by row and bit by bit, over games × parts × seeds."""

import pytest
from search_helpers import other_games

from plyground.games import TERMINAL, parse_game
from plyground.games.native import have_native
from plyground.search import Search, configure
from plyground.search.columns import STATISTICS
from plyground.search.evaluate import Rollout
from plyground.search.native import has_twin, twins
from plyground.search.part import own_parts
from plyground.tree import first_difference

pytestmark = pytest.mark.skipif(not have_native(), reason="plyground was built without its C++ core")

GAMES = [
    ("tictactoe", ""),
    ("tictactoe", "b2 a1"),
    ("tictactoe(10)", ""),
    ("mnk(4,5,3)", ""),
    ("mnk(15,15,5)", ""),
    ("connect_four", "444"),
    ("connect_four(4,4,3)", ""),
    ("connect_four(9,9,4)", ""),
    ("ludo(players=2, rules=thesis)", ""),
    ("ludo(players=4, rules=international)", ""),
    ("ludo(players=3, rules=maedn)", ""),
    ("nim([3,4,5])", ""),
    ("pig(players=3, target=30)", ""),
    ("pig(players=8, target=12)", ""),
]
GAMES += [(game, "") for game in other_games(game for game, _ in GAMES)]
# Several parts at once. Every part alone, as it is by default and as its `samples` say, comes from the registries.
COMBINATIONS = [
    {"select": "bayes_uct2", "backup": "bayes(table=true)"},
    {
        "select": "tree_shape(c=[0.5,0.3], cr=[1,0.5], target=0.4, min_c=none, stop=0.3)",
        "expand": "all_children",
    },
    {"expand": "open_loop(after=2)", "select": "tree_shape"},
    {"backup": "solver", "select": "tree_shape", "expand": "all_children"},
]


PARTS = [
    {kind: text}
    for kind, name, part in own_parts()
    if kind != "decide"  # the tree is grown by then
    for text in (name, *part.samples)
] + COMBINATIONS


def label(parts):
    return ", ".join(f"{kind}={text}" for kind, text in parts.items()) or "classic UCT"


def test_every_part_has_a_twin():
    ours = {(kind, name) for kind, name, _ in own_parts()}
    for kind in ("select", "expand", "evaluate", "backup"):
        assert {name for of, name in ours if of == kind} == twins(kind)
    assert {name for kind, name, part in own_parts() if getattr(part, "for_pools", False)} == twins("network")
    assert set(STATISTICS) == twins("statistic")


def test_a_part_of_ones_own_is_no_twin_of_the_class_it_derives_from():
    class Mine(Rollout):
        pass

    assert has_twin(Rollout())
    assert not has_twin(Mine())


@pytest.mark.parametrize("parts", PARTS, ids=label)
@pytest.mark.parametrize(("game", "moves"), GAMES, ids=lambda value: value)
def test_same_tree(game, moves, parts):
    game, config = parse_game(game), configure(**parts)
    if config.backup.two_players_only and game.num_players != 2:
        pytest.skip(f"{config.backup.name} is for two players")
    state = game.position(moves)
    simulations = 30 if game.num_players > 2 or len(state.moves()) > 50 else 120
    for seed in (1, 2**63 + 5):
        assert_same_tree(game, config, seed, state, simulations)


def assert_same_tree(game, config, seed, state, simulations):
    trees = []
    for engine in ("python", "native"):
        search = Search(game, config, engine=engine, seed=seed)
        search.run(state, simulations)
        trees.append(search.tree())
    assert first_difference(*trees) is None
    assert trees[0].extra == trees[1].extra
    return trees[0]


@pytest.mark.parametrize("parts", [{}, {"select": "tree_shape"}], ids=label)
@pytest.mark.parametrize(
    ("game", "moves"),
    [("tictactoe", "b2 a1 c1 a3"), ("connect_four(4,4,3)", "1122211"), ("nim([2,3])", "")],
    ids=lambda value: value,
)
def test_same_tree_where_most_simulations_end_at_known_rows(game, moves, parts):
    """In such trees the native engine leaves its state at the root until it comes to a new row."""
    game = parse_game(game)
    tree = assert_same_tree(game, configure(**parts), 4, game.position(moves), 1500)
    again = [visits - 1 for visits, player in zip(tree.visits, tree.player, strict=True) if player == TERMINAL]
    assert sum(again) > 1000


@pytest.mark.parametrize(
    "parts",
    [{}, {"select": "ucb1(c=0)"}, {"select": "tree_shape"}, {"select": "bayes_uct2"}],
    ids=label,
)
@pytest.mark.parametrize("game", ["tictactoe", "connect_four(4,4,3)", "pig(target=10)"])
def test_same_tree_where_rows_have_many_visits(game, parts):
    """In such trees the native engine continues with a guess of the best child before it has compared all."""
    game = parse_game(game)
    tree = assert_same_tree(game, configure(**parts), 7, game.position(""), 2500)
    assert sum(visits > 50 for visits in tree.visits) >= 5
