"""The budget `gap`: it errs as seldom as it promises, stops when it should, and is refused where it cannot hold."""

import math

import pytest
from search_helpers import ENGINES, example

from plyground.errors import PlygroundError
from plyground.rng import Rng
from plyground.search import Budget, Search, Select, configure
from plyground.search.gap import GapRule, evidence, lower_bound
from plyground.search.select import BayesUct1, BayesUct2
from plyground.tree import ROOT, Tree

bench = example("gap_budget", "benchmarks")


def root_of(*moves: tuple[float, int]) -> Tree:
    """A root whose moves have these values and visits."""
    tree = Tree()
    tree.add_rows([0], 0)
    tree.first_child[ROOT] = tree.add_rows(list(range(len(moves))), 0)
    tree.num_children[ROOT] = len(moves)
    for row, (value, visits) in enumerate(moves, start=1):
        tree.value[row], tree.visits[row] = value, visits
    return tree


@pytest.mark.parametrize("error", bench.ERRORS)
def test_few_losses_are_not_certain(error: float) -> None:
    """A move that wins half of its games loses the first four with probability 1/16."""
    assert not GapRule(error, -1.0, 1.0).certain(root_of((0.0, 1000), (-1.0, 4)))
    assert not GapRule(error, -1.0, 1.0).certain(root_of((0.0, 1000), (-1.0, 100), (0.0, 0)))  # one not visited
    assert GapRule(error, -1.0, 1.0).certain(root_of((0.0, 1000), (-1.0, 100), (-0.5, 500)))


def test_the_range_of_the_values_counts() -> None:
    values = ((0.5, 200), (-0.5, 200))
    assert GapRule(0.01, -1.0, 1.0).certain(root_of(*values))
    assert not GapRule(0.01, -30.0, 10.0).certain(root_of(*values))
    scaled = root_of(*((20.0 * value - 10.0, visits) for value, visits in values))
    assert GapRule(0.01, -30.0, 10.0).certain(scaled)


def test_one_move_and_no_visits() -> None:
    assert GapRule(0.01, -1.0, 1.0).certain(root_of((0.0, 1)))
    assert not GapRule(0.01, -1.0, 1.0).certain(root_of((0.0, 0), (0.0, 0)))
    assert not GapRule(0.01, -1.0, 1.0).certain(root_of())


def test_the_bound_holds_at_all_times_at_once() -> None:
    """Ville: with probability δ at most the lower bound of a mean is ever above it, here in up to 2,000 looks.

    The sequences and so the count are fixed; a binomial with p = δ would exceed the limit in one of 10⁶ such tests.
    """
    delta, sequences, rng = 0.2, 300, Rng(1)
    broken = 0
    for _ in range(sequences):
        won, n = 0.0, 0
        while n < 2000:
            won += 1.0 if rng.uniform() < 0.3 else 0.0
            n += 1
            if won > 0.3 * n and evidence(won / n, n, 0.3) >= math.log(1.0 / delta):
                broken += 1
                break
    assert 0 < broken <= delta * sequences + 4.9 * math.sqrt(sequences * delta * (1.0 - delta))


@pytest.mark.parametrize(("mean", "visits"), [(0.0, 10), (0.3, 10), (0.3, 1000), (0.3, 10**6), (1.0, 3), (1.0, 10**9)])
def test_the_bound_is_where_the_evidence_reaches_the_limit(mean: float, visits: int) -> None:
    bound = lower_bound(mean, visits, math.log(100.0))
    assert 0.0 <= bound <= mean
    if bound:
        assert evidence(mean, visits, bound) >= math.log(100.0) > evidence(mean, visits, bound + 1e-6 * mean)
    spread = math.sqrt(math.log(1600.0) / (2 * visits))  # the bound of Hoeffding and 16 tilts, which it comes near to
    assert visits < 100 or bound > mean - 1.6 * spread


@pytest.mark.filterwarnings("ignore::plyground.errors.PlygroundWarning")  # c = 0.2 hardly explores where arms pay 10
@pytest.mark.parametrize("title", list(bench.BANDITS))
@pytest.mark.parametrize("rule", ["ucb1(c=0.2)", "ucb1_tuned", "epsilon_greedy(0.5)"])
def test_it_errs_as_seldom_as_it_promises(rule: str, title: str) -> None:
    """Few searches here, all rules and many searches in benchmarks/gap_budget.py; a binomial with the promised
    probability of error would exceed the limit in one of 10⁶ such tests."""
    game, searches = bench.BANDITS[title], 25
    if "pay" in title and rule == "ucb1_tuned":
        with pytest.raises(PlygroundError, match="is for values from -1 to 1"):
            bench.measure(game, rule, 1, 64)
        return
    for error, outcome in bench.measure(game, rule, searches, 500).items():
        assert outcome.wrong <= error * searches + 4.9 * math.sqrt(searches * error * (1.0 - error))


@pytest.mark.parametrize("rule", [*bench.RULES])
def test_it_stops_where_one_arm_always_wins(rule: str) -> None:
    game = bench.Bandit(((0.0, 0.0, 1.0), (1.0, 0.0, 0.0)))
    result = Search(game, configure(select=rule), seed=1).run(
        game.initial_state(), Budget(gap=0.05, simulations=20_000)
    )
    assert (result.stopped, result.action) == ("gap", 0)


def test_the_benchmark_knows_every_rule_that_is_accepted() -> None:
    tested = {Select.registry.parse(rule).name for rule in bench.RULES}
    refused = {BayesUct1.name, BayesUct2.name}  # they need the backup `bayes`
    ours = {name for name in Select.registry if Select.registry.get(name).__module__.startswith("plyground.")}
    assert tested | refused == ours


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"select": "bayes_uct1"}, "gap needs values that are plain means of results, bayes keeps others"),
        ({"backup": "max_mean_mix"}, "max_mean_mix keeps others"),
    ],
)
def test_backups_that_keep_no_means_are_refused(parts: dict[str, str], sentence: str, engine: str) -> None:
    search = Search("tictactoe", configure(**parts), engine=engine)
    with pytest.raises(PlygroundError, match=sentence):
        search.run(search.game.initial_state(), Budget(gap=0.05))


def test_trees_of_another_root_and_dice_are_refused() -> None:
    search = Search("tictactoe", seed=1)
    search.run(search.game.initial_state(), 100)
    search.advance(4)
    with pytest.raises(PlygroundError, match="gap needs a new tree"):
        search.resume(Budget(gap=0.05))
    merged = Search("tictactoe", merge="states")
    with pytest.raises(PlygroundError, match="gap needs a new tree"):
        merged.run(merged.game.initial_state(), Budget(gap=0.05))
    dice = Search("ludo(players=2)")
    with pytest.raises(PlygroundError, match="gap compares moves, and chance moves here"):
        dice.run(dice.game.initial_state(), Budget(gap=0.05))


def test_what_is_proven_counts_as_it_is() -> None:
    """A proven move needs few visits; a cut one is no better than a proven one and is not waited for."""
    tree = root_of((0.5, 2000), (0.0, 1), (0.9, 1))
    tree.extra = {"proven": [None, None, [0.0, 0.0], None], "cut": [False, False, False, True]}
    assert not GapRule(0.01, -1.0, 1.0).certain(tree)  # 0.9 looks best
    tree.value[3] = -0.9
    assert GapRule(0.01, -1.0, 1.0).certain(tree)
    tree.extra["cut"][3] = False
    assert not GapRule(0.01, -1.0, 1.0).certain(tree)
    tree.extra["proven"][3] = [0.6, -0.6]
    tree.value[3] = 0.6
    assert GapRule(0.01, -1.0, 1.0).certain(tree)
