"""The search against what is known exactly: worked examples, integrals, value iteration, brute-force counts."""

import math
import re

import pytest
from search_helpers import ENGINES, example, needs_native

from plyground.games import CHANCE, TERMINAL, State, parse_game
from plyground.search import Search, configure
from plyground.search.backup.gaussian import exact_maximum, maximum
from plyground.tree import ROOT, first_difference

# Turcotte's lecture


def test_walkthrough() -> None:
    """The numbers of the lecture, UCB1 with C = 2 and N the visits of the parent."""
    search = example("walkthrough").lecture_search()
    traces = [search.trace() for _ in range(4)]
    chosen = [[search.tree().action[row] for row in trace.path] for trace in traces]
    assert [path[:2] for path in chosen] == [[0, 1], [0, 2], [0, 1], [0, 2]]
    assert chosen[3][2] == 6
    assert [trace.values for trace in traces] == [[20.0], [10.0], [0.0], [14.0]]
    scores = [[round(score, 2) for score in trace.steps[0].scores] for trace in traces]
    assert scores == [[math.inf, math.inf], [20.0, math.inf], [21.67, 11.67], [11.48, 12.10]]
    tree = search.tree()
    assert [tree.value[row] * tree.visits[row] for row in range(3)] == pytest.approx([44.0, 20.0, 24.0])
    assert search.decide() == 2  # "it will recommend a_2 as the optimal move"


def test_walkthrough_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    example("walkthrough").main()
    printed = capsys.readouterr().out
    assert "4.1 selection: S1 = 11.48, S2 = 12.10; S2 is selected" in printed
    assert "4.4 back-propagation (total/visits): S0 44/4, S2 24/2, S6 14/1" in printed


# Qi and Hu's report

CORNERS, EDGES = ("a1", "c1", "a3", "c3"), ("b1", "a2", "c2", "b3")


@needs_native
def test_best_reply_to_a_random_player() -> None:
    """After a corner O wins 29/35 against a random X, after an edge 74/105.

    O's mean wins after each X reply, averaged over the replies. Above the exact value: four standard errors. Below
    it also what exploring costs, which shrinks like √(K ln N / N): a scale, taken wide, not a proven bound.
    """
    oracle = example("reproduce_a_claim")
    start = oracle.searched(1)
    for first, exact in (("a1", 29 / 35), ("b1", 74 / 105)):
        after = start.game.position(f"b2 {first}")
        errors = []
        for n in (1_000, 5_000, 25_000):
            values = []
            for reply in after.actions():
                state = after.clone()
                state.apply(reply)
                values.append(Search(start.game, start.config, seed=reply).run(state, n).moves[0].value)
            noise = 4 * 0.5 / math.sqrt(n * len(values))
            regret = 2 * oracle.C * math.sqrt(6 * math.log(n) / n)
            errors.append(exact - sum(values) / len(values))
            assert -noise <= errors[-1] <= regret + noise
        assert errors[0] > errors[1] > errors[2]
        assert errors[2] < 0.02  # corners and edges differ by 0.124


@needs_native
def test_the_figure_of_the_report() -> None:
    """The report: 198397 visits and Q 0.8070 for one corner, 147 to 363 visits elsewhere, 0.8020 at the root."""
    oracle = example("reproduce_a_claim")
    search = oracle.searched(200_001)
    moves = search.resume(0).moves
    assert moves[0].name in CORNERS
    assert moves[0].visits > 0.98 * 200_001
    assert 0.79 < search.top().value[ROOT] < moves[0].value < 29 / 35
    assert {move.name for move in moves[1:4]} < set(CORNERS)
    entries = oracle.figure(search).split("\n\n")
    assert len(entries) == 8
    form = r"visits: (\d+) ,wins: (\d+) ucb: (\d\.\d+)\n\['.', '.', '.'\]\n\['.', 'X', '.'\]\n\['.', '.', '.'\]"
    found = [re.fullmatch(form, entry) for entry in entries]
    assert sum(int(match[1]) for match in found if match) == 200_001
    for match in found:
        assert match is not None
        n, wins = int(match[1]), int(match[2])
        assert float(match[3]) == pytest.approx(wins / n + math.sqrt(2 * math.log(200_001) / n))


# The maximum of normal variables

# A line between table points 1/64 apart errs by at most this times max|f''|; by central differences over |α| < 6 that
# is 0.2420 for Φ, 0.3989 for F1 and 0.1817 for F2.
LINE = (1 / 64) ** 2 / 8


@pytest.mark.parametrize("table", [False, True])
@pytest.mark.parametrize(
    ("m1", "s1", "m2", "s2", "mean", "variance"),
    [
        (0, 1, 0, 1, 0.564189584, 0.681690114),
        (1, 1, 0, 1, 1.199641228, 0.760502152),
        (0.5, 0.2, 0.5, 0.2, 0.612837917, 0.027267605),
        (0.3, 0.5, 0.1, 0.8, 0.584787420, 0.274199578),
        (0.6, 0.1, 0.4, 0.2, 0.622687371, 0.010514210),
    ],
)
def test_maximum_of_two(m1: float, s1: float, m2: float, s2: float, mean: float, variance: float, table: bool) -> None:
    spread = s1 * s1 + s2 * s2
    error_mean = LINE * 0.399 * math.sqrt(spread) if table else 0.0
    error_variance = LINE * (0.242 * abs(s1 * s1 - s2 * s2) + 0.182 * spread) if table else 0.0
    x, y = (m1, s1 * s1), (m2, s2 * s2)
    for pair in ((x, y), (y, x)):
        found = maximum(*pair, table)
        assert abs(found[0] - mean) <= error_mean + 1e-9
        assert abs(found[1] - variance) <= error_variance + 1e-9
    # The trapezoid rule errs by h²/6 in ∫ 2x P(max ≤ x) dx: 16 standard deviations and more, 4000 steps.
    step = (16 * max(s1, s2) + abs(m1 - m2)) / 4000
    assert exact_maximum([x, y]) == pytest.approx((mean, variance), abs=step * step / 6 + 1e-9)


@pytest.mark.parametrize(
    ("count", "mean", "exact_mean", "variance", "exact_variance"),
    [
        (3, 0.84765, 0.84628, 0.54702, 0.55947),
        (5, 1.16427, 1.16296, 0.41973, 0.44753),
        (7, 1.35224, 1.35218, 0.35623, 0.39192),
        (9, 1.48366, 1.48501, 0.31712, 0.35735),
    ],
)
def test_fold_of_many(count: int, mean: float, exact_mean: float, variance: float, exact_variance: float) -> None:
    """What taking the maximum pair by pair costs: 0.2 % of the mean, up to 11 % of the variance."""
    belief = (0.0, 1.0)
    for _ in range(count - 1):
        belief = maximum(belief, (0.0, 1.0))
    assert belief == pytest.approx((mean, variance), abs=6e-6)
    assert exact_maximum([(0.0, 1.0)] * count) == pytest.approx((exact_mean, exact_variance), abs=6e-6)


def test_the_table_is_as_good_as_its_step() -> None:
    """Over |α| ≤ 6: linear interpolation errs by at most h²/8 · max|f''| in each of Φ, F1 and F2."""
    worst_mean = worst_variance = 0.0
    for i in range(-5990, 5991):
        exact, looked_up = (maximum((i / 1000, 0.5), (0.0, 0.5), table) for table in (False, True))
        worst_mean = max(worst_mean, abs(exact[0] - looked_up[0]))
        worst_variance = max(worst_variance, abs(exact[1] - looked_up[1]))
    # Both variances are equal, so that Φ does not count. Measured: 1.217e-5 and 5.541e-6.
    assert 1e-6 < worst_mean <= LINE * 0.399
    assert 1e-6 < worst_variance <= LINE * 0.182


# The shape of the tree


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "parts",
    [
        {"select": "tree_shape"},
        {"select": "tree_shape", "expand": "all_children"},
        {"select": "tree_shape(wdc, cr=0.01, target=5, scope=parent, stop=0.1)"},
        {"select": "tree_shape", "expand": "all_children(after=3)", "backup": "solver"},
        {"select": "tree_shape", "expand": "progressive_widening(k=1, a=0.5)"},
        {"select": "tree_shape", "expand": "one_child(after=0)"},
    ],
    ids=str,
)
@pytest.mark.parametrize("game", ["connect_four", "mnk(4,4,3)", "ludo(players=3)", "pig(target=10)"])
def test_depth_and_width_of_every_row(game: str, parts: dict[str, str], engine: str) -> None:
    if "after=0" in str(parts) and game.startswith("ludo"):
        pytest.skip("every simulation would keep a whole game, hundreds of moves long")
    # The shape does not depend on the evaluation: a quick one.
    search = Search(game, configure(evaluate="heuristic", **parts), engine=engine, seed=9)
    result = search.run(search.game.initial_state(), 250)
    tree, all_at_once = search.tree(), search.config.expand.all_at_once
    for row in range(len(tree)):
        counts, level = [], [row]
        while level:
            counts.append(len(level))
            level = [child for r in level for child in tree.children(r) if all_at_once or tree.visits[child]]
        assert (tree.extra["levels"][row] or [1]) == counts
        assert tree.extra["width"][row] == max(counts)
    visited = tree.levels()
    assert (result.visited, result.depth, result.width) == (sum(visited), len(visited) - 1, max(visited))


@pytest.mark.parametrize("criterion", ["dwc", "wdc"])
@pytest.mark.parametrize("scope", ["child", "parent"])
def test_boost_for_unvisited_children(criterion: str, scope: str) -> None:
    """cr and target times 1 + boost · u, by hand; a node without children has u = 1, an end of the game 0."""
    rule = configure(select=f"tree_shape({criterion}, c=3, cr=0.3, target=2, scope={scope}, boost=0.5)").select
    search = Search("tictactoe", configure(select=str(rule)), engine="python", seed=5)
    search.run(search.game.position("b2 a1 c3"), 120)
    tree, shares = search.tree(), set()
    for row in range(len(tree)):
        children = [child for child in tree.children(row) if tree.visits[child]]
        if not children:
            continue
        for child, score in zip(children, rule.scores(tree, [ROOT, row], children), strict=True):
            measured = child if scope == "child" else row
            below = tree.children(measured)
            unvisited = [tree.visits[one] for one in below].count(0)
            u = unvisited / len(below) if below else float(tree.player[measured] != TERMINAL)
            levels = tree.levels(measured)
            ratio = len(levels) / max(levels)
            cr, target = 0.3 * (1 + 0.5 * u), 2 * (1 + 0.5 * u)
            dw = cr * (ratio - target) if criterion == "dwc" else cr * (target - 1 / ratio)
            bonus = 2 * max(3 + dw, 0) * math.sqrt(2 * math.log(tree.visits[row]) / tree.visits[child])
            assert score == pytest.approx((tree.value[child] + 1) / 2 + bonus, rel=1e-12)
            shares.add(u)
    assert len(shares) > 1


def test_the_goal_of_the_additive_form_has_no_effect() -> None:
    """It is added to all children alike, so that `reproduce` tunes C_R alone."""
    trees = []
    for target in (0, 4):
        config = configure(select=f"tree_shape(cr=0.25, target={target}, form=added)")
        search = Search("connect_four(5,4,4)", config, engine="python", seed=3)
        search.run(search.game.initial_state(), 400)
        trees.append(search.tree())
    assert first_difference(*trees) is None


# Value iteration of games with dice


def value_iteration(start: State) -> float:
    """The value to seat 0 of a game of two: all reachable states, swept until nothing changes."""
    states, todo, after = {start.key(): start}, [start], dict[object, list[tuple[object, float]]]()
    while todo:
        state = todo.pop()
        chances = dict(state.chance())
        after[state.key()] = []
        for move in state.moves():
            child = state.clone()
            child.apply(move)
            after[state.key()].append((child.key(), chances.get(move, 0.0)))
            if child.key() not in states:
                states[child.key()] = child
                todo.append(child)
    values = {key: state.returns()[0] if state.player == TERMINAL else 0.0 for key, state in states.items()}
    order, change = list(reversed(states)), 1.0
    while change > 1e-9:
        change = 0.0
        for key in order:
            player = states[key].player
            if player == TERMINAL:
                continue
            if player == CHANCE:
                value = sum(p * values[child] for child, p in after[key])
            else:
                value = (max if player == 0 else min)(values[child] for child, _ in after[key])
            change = max(change, abs(value - values[key]))
            values[key] = value
    return values[start.key()]


def ludo_endgame(tokens: list[tuple[int, int]], roll: int) -> State:
    """Two tokens each in their home columns, seat 0 has rolled."""
    state = parse_game("ludo(players=2, rules=thesis, tokens=2)").initial_state()
    state.tokens = tokens
    state.apply(roll)
    return state


def pig_endgame(scores: list[int], pot: int) -> State:
    state = parse_game("pig(target=14)").initial_state()
    state.scores, state.pot = scores, pot
    return state


@needs_native
@pytest.mark.parametrize(
    "state",
    [
        pig_endgame([4, 8], 4),
        pig_endgame([10, 3], 2),
        pig_endgame([0, 9], 9),
        ludo_endgame([(41, 43), (42, 44)], 1),
        ludo_endgame([(40, 44), (44, 44)], 6 - 5),
        ludo_endgame([(39, 43), (41, 41)], 6),
    ],
    ids=lambda state: f"{state.game.name} {state.key().hex()}",
)
def test_dice_games_approach_their_values(state: State) -> None:
    """The mean of the simulations errs by their noise (four standard errors of values in ±1) and by the visits spent
    on moves that are not best, on the scale of c·√(K ln N / N), K = 2, times four: wide, not a proven bound."""
    exact = value_iteration(state)
    n = 200_000
    result = Search(state.game, engine="native", seed=3).run(state, n)
    assert abs(result.value - exact) < 4 / math.sqrt(n) + 4 * 1.4 * math.sqrt(2 * math.log(n) / n)
    best = max(result.moves, key=lambda move: move.visits)
    after = state.clone()
    after.apply(best.action)
    assert value_iteration(after) == pytest.approx(exact, abs=0.01)  # the move is a best one, or as good
