"""The edges of a search (budgets, roots, seats), and trees that are kept from move to move."""

import copy
import pickle
from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hash_network import HashNetwork
from search_helpers import ENGINES, needs_native, states_of

from plyground.errors import PlygroundError
from plyground.games import CHANCE, State, parse_game
from plyground.search import Budget, Search, configure
from plyground.search.evaluate import Batched
from plyground.tree import ROOT, Tree, first_difference


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("game", ["tictactoe", "ludo(players=4)", "connect_four"])
def test_budgets_of_nought_and_one(game: str, engine: str) -> None:
    search = Search(game, engine=engine, seed=1)
    state = search.game.initial_state()
    none = search.run(state, 0)
    assert (none.simulations, none.moves, none.line, none.nodes) == (0, [], [], 1)
    decides = state.player >= 0  # a die decides nothing
    assert none.action in state.actions() if decides else none.action is None
    one = search.run(state, 1)
    assert (one.simulations, one.visited, one.depth, one.width, len(one.moves)) == (1, 2, 1, 1, 1)
    assert (one.moves[0].visits, one.stopped) == (1, "simulations")
    assert one.action == (one.moves[0].action if decides else None)
    assert search.resume().simulations == 1  # one more, in the same tree
    assert search.simulations == 2


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("wrapped", ["epsilon_greedy(epsilon=0, inner={})", "random_opponent(inner={})"])
def test_a_wrapped_rule_plays_its_own_move(wrapped: str, engine: str) -> None:
    """Without values, gumbel plays by its draws: often another one of the most visited moves than the best."""
    rule, game = "gumbel(considered=4, c_scale=0)", parse_game("connect_four")
    evaluate = Batched(HashNetwork(game))
    for seed in range(12):
        search = Search(game, configure(select=wrapped.format(rule), evaluate=evaluate), seed=seed, engine=engine)
        found = search.run(game.initial_state(), 13)  # one for the root; of the other 12 the last two moves get as many
        assert found.action == found.tree.action[search.config.select.inner.decision(found.tree)]


@pytest.mark.parametrize("engine", ENGINES)
def test_one_legal_move(engine: str) -> None:
    search = Search("tictactoe", engine=engine)
    result = search.run(search.game.position("a1 b1 c1 a2 c2 b2 a3 c3"), 50)
    assert [move.name for move in result.moves] == ["b3"]
    assert (result.moves[0].visits, result.line) == (50, ["b3"])


@pytest.mark.parametrize("engine", ENGINES)
def test_terminal_roots(engine: str) -> None:
    search = Search("tictactoe", engine=engine)
    result = search.run(search.game.position("a1 b1 a2 b2 a3"), 50)
    assert (result.simulations, result.action, result.moves, result.stopped) == (0, None, [], "nothing to search")


@pytest.mark.parametrize("engine", ENGINES)
def test_four_seats_each_want_their_own(engine: str) -> None:
    """Every seat has a token one step from home: the first to roll a one wins, whichever seat searches."""
    state = parse_game("ludo(players=4, rules=thesis, tokens=1)").initial_state()
    state.tokens = [(state.rules.last - 1,)] * 4
    search = Search(state.game, engine=engine, seed=5)
    search.run(state, 3000)
    tree, states = search.tree(), None
    states = states_of(tree, state)
    by_roll = {tree.action[row]: row for row in tree.children(ROOT)}
    assert tree.value[by_roll[1]] == 1.0
    assert all(states[row].returns()[tree.seat[row]] == tree.value[row] for row in states if tree.player[row] == -2)
    chosen_by = {tree.seat[row] for row in states}
    assert chosen_by == {0, 1, 2, 3}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_six_moves_again(engine: str) -> None:
    """After a six the same seat rolls and chooses again, and the rows below keep values for that seat."""
    state = parse_game("ludo(players=2, rules=thesis)").initial_state()
    state.apply(6)
    state.apply(state.actions()[0])
    assert (state.player, state.seat) == (CHANCE, 0)
    search = Search(state.game, engine=engine, seed=5)
    search.run(state, 800)
    tree = search.tree()
    states = states_of(tree, state)
    again = [row for row in states if tree.num_children[row] and states[row].player == 0 and states[row].roll == 6]
    assert again
    for row in again:
        for child in tree.children(row):
            assert tree.seat[child] == 0
            for outcome in tree.children(child):
                assert tree.seat[outcome] == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_an_interrupt_returns_the_best_so_far(engine: str) -> None:
    calls = 0

    def interrupted(state: State) -> list[float]:
        nonlocal calls
        calls += 1
        if calls == 100:
            raise KeyboardInterrupt
        return [0.0, 0.0]

    search = Search("connect_four", configure(evaluate=interrupted), engine=engine)
    result = search.run(search.game.initial_state(), 1000)
    assert (result.stopped, result.simulations) == ("interrupted", 99)
    assert sum(move.visits for move in result.moves) == 99
    assert result.action == result.moves[0].action
    calls = 0  # it can go on
    assert search.resume(50).simulations == 50
    assert search.tree().visits[ROOT] == 149


def test_an_error_in_an_evaluation_is_told() -> None:
    def wrong(state: State) -> list[float]:
        return [0.0] * 3

    for engine in ENGINES:
        search = Search("connect_four", configure(evaluate=wrong), engine=engine)
        with pytest.raises(
            PlygroundError,
            match=r"function\(.*wrong\): the values of a leaf must be a list of 2 numbers, not \[0.0, 0.0, 0.0\]",
        ):
            search.run(search.game.initial_state(), 10)


def test_convergence_of_the_root() -> None:
    """Stops at the first simulation that changes the root's value by less than ε, not before."""
    for engine in ENGINES:
        epsilon = 0.002
        search = Search("connect_four", engine=engine, seed=2)
        result = search.run(search.game.initial_state(), Budget(converged=epsilon, simulations=100_000))
        assert result.stopped == "converged"
        replay = Search("connect_four", engine=engine, seed=2)
        replay.start(replay.game.initial_state())
        values = [0.0]
        for _ in range(result.simulations):
            replay.resume()
            values.append(replay.top().value[ROOT])
        changes = [abs(b - a) for a, b in pairwise(values)]
        assert 0.0 < changes[-1] < epsilon
        assert all(change == 0.0 or change >= epsilon for change in changes[:-1])


@pytest.mark.parametrize("engine", ENGINES)
def test_a_gap_ends_the_search(engine: str) -> None:
    """One move wins at once: that is soon certain enough. Where all moves are equal it never is."""
    budget = Budget(gap=0.4, simulations=2000)
    search = Search("tictactoe", engine=engine, seed=1)
    clear = search.run(search.game.position("a1 b1 a2 b2"), budget)
    assert (clear.stopped, clear.moves[0].name) == ("gap", "a3")
    even = Search("connect_four", configure(evaluate=lambda state: [0.0, 0.0]), engine=engine, seed=1)
    assert even.run(even.game.initial_state(), budget).stopped == "simulations"


@pytest.mark.parametrize("engine", ENGINES)
def test_the_same_run_gives_the_same_result(engine: str) -> None:
    """A run starts a new tree, unless `advance` or `load` has kept one for it."""
    search = Search("connect_four", engine=engine, seed=3)
    state = search.game.initial_state()
    first = search.run(state, 300)
    assert search.run(state, 300).moves == first.moves
    assert search.simulations == search.top().visits[ROOT] == 300
    search.advance(first.moves[0].action)
    kept = search.top().visits[ROOT]
    assert kept == first.moves[0].visits
    search.run(search.state, 100)
    assert search.top().visits[ROOT] == kept + 100
    search.run(search.state, 100)
    assert search.top().visits[ROOT] == 100


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda search: pickle.loads(pickle.dumps(search))])
@pytest.mark.parametrize(
    "options",
    [
        {"engine": "python"},
        {"engine": "native"},
        {"engine": "native", "select": "grave(ref=20)", "backup": "solver"},
        {"engine": "native", "merge": "symmetric", "backup": "solver"},
        {"engine": "python", "merge": "states"},
        {"engine": "native", "threads": 2, "parallel": "root"},
        {"engine": "native", "threads": 2, "parallel": "tree"},
    ],
    ids=str,
)
def test_a_copy_has_the_tree(duplicate: Callable[[Search], Search], options: dict[str, Any]) -> None:
    if options["engine"] not in ENGINES:
        pytest.skip("no C++ core")
    parts = {name: options[name] for name in ("select", "backup") if name in options}
    others = {name: value for name, value in options.items() if name not in parts}
    search = Search("connect_four(5,5,4)", configure(**parts), seed=4, **others)
    search.run(search.game.initial_state(), 400)
    search.advance(search.decide())
    search.resume(100)
    twin = duplicate(search)
    assert first_difference(twin.tree(), search.tree()) is None
    assert twin.tree().extra == search.tree().extra
    assert (twin.simulations, twin.state) == (search.simulations, search.state)
    if options.get("parallel") == "tree":
        return  # both continue, but threads that share a tree differ
    results = [one.resume(200) for one in (twin, search)]
    assert results[0].moves == results[1].moves
    assert first_difference(twin.tree(), search.tree()) is None


# Keeping the tree

KEPT = [
    {},
    {"select": "ucb1_tuned"},
    {"select": "puct(prior=heuristic)"},
    {"select": "bayes_uct2"},
    {"select": "grave(ref=20)"},
    {"select": "tree_shape", "expand": "all_children"},
    {"backup": "solver"},
    {"backup": "max_mean_mix"},
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("parts", KEPT, ids=str)
@pytest.mark.parametrize(("game", "moves"), [("connect_four(5,5,4)", "3"), ("pig(target=30)", "")])
def test_advance_keeps_all_statistics(game: str, moves: str, parts: dict[str, str], engine: str) -> None:
    search = Search(game, configure(**parts), engine=engine, seed=11)
    search.run(search.game.position(moves), 600)
    for _ in range(3):
        before = search.tree()
        row = max(before.children(ROOT), key=lambda child: before.visits[child])
        expected = before.subtree(row)
        search.advance(before.action[row])
        kept = search.tree()
        assert first_difference(expected, kept) is None
        assert expected.extra == kept.extra
        assert len(kept) > 1


@needs_native
@pytest.mark.parametrize("parts", KEPT, ids=str)
def test_both_engines_go_on_alike(parts: dict[str, str]) -> None:
    trees = []
    for engine in ("python", "native"):
        search = Search("connect_four(5,5,4)", configure(**parts), engine=engine, seed=12)
        search.run(search.game.initial_state(), 200)
        search.advance(search.decide())
        search.resume(150)
        trees.append(search.tree())
    assert first_difference(*trees) is None
    assert trees[0].extra == trees[1].extra


def counted(tree: Tree) -> tuple[int, int, int]:
    """Visited rows, depth and width, counted row by row."""
    levels = [[ROOT]]
    while levels[-1]:
        levels.append([child for row in levels[-1] for child in tree.children(row) if tree.visits[child]])
    return sum(map(len, levels)), len(levels) - 2, max(map(len, levels))


LUDO = "ludo(players=2, rules=thesis)"


@needs_native
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("tictactoe", {}),
        ("tictactoe", {"expand": "one_child(after=0)"}),
        ("tictactoe", {"expand": "all_children"}),
        ("tictactoe", {"select": "tree_shape"}),
        ("tictactoe", {"backup": "solver"}),
        ("tictactoe", {"merge": "states"}),
        ("tictactoe", {"threads": 2, "parallel": "tree"}),
        (LUDO, {}),
        (LUDO, {"expand": "all_children"}),
        (LUDO, {"expand": "open_loop"}),
        (LUDO, {"select": "tree_shape"}),
    ],
    ids=str,
)
def test_depth_and_width_are_those_of_the_tree(game: str, options: dict[str, Any]) -> None:
    parts = {name: options[name] for name in ("select", "expand", "backup") if name in options}
    others = {name: value for name, value in options.items() if name not in parts}
    search = Search(game, configure(**parts), engine="native", seed=4, **others)
    state = search.game.initial_state()
    while state.player == CHANCE:
        state.apply(state.moves()[0])
    result = search.run(state, 3000)
    assert (result.visited, result.depth, result.width) == counted(search.tree())
    assert result.action is not None
    search.advance(result.action)
    result = search.resume(500)
    assert (result.visited, result.depth, result.width) == counted(search.tree())


@pytest.mark.parametrize("engine", ENGINES)
def test_the_value_is_the_movers_after_advance(engine: str) -> None:
    """X is one move away from winning: the value is X's where X moves and O's where O moves."""
    search = Search("tictactoe", engine=engine, seed=1)
    state = search.game.position("a1 b1 a2 b2")
    assert (search.run(state, 500).value or 0) > 0.5
    losing = search.game.position("a1 b1 a2").actions()[0]
    other = Search("tictactoe", engine=engine, seed=1)
    other.run(search.game.position("a1 b1 a2"), 500)
    assert (other.resume(1).value or 0) < 0  # O is to lose
    other.advance(losing)
    assert (other.resume(200).value or 0) > 0  # X moves now


@pytest.mark.parametrize("merge", ["states", "symmetric"])
@pytest.mark.parametrize(("game", "moves"), [("tictactoe", ""), ("connect_four(4,4,3)", ""), ("pig(target=8)", "")])
@pytest.mark.parametrize("backup", ["mean", "solver"])
@pytest.mark.parametrize("engine", ENGINES)
def test_rows_of_equal_states_share_their_statistics(
    game: str, moves: str, merge: str, backup: str, engine: str
) -> None:
    search = Search(game, configure(backup=backup), seed=3, merge=merge, engine=engine)
    state = search.game.position(moves)
    search.run(state, 400)
    tree = search.tree()
    groups = defaultdict(list)
    for row, reached in states_of(tree, state).items():
        key = reached.canonical_key() if merge == "symmetric" else reached.key()
        groups[key, tree.seat[row]].append(row)
    assert any(len(rows) > 1 for rows in groups.values())
    for rows in groups.values():
        assert len({(tree.visits[row], tree.value[row]) for row in rows}) == 1
        assert len({str(tree.extra["proven"][row]) for row in rows if "proven" in tree.extra}) <= 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"engine": "nativ"}, "the engine must be one of auto, python, native, not nativ; did you mean native?"),
        ({"merge": "state"}, "merge must be one of none, states, symmetric, not state; did you mean states?"),
        ({"parallel": "trees"}, "parallel must be one of root, tree, not trees; did you mean tree?"),
        ({"engine": None}, "the engine must be one of auto, python, native, not none"),
    ],
    ids=str,
)
def test_options_are_words_with_the_nearest_suggested(options: dict[str, Any], message: str) -> None:
    with pytest.raises(PlygroundError) as error:
        Search("tictactoe", **options)
    assert str(error.value) == message


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "numbers", [(-1, 1), (2**40, 1), (1.5, 1), (1, 0), (1, 1, 0), (1, 1, 1, 0), (1, 1, 1, 1, -1), (1, 1, 1, 1, 99)]
)
def test_numbers_that_prune_nothing_are_refused(numbers: tuple[Any, ...], engine: Any) -> None:
    search = Search("connect_four", engine=engine)
    search.run("44", 5)
    with pytest.raises(PlygroundError, match="must be a whole number from"):
        search.pruned(*numbers)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("simulations", [-1, 2**40, 1.5, True])
def test_impossible_numbers_are_not_replayed(simulations: Any, engine: Any) -> None:
    search = Search("connect_four", engine=engine)
    search.run("44", 5)
    with pytest.raises(PlygroundError, match="simulations must be"):
        search.replay(simulations)
