"""Our own questions: openings and their variance, traps and their depth, and the controls that should find nothing."""

import math
from collections import Counter

import pytest

from plyground.experiments.more_search import RANDOM, MoreSearch, blind, drawn, permuted
from plyground.experiments.more_search_play import cases, search_cases, trap_depth
from plyground.experiments.more_search_tables import CLASSES, Searched, class_of, slope
from plyground.experiments.openings import shuffle
from plyground.experiments.openings_judge import REACH, Told, told_apart
from plyground.experiments.openings_play import draw_openings, open_positions, pair_scores, play_race, regrets, split
from plyground.experiments.openings_races import CONTROL, PAIRS, OpeningRace
from plyground.experiments.session import Session
from plyground.games import TERMINAL, State, parse_game
from plyground.games.native import have_native
from plyground.rng import Rng
from plyground.search import Search, configure
from plyground.selfplay.judged import judged_positions
from plyground.solve import analyse
from plyground.statistics.intervals import Estimate
from plyground.statistics.significance import games_needed
from plyground.statistics.variance import moments, ratio

native = pytest.mark.skipif(not have_native(), reason="needs the C++ core")


# Variance between and within openings


def test_the_variances_are_those_of_the_textbook() -> None:
    """Two groups of three, by hand: means 2 and 6, grand mean 4; SS within 4, SS between 24."""
    found = moments([[1.0, 2.0, 3.0], [5.0, 6.0, 7.0]])
    assert found.within == pytest.approx(4 / 4)
    assert found.between == pytest.approx((24 / 1 - 1) / 3)
    assert ratio([[[1.0, 2.0, 3.0], [5.0, 6.0, 7.0]]]).value == pytest.approx(23 / 3)


def test_groups_of_unequal_size_weigh_as_they_should() -> None:
    """Searle's n₀ = (N − Σn²/N)/(groups − 1)."""
    groups = [[0.0, 1.0], [1.0, 1.0, 2.0, 4.0], [3.0]]
    found = moments(groups)
    means = [sum(group) / len(group) for group in groups]
    whole = sum(map(sum, groups)) / 7
    within = sum((value - mean) ** 2 for group, mean in zip(groups, means, strict=True) for value in group) / 4
    between = sum(len(group) * (mean - whole) ** 2 for group, mean in zip(groups, means, strict=True)) / 2
    assert found.within == pytest.approx(within)
    assert found.between == pytest.approx((between - within) / ((7 - 21 / 7) / 2))


def test_the_ratio_covers_the_truth_and_finds_nothing_where_nothing_is() -> None:
    """200 made-up races with openings worth a quarter of the noise, 200 with none: 95 % intervals, give or take."""
    rng = Rng(5)

    def noise() -> float:
        return sum(rng.uniform() for _ in range(12)) - 6

    for share in (0.25, 0.0):
        covered = 0
        for _ in range(200):
            effects = [math.sqrt(share) * noise() for _ in range(25)]
            found = ratio([[[effect + noise() for _ in range(8)] for effect in effects]])
            covered += found.low <= share <= found.high
        assert 176 <= covered <= 199


def test_shuffled_openings_keep_sizes_and_values() -> None:
    groups = [[0.0, 1.0], [2.0, 3.0, 4.0], [5.0]]
    found = shuffle(groups, Rng(1))
    assert [len(group) for group in found] == [2, 3, 1]
    assert sorted(value for group in found for value in group) == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    assert found != groups


# Openings and games


@pytest.mark.parametrize(("plies", "count"), [(0, 1), (2, 25), (4, 40)])
def test_openings_differ_and_are_no_mirror_images(plies: int, count: int) -> None:
    game = parse_game("connect_four")
    found = draw_openings(game, plies, 40, 3)
    assert len(found) == count
    assert {len(moves) for moves in found} == {plies}
    keys = {game.position(moves).canonical_key() for moves in found}
    assert len(keys) == count
    assert all(game.position(moves).player != TERMINAL for moves in found)


def test_results_are_read_from_the_first_agents_side() -> None:
    assert pair_scores("wwwlddllld") == [1.0, 0.5, 0.5, 0.0, 0.25]
    assert split("wwwlddlllw") == 2


@native
def test_a_race_is_the_same_with_any_number_of_threads_and_counts_from_both_seats() -> None:
    openings = draw_openings(parse_game("connect_four"), 4, 6, 3)
    strong, weak = "mcts(simulations=200)", "mcts(simulations=2)"
    one = play_race("connect_four", strong, weak, openings, 2, 9, 1)
    assert play_race("connect_four", strong, weak, openings, 2, 9, 3) == one
    other = play_race("connect_four", weak, strong, openings, 2, 9, 1)
    scores = [sum(map(sum, map(pair_scores, race["results"]))) / 12 for race in (one, other)]
    assert scores[0] > 0.85
    assert scores[1] < 0.15
    assert play_race("connect_four", strong, weak, openings, 2, 10, 1) != one


def test_ten_pairs_of_rules_and_one_of_the_same_rule() -> None:
    assert len(PAIRS) == 11
    race = OpeningRace("connect_four", 7, 1, 1)
    for name, (first, second) in PAIRS.items():
        assert (race.agent(first) == race.agent(second)) == (name == CONTROL)


@native
def test_the_judge_counts_what_a_move_gives_away() -> None:
    position = open_positions()[0]
    best = max((score > 0) - (score < 0) for score in position.scores.values())
    worst = max(best - ((score > 0) - (score < 0)) for score in position.scores.values())
    found = regrets("random", 1, 300, 4, 1)[0]
    assert set(found) <= {0, 1, 2}
    assert max(found) == worst
    assert regrets("mcts(simulations=50)", 20, 2, 4, 1) == regrets("mcts(simulations=50)", 20, 2, 4, 3)


def test_the_searches_needed_are_those_of_the_usual_formula() -> None:
    """A score of 0.6 with the variance of single games: as `games_needed`, but for the noise between equals."""
    told = Told(Estimate(0.1, 0.05, 0.15), 0.25, 1)
    assert told.needed == pytest.approx(REACH * 25)
    assert told.needed == pytest.approx(games_needed(70.44), rel=0.03)


def test_rules_are_told_apart_by_holm() -> None:
    """Nine differences of nothing, and one that is sure alone (p = 0.02) but not among ten."""
    none, some, much = (Told(Estimate(x, x - 0.1, x + 0.1), 0.25, 1) for x in (0.0, 0.12, 0.3))
    rules = [name for name in PAIRS if name != CONTROL]
    found = dict.fromkeys(PAIRS, (none, none)) | {rules[0]: (some, some), rules[1]: (none, much), CONTROL: (much, much)}
    assert told_apart(found, 0) == []
    assert told_apart(found, 1) == [rules[1]]


# Traps


def wins_within(state: State, plies: int) -> bool:
    """Does the seat to move win within so many plies, whatever the other plays?"""
    me = state.player
    for action in state.actions() if plies > 0 else []:
        after = state.clone()
        after.apply(action)
        if after.player == TERMINAL:
            if after.returns()[me] > 0:
                return True
            continue
        replies = []
        for reply in after.actions() if plies > 2 else []:
            then = after.clone()
            then.apply(reply)
            replies.append(then.player != TERMINAL and wins_within(then, plies - 2))
        if replies and all(replies):
            return True
    return False


def test_the_depth_of_a_trap_is_that_of_the_forced_win() -> None:
    """Every trap of up to five plies in the first positions, against a search of all moves."""
    checked: Counter[int] = Counter()
    for case in cases()[:120]:
        for move, score in case.position.scores.items():
            if score < 0 and (depth := trap_depth(case.ply, score)) <= 5:
                state = case.position.state()
                state.apply(move)
                assert wins_within(state, depth)
                assert not wins_within(state, depth - 2)
                checked[depth] += 1
    assert set(checked) == {1, 3, 5}
    assert all(case.trap is None or case.trap % 2 == 1 for case in cases())


def test_cases_are_the_positions_in_which_a_move_can_be_wrong() -> None:
    assert len(cases()) == len(open_positions()) == 3178
    for case in cases():
        assert case.keeping
        assert 0 < case.blind < 1
    assert {class_of(case) for case in cases()} == {*CLASSES, "no trap"}
    assert len(judged_positions()) == 5000


@native
def test_stored_scores_are_the_solvers() -> None:
    case = next(case for case in cases() if case.ply > 24)
    assert analyse(case.position.state()) == case.position.scores


@native
def test_a_search_that_goes_on_is_the_search_of_the_larger_budget() -> None:
    numbers = [0, 5, 9]
    found = search_cases({"backup": "solver"}, numbers, (30, 300), 8, 2)
    for number, columns in zip(numbers, found, strict=True):
        search = Search("connect_four", configure(backup="solver"), seed=Rng(8, number).next() >> 1)
        search.start(cases()[number].position.state())
        search.grow(300)
        assert columns[1] == str(search.decide())


def test_the_slope_is_found_within_groups_only() -> None:
    """Within each group y falls by 0.2 a unit; between the groups it rises, which must not count."""
    xs, ys, groups = [], [], []
    for group in range(5):
        for x in range(6):
            xs.append(x + 10.0 * group)
            ys.append(3.0 * group - 0.2 * x + (0.01 if x % 2 else -0.01))
            groups.append(group)
    found = slope(xs, ys, groups)
    assert found.value == pytest.approx(-2.0, abs=0.05)
    assert found.low < -2.0 + 0.05 < found.high + 0.1
    flat = slope(xs, [1.0] * len(xs), groups)
    assert math.isinf(flat.low)


def test_permuted_depths_stay_in_their_ply() -> None:
    values, groups = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [0, 1, 0, 1, 0, 1]
    found = permuted(values, groups, Rng(2))
    assert sorted(found[::2]) == [1.0, 3.0, 5.0]
    assert sorted(found[1::2]) == [2.0, 4.0, 6.0]
    assert found != values


def test_a_position_is_picked_by_one_seed_and_measured_by_the_others() -> None:
    case = cases()[0]
    right, wrong = str(min(case.keeping)), str(min(set(case.position.scores) - case.keeping))
    seeds = [[right + wrong, right + right], [right + wrong, right + wrong], [wrong + right, right + wrong]]
    one = Searched.of("made up", [case, case], (10, 100), seeds)
    assert one.picked(0) == [(0.5, 0.5)]
    assert one.changes(0, 1) == pytest.approx([1 / 3, 2 / 3])
    assert one.turned(1) == pytest.approx([2 / 3, 2 / 3])
    assert one.turned(-1) == pytest.approx([1 / 3, 0.0])


def test_the_control_is_wrong_as_often_as_chance_says() -> None:
    with Session(seed=2) as session:
        found = blind(session, range(300), (10, 100))
    assert found.name == RANDOM
    chance = sum(case.blind for case in found.cases) / 300
    for place in (0, 1):
        assert sum(errors[place] for errors in found.errors) / 300 == pytest.approx(chance, abs=0.03)


def test_classes_are_drawn_evenly_and_by_the_seed() -> None:
    size = MoreSearch.full
    found = drawn(size, 1)
    assert Counter(class_of(cases()[number]) for number in found) == dict.fromkeys(CLASSES, size.deep[0])
    assert len(set(found)) == len(found)
    assert drawn(size, 1) == found != drawn(size, 2)
