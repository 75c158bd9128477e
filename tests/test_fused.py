"""The engine for classic searches (src/native/search/fused.hpp) grows the same tree as the general engine."""

import pytest
from search_helpers import needs_native, other_games

from plyground.games import TERMINAL, parse_game
from plyground.search import configure
from plyground.search.native import NativeEngine
from plyground.tree import ROOT, Tree, first_difference

pytestmark = needs_native

# Every game type of CMakeLists.txt, and positions near the end, where most simulations end at rows that are known.
GAMES = [
    ("tictactoe", ""),
    ("tictactoe", "b2 a1 c1 a3"),
    ("mnk(4,5,3)", ""),
    ("mnk(9,9,5)", ""),
    ("mnk(7,13,8)", ""),
    ("tictactoe(10)", ""),
    ("mnk(15,15,5)", ""),
    ("connect_four", "444"),
    ("connect_four(4,4,3)", "1122211"),
    ("connect_four(9,9,4)", ""),
    ("nim([3,4,5])", ""),
    ("pig(target=30)", ""),
    ("pig(players=3, target=20)", ""),
    ("ludo(players=2, rules=thesis, tokens=2)", ""),
    ("ludo(players=4, rules=international)", ""),
]
GAMES += [(game, "") for game in other_games(game for game, _ in GAMES)]
RULES = [
    {"select": "ucb1"},
    {"select": "ucb1(c=0.3, plus_one=true)"},
    {"select": "tree_shape"},
    {"select": "tree_shape(wdc, cr=0.01, target=20)"},
    {"select": "bayes_uct1"},
    {"select": "bayes_uct2", "backup": "bayes(table=false)"},
]
SIMULATIONS = 3000


def label(rule: dict[str, str]) -> str:
    return rule["select"]


def grow(game: str, moves: str, rule: dict[str, str], general: bool, runs: tuple[int, ...] = (SIMULATIONS,)) -> Tree:
    config, state = configure(**rule), parse_game(game).position(moves)
    config.check(state.game)
    engine = NativeEngine(config, state, seed=2**63 + 11, stream=5, general=general)
    assert engine._search.fused is not general
    for count in runs:
        assert engine.run(count) == ""
    return engine.subtree(None)


def assert_same(a: Tree, b: Tree) -> None:
    assert first_difference(a, b) is None
    assert a.extra == b.extra


@pytest.mark.parametrize("rule", RULES, ids=label)
@pytest.mark.parametrize(("game", "moves"), GAMES, ids=lambda value: value or "start")
def test_same_tree(game: str, moves: str, rule: dict[str, str]) -> None:
    if configure(**rule).backup.two_players_only and parse_game(game).num_players > 2:
        pytest.skip("bayes is for two players")
    fused = grow(game, moves, rule, general=False)
    assert fused.visits[ROOT] == SIMULATIONS
    assert_same(fused, grow(game, moves, rule, general=True))


@pytest.mark.parametrize("rule", RULES[::2], ids=label)
def test_same_tree_where_the_shortcuts_work(rule: dict[str, str]) -> None:
    """Long enough for rows with hints, and for more visits than the tables of roots and logarithms hold."""
    fused = grow("tictactoe", "b2 a1", rule, general=False, runs=(1, 100_000, 40_000))
    assert sum(visits >= 48 for visits in fused.visits) > 100
    ends = [visits - 1 for visits, player in zip(fused.visits, fused.player, strict=True) if player == TERMINAL]
    assert 2 * sum(max(again, 0) for again in ends) > fused.visits[ROOT]  # the state stays at the root
    assert_same(fused, grow("tictactoe", "b2 a1", rule, general=True, runs=(140_001,)))


@pytest.mark.parametrize("rule", RULES[::2], ids=label)
def test_same_tree_after_the_root_moved(rule: dict[str, str]) -> None:
    trees = []
    for general in (False, True):
        state = parse_game("connect_four(5,4,4)").position("3")
        engine = NativeEngine(configure(**rule), state, seed=3, general=general)
        engine.run(2000)
        state = state.clone()
        state.apply(2)
        assert engine.advance(2, state)
        engine.run(2000)
        trees.append(engine.subtree(None))
    assert_same(*trees)


@pytest.mark.parametrize(
    "parts",
    [
        {"select": "ucb1(fpu=0.4)"},
        {"select": "tree_shape(stop=0.3)"},
        {"select": "tree_shape(boost=1)"},
        {"select": "tree_shape(c=[0.5,0.3])"},
        {"expand": "all_children"},
        {"expand": "one_child(after=2)"},
        {"expand": "open_loop"},
        {"evaluate": "rollout(n=2)"},
        {"evaluate": "heuristic"},
        {"backup": "solver"},
        {"backup": "mean(win=1, draw=0, loss=0)"},
        {"select": "puct"},
    ],
    ids=str,
)
def test_other_searches_are_not_fused(parts: dict[str, str]) -> None:
    state = parse_game("tictactoe").initial_state()
    assert not NativeEngine(configure(**parts), state, seed=1)._search.fused
