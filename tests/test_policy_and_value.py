"""A network as prior alone, as value alone, and two networks together: both engines, any other parts."""

import pytest
from hash_network import HashNetwork
from search_helpers import needs_native

from plyground.errors import PlygroundError
from plyground.games import parse_game
from plyground.rng import Rng
from plyground.search import Search, configure
from plyground.search.evaluate import Batched, NetworkFile, PolicyAndValue, Rollout
from plyground.search.part import softmax
from plyground.tree import ROOT

TICTACTOE = parse_game("tictactoe")


def search(engine="python", game=TICTACTOE, moves="b2 a1", simulations=80, **parts):
    return Search(game, configure(**parts), seed=4, engine=engine).run(game.position(moves), simulations).tree


def networks(game=TICTACTOE):
    return Batched(HashNetwork(game, 1)), Batched(HashNetwork(game, 2))


@needs_native
@pytest.mark.parametrize(
    "parts",
    [
        {"evaluate": "policy_and_value"},
        {"evaluate": "policy_and_value(network, rollout(n=2))", "select": "gumbel"},
        {"evaluate": "policy_and_value(network, network)", "backup": "solver"},
        {"evaluate": "policy_and_value(network, heuristic)", "select": "puct(c=2, base=100)"},
        {"evaluate": "policy_and_value(leaves=4)"},
        {"evaluate": "policy_and_value(network, network, leaves=8)", "select": "gumbel", "backup": "solver"},
        {"evaluate": "network(prior=false)"},
        {"evaluate": "network(prior=false)", "backup": "solver", "expand": "all_children"},
        {"evaluate": "network(prior=false)", "select": "tree_shape"},
        {"evaluate": "network(prior=false)", "select": "bayes_uct2"},
        {"evaluate": "network(prior=false)", "select": "thompson"},
        {"evaluate": "network(prior=false)", "select": "epsilon_greedy", "expand": "progressive_widening"},
        {"evaluate": "network(prior=false)", "select": "puct(prior=heuristic)"},
    ],
)
def test_both_engines_grow_the_same_tree(parts):
    python, native = (search(engine, **parts) for engine in ("python", "native"))
    assert len(python) > 50
    for column in ("action", "visits", "value", "player"):
        assert list(getattr(python, column)) == list(getattr(native, column))
    assert {name: list(cells) for name, cells in python.extra.items()} == {
        name: list(cells) for name, cells in native.extra.items()
    }


def test_priors_are_the_policys_and_values_are_the_others():
    policy, value = networks()
    state = TICTACTOE.position("b2 a1")
    tree = search(simulations=1, evaluate=PolicyAndValue(policy, value))
    assert list(tree.extra["prior"][1:]) == softmax(policy.answers([state])[0][1])
    assert tree.value[ROOT] == value.answers([state])[0][0][state.player]
    rolled = search(simulations=1, evaluate=PolicyAndValue(policy, Rollout()))
    assert rolled.value[ROOT] in (-1.0, 0.0, 1.0)
    assert list(rolled.extra["prior"][1:]) == list(tree.extra["prior"][1:])


def test_two_times_the_same_network_is_that_network():
    policy, _ = networks()
    once, twice = (search(evaluate=part) for part in (policy, PolicyAndValue(policy, policy)))
    assert (list(once.visits), list(once.value)) == (list(twice.visits), list(twice.value))


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=needs_native)])
def test_leaves_wait_for_both_networks_together(engine):
    (policy, value), asked = networks(), {1: [], 2: []}

    def counted(number, part):
        return Batched(lambda positions: (asked[number].append(len(positions)), part.call(positions))[1])

    search(engine, evaluate=PolicyAndValue(counted(1, policy), counted(2, value), leaves=8))
    assert asked[1] == asked[2]
    assert 1 < max(asked[1]) <= 8


def test_a_value_alone_takes_the_place_of_the_rollout():
    """UCB1 tries every child once: each has then the network's value of the position behind it."""
    part, state = NetworkFile(prior=False), TICTACTOE.position("b2 a1")
    tree = search(simulations=7, evaluate=part)
    for child in tree.children(ROOT):
        after = state.clone()
        after.apply(tree.action[child])
        assert tree.value[child] == part.answers([after])[0][0][state.player]


def test_chance_is_drawn_before_a_network_judges():
    game = parse_game("pig(2, 12)")
    network = Batched(HashNetwork(game, 1, seats=2))
    state = game.initial_state()
    state.apply(1)
    for stream in range(20):
        moves = []
        left = state.clone()
        values = network.values(left, Rng(1, stream), moves)
        assert len(moves) == 1
        assert values == network.answers([left])[0][0]


def test_what_cannot_work_is_said_in_one_sentence():
    with pytest.raises(PlygroundError, match="rollout gives no prior of moves: use policy=network"):
        configure(evaluate="policy_and_value(rollout, network)")
    with pytest.raises(PlygroundError, match="set leaves=4 here"):
        configure(evaluate="policy_and_value(network, network(leaves=4))")
    with pytest.raises(PlygroundError, match="use select=puct or gumbel"):
        configure(evaluate="policy_and_value", select="ucb1")
    with pytest.raises(PlygroundError, match="none for nim"):
        configure(evaluate="network(prior=false)").check(parse_game("nim"))
