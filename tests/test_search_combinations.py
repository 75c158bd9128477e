"""Parts of one's own, and every combination of parts, run or are refused in one sentence."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from search_helpers import ENGINES, EXAMPLES, example, needs_native, other_games

from plyground.errors import PlygroundError
from plyground.games import TERMINAL, Game, State
from plyground.rng import Rng
from plyground.search import Search, configure
from plyground.search.part import own_parts
from plyground.tree import ROOT, first_difference

GAMES = [
    "tictactoe",
    "mnk(4,5,3)",
    "connect_four",
    "nim",
    "pig(target=30)",
    "pig(3,target=20)",
    "ludo(players=2, rules=thesis)",
    "ludo(players=4)",
]
GAMES += other_games(GAMES)


@needs_native
@pytest.mark.parametrize("game", GAMES)
def test_a_rule_and_an_evaluation_of_ones_own(game: str) -> None:
    """They run in both engines and grow the same tree."""
    own, centre_first = example("my_rule"), example("my_evaluation").centre_first
    for parts in (
        {"select": own.UcbV()},
        {"select": "ucb_v(c=0.1)", "expand": "all_children"},
        {"evaluate": centre_first},
        {"select": "epsilon_greedy(0.3, inner=ucb_v)", "evaluate": centre_first},
        {"select": "ucb_v(c=0.1)", "backup": "solver"},
    ):
        trees = []
        for engine in ("python", "native"):
            search = Search(game, configure(**parts), engine=engine, seed=6)
            assert search.run(search.game.initial_state(), 60).engine == engine
            trees.append(search.tree())
        assert first_difference(*trees) is None
        assert trees[0].extra == trees[1].extra


def test_the_rule_is_short() -> None:
    text = (EXAMPLES / "my_rule.py").read_text(encoding="utf-8")
    rule = text[text.index("@pg.register_select") : text.index("if __name__")].strip()
    assert len([line for line in rule.splitlines() if line.strip()]) <= 15


# Every combination

numbers = st.floats(0.05, 3.0).map(lambda x: round(x, 3))


def ours(kind: str) -> st.SearchStrategy[str]:
    """Every part of the kind, as it is by default and as its `samples` say."""
    return st.sampled_from([text for of, name, part in own_parts() if of == kind for text in (name, *part.samples)])


bare_rules = st.one_of(
    ours("select"),
    st.builds("ucb1(c={})".format, numbers),
    st.builds("ucb1(c={}, fpu={})".format, numbers, numbers),
    st.builds("ucb1_tuned(c={})".format, numbers),
    st.builds("rave(c={}, k={})".format, numbers, numbers),
    st.builds(
        "tree_shape({}, c={}, cr={}, scope={})".format,
        st.sampled_from(["dwc", "wdc"]),
        numbers,
        numbers,
        st.sampled_from(["child", "parent"]),
    ),
    st.builds("puct(c={}, prior={})".format, numbers, st.sampled_from(["uniform", "heuristic"])),
    st.builds("gumbel(considered={})".format, st.integers(1, 9)),
)
rules = st.one_of(
    bare_rules,
    st.builds("epsilon_greedy(0.3, inner={})".format, bare_rules),
    st.builds("random_opponent(inner={})".format, bare_rules),
)
combinations = st.fixed_dictionaries(
    {},
    optional={
        "select": rules,
        "expand": ours("expand") | st.sampled_from(["one_child(after=0)", "all_children(after=2)"]),
        "evaluate": ours("evaluate") | st.just("rollout(policy=heuristic, depth_limit=2)"),
        "backup": ours("backup") | st.sampled_from(["mean(win=1, draw=0.5, loss=0)", "bayes(table=true)"]),
        "decide": ours("decide"),
    },
)
SMALL = [
    "tictactoe",
    "mnk(3,4,3)",
    "connect_four(4,4,3)",
    "nim",
    "pig(target=12)",
    "pig(3,target=8)",
    "ludo(players=2, rules=thesis, tokens=1, track=24, home=2)",
    "ludo(players=3, tokens=1, track=24, home=2)",
]
SMALL += other_games(SMALL)


def random_state(game: Game, plies: int, seed: int) -> State:
    state, rng = game.initial_state(), Rng(seed)
    for _ in range(plies):
        if state.player == TERMINAL:
            break
        moves = state.moves()
        state.apply(moves[rng.below(len(moves))])
    return state


@settings(max_examples=300)
@given(
    game=st.sampled_from(SMALL),
    plies=st.integers(0, 12),
    seed=st.integers(0, 2**64 - 1),
    simulations=st.integers(0, 40),
    parts=combinations,
)
def test_any_combination_runs_or_is_refused(
    game: str, plies: int, seed: int, simulations: int, parts: dict[str, str]
) -> None:
    assume(not (game.startswith("ludo") and "after=0" in parts.get("expand", "")))  # keeps whole games: slow
    trees = []
    for engine in ENGINES:
        try:
            search = Search(game, configure(**parts), engine=engine, seed=seed)
        except PlygroundError:
            return
        state = random_state(search.game, plies, seed)
        result = search.run(state, simulations)
        tree = search.tree()
        trees.append(tree)
        if state.player == TERMINAL:
            assert result.simulations == 0
            continue
        assert result.simulations == simulations or result.stopped == "solved"
        assert tree.visits[ROOT] == result.simulations
        assert result.action in state.actions() if state.player >= 0 else result.action is None
        low, high = search.value_range()
        for row in range(len(tree)):
            assert tree.visits[row] >= sum(tree.visits[child] for child in tree.children(row))
            assert low - 1e-12 <= tree.value[row] <= high + 1e-12
        for move in result.moves:
            assert low - 1e-12 <= move.low <= move.high <= high + 1e-12
    if len(trees) == 2:
        assert first_difference(*trees) is None
