"""Several leaves of one search that wait for a network together: both engines grow the same tree, values are true."""

from dataclasses import dataclass, replace

import pytest
from hash_network import HashNetwork
from search_helpers import ENGINES, needs_native, other_games

from plyground.errors import PlygroundError
from plyground.games import parse_game
from plyground.search import Search, configure
from plyground.search.engine import PythonEngine
from plyground.search.evaluate import Batched
from plyground.search.part import Select
from plyground.tree import ROOT, first_difference

GAMES = [
    "connect_four",
    "connect_four(4,4,3)",
    "tictactoe",
    "mnk(10,10,5)",
    "nim([3,4,5])",
    "pig(players=3, target=15)",
    "ludo(players=2, rules=thesis, tokens=2)",
]
GAMES += other_games(GAMES)
RULES = ["puct(c=1.25, base=500)", "puct(noise=0.25, fpu=0)", "gumbel", "epsilon_greedy(epsilon=0.3, inner=puct)"]


def network_for(game):
    return HashNetwork(game, seats=game.num_players if game.num_players > 2 else 0)


def searched(game, engine, leaves, rule="puct", backup="mean", simulations=60, network=None):
    call = network or network_for(game)
    config = configure(select=rule, evaluate=Batched(call, leaves=leaves), backup=backup)
    search = Search(game, config, engine=engine, seed=5)
    search.run(game.initial_state(), simulations)
    return search


@needs_native
@pytest.mark.parametrize("leaves", [1, 2, 5, 16])
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("game", GAMES)
def test_both_engines_grow_the_same_tree(game, rule, leaves):
    game = parse_game(game)
    python, native = (searched(game, engine, leaves, rule) for engine in ENGINES)
    assert python.simulations == native.simulations == 60
    assert first_difference(python.tree(), native.tree()) is None
    assert python.tree().extra == native.tree().extra
    assert python.engine.summary() == native.engine.summary()


@needs_native
@pytest.mark.parametrize("leaves", [1, 4, 16])
@pytest.mark.parametrize("rule", ["puct", "gumbel"])
@pytest.mark.parametrize("game", ["tictactoe", "connect_four(4,4,3)", "nim([2,3])"])
def test_both_engines_prove_the_same(game, rule, leaves):
    game = parse_game(game)
    python, native = (searched(game, engine, leaves, rule, "solver", 300) for engine in ENGINES)
    assert first_difference(python.tree(), native.tree()) is None
    assert python.tree().extra == native.tree().extra


class Asked:
    """A network that remembers the batches it was asked for, and fails at one of them."""

    def __init__(self, game):
        self.network, self.fails_at = network_for(game), -1
        self.batches = []

    def __call__(self, positions):
        self.batches.append([tuple(position) for position in positions.tolist()])
        if len(self.batches) - 1 == self.fails_at:
            raise RuntimeError("no power")
        return self.network(positions)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("rule", ["puct", "gumbel"])
def test_leaves_wait_together_and_none_twice(rule, engine):
    game = parse_game("connect_four")
    asked = Asked(game)
    search = searched(game, engine, 8, rule, simulations=200, network=asked)
    assert len(asked.batches[0]) == 1  # the root alone: the rest has no children to walk to
    sizes = [len(batch) for batch in asked.batches]
    assert max(sizes) <= 8
    assert sum(sizes) / len(sizes) > 4
    assert all(len(set(batch)) == len(batch) for batch in asked.batches)
    tree = search.tree()
    assert tree.visits[ROOT] == 200
    assert [tree.begun(row) for row in range(len(tree))] == tree.visits


def true_means(tree, values):
    """Every value in the tree is the mean of the network's values and the returns below it."""
    total = [0.0] * len(tree)
    for row in reversed(range(len(tree))):
        if not tree.visits[row]:
            continue
        own = values[row] * (tree.visits[row] - sum(tree.visits[child] for child in tree.children(row)))
        signs = [1.0 if tree.seat[child] == tree.seat[row] else -1.0 for child in tree.children(row)]
        total[row] = own + sum(sign * total[c] for sign, c in zip(signs, tree.children(row), strict=True))
    return [total[row] / tree.visits[row] if tree.visits[row] else 0.0 for row in range(len(tree))]


def test_values_are_those_of_the_leaves_alone():
    """No virtual loss: each mean is that of the judgements below, each counted once."""
    game = parse_game("connect_four")
    search = searched(game, "python", 8, simulations=150)
    tree, network = search.tree(), network_for(game)
    states = {ROOT: game.initial_state()}
    values = [0.0] * len(tree)
    for row in range(len(tree)):
        if row not in states or not tree.visits[row]:
            continue
        state = states[row]
        judged = Batched(network).answers([state])[0][0] if state.player >= 0 else state.returns()
        values[row] = judged[tree.seat[row]]
        for child in tree.children(row):
            states[child] = state.clone()
            states[child].apply(tree.action[child])
    assert tree.value == pytest.approx(true_means(tree, values), abs=1e-12)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("game", ["connect_four", "pig(players=3, target=15)"])
def test_a_network_that_fails_leaves_the_tree_as_it_was(game, engine):
    game = parse_game(game)
    asked = Asked(game)
    search = Search(game, configure(select="puct", evaluate=Batched(asked, leaves=8)), engine=engine, seed=3)
    search.start(game.initial_state())
    for _ in range(6):
        search.grow(8)
    before, done = search.tree(), search.simulations
    asked.fails_at = len(asked.batches)
    with pytest.raises(RuntimeError, match="no power"):
        search.grow(8)
    assert search.simulations == done
    assert first_difference(before, search.tree()) is None
    assert before.extra == search.tree().extra
    search.grow(40)
    undisturbed = Search(game, configure(select="puct", evaluate=Batched(network_for(game), leaves=8)), seed=3)
    undisturbed.start(game.initial_state())
    for count in (*[8] * 6, 40):
        undisturbed.grow(count)
    assert first_difference(undisturbed.tree(), search.tree()) is None


@pytest.mark.parametrize("engine", ENGINES)
def test_the_clock_does_not_change_the_tree(engine):
    """Slices of a run end between two batches."""
    game = parse_game("connect_four")
    whole = searched(game, engine, 8, simulations=100)
    sliced = Search(game, whole.config, engine=engine, seed=5)
    sliced.start(game.initial_state())
    left = 100
    while left:
        before = sliced.simulations
        sliced.engine.run(left, 0.0, sliced.engine.limits(1e9, 1 << 40))
        left -= sliced.simulations - before
    assert first_difference(whole.tree(), sliced.tree()) is None


@dataclass(frozen=True)
class Spreading(Select):
    """A rule of a user's own that counts begun visits."""

    needs = frozenset({"prior"})
    scores_unvisited = True

    def scores(self, tree, path, children):
        return [tree.extra["prior"][child] / (1.0 + tree.begun(child)) for child in children]


@dataclass(frozen=True)
class Repeating(Spreading):
    """A rule that does not count them: it walks to the same leaf again."""

    def scores(self, tree, path, children):
        return [tree.extra["prior"][child] / (1.0 + tree.visits[child]) for child in children]


@needs_native
def test_a_rule_of_your_own_sees_begun_visits_in_both_engines():
    game = parse_game("tictactoe")
    python, native = (searched(game, engine, 8, Spreading()) for engine in ENGINES)
    assert native.engine_name == "native"
    assert first_difference(python.tree(), native.tree()) is None


@pytest.mark.parametrize("engine", ENGINES)
def test_a_rule_that_sees_visits_alone_gets_leaves_one_by_one(engine):
    game = parse_game("connect_four")  # no game ends so early
    asked = Asked(game)
    trees = [searched(game, engine, leaves, Repeating(), network=asked).tree() for leaves in (1, 8)]
    assert first_difference(*trees) is None
    assert {len(batch) for batch in asked.batches} == {1}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_trace_shows_one_leaf_at_a_time(engine):
    game = parse_game("tictactoe")
    several, one = searched(game, engine, 4), searched(game, engine, 1, simulations=20)
    several.trace()
    assert several.simulations == 61
    assert first_difference(several.replay(20).tree, one.tree()) is None


def test_what_cannot_be_is_refused_in_one_sentence():
    game = parse_game("tictactoe")
    search = searched(game, "auto", 4)
    with pytest.raises(PlygroundError, match="use leaves=1"):
        search.trace(3)
    with pytest.raises(PlygroundError, match="leaves must be"):
        Search(game, configure(evaluate=Batched(network_for(game), leaves=0)))
    with pytest.raises(PlygroundError, match="leaves"):
        configure(evaluate="network(leaves=2000)")
    assert "leaves=4" in str(replace(search.config.evaluate, leaves=4))
    assert PythonEngine(search.config, game.initial_state(), 1).tree.begun(ROOT) == 0
