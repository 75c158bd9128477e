"""The reproduction: what the documents say, exact rows against known values, and tiny runs."""

import math
import sys
from dataclasses import replace
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from plyground.agents.training import train
from plyground.errors import PlygroundError
from plyground.experiments import (
    EXPERIMENTS,
    Experiment,
    Outcome,
    Session,
    centre_opening,
    lecture,
    lecture_program,
    nxn_learners,
    nxn_studies,
    thesis_ludo,
    thesis_tictactoe,
    tree_shape,
)
from plyground.experiments.base import find_experiments
from plyground.experiments.bundle import load
from plyground.experiments.thesis_program import ThesisTree
from plyground.experiments.tree_shape_players import RANGES, from_ucb1, uct
from plyground.experiments.verdict import CANNOT_TELL, HOLDS, MISPRINT, QUESTION, STAND_IN
from plyground.games import parse_game
from plyground.games.native import have_native
from plyground.statistics.intervals import Estimate

native = pytest.mark.skipif(not have_native(), reason="needs the C++ core")


# What the documents say, and what is exactly so


def test_centre_opening_is_exact() -> None:
    assert centre_opening.exact_values() == (Fraction(29, 35), Fraction(74, 105))
    assert centre_opening.ucb_deviation() < 1e-12
    assert sum(visits for visits, _, _ in centre_opening.CHILDREN.values()) == centre_opening.ITERATIONS


def test_thesis_tables_agree_with_each_other() -> None:
    for (a, b), published in thesis_tictactoe.PAYOFF.items():
        begins = thesis_tictactoe.FIRST_MOVE[a][thesis_tictactoe.PLAYERS.index(b)]
        follows = thesis_tictactoe.FIRST_MOVE[b][thesis_tictactoe.PLAYERS.index(a)]
        means = ((begins[0] + follows[1]) / 2, (begins[1] + follows[0]) / 2)
        if (a, b) == ("Random", "Q-learning"):
            assert means[0] == 0.2  # the thesis prints 0.0
        else:
            assert means == pytest.approx(published)


def test_players_that_do_not_learn_have_exact_odds() -> None:
    players = thesis_tictactoe.fixed_players(20)
    found = {
        f"{a}/{b}": thesis_tictactoe.play(players[a], players[b])
        for a, b in (
            ("Random", "Random"), ("Minimax", "Random"), ("Random Minimax", "Random"), ("Random", "Random Minimax"),
            ("Random", "Minimax"),
        )
    }  # fmt: skip
    assert found["Random/Random"] == pytest.approx((737 / 1260, 121 / 420))
    assert found["Minimax/Random"] == pytest.approx((191 / 192, 0.0))
    assert found["Random Minimax/Random"][0] == pytest.approx(0.96781, abs=5e-6)
    assert found["Random/Random Minimax"][1] == pytest.approx(0.77748, abs=5e-6)
    assert found["Random/Minimax"][1] == pytest.approx(0.80635, abs=5e-6)


def test_ludo_misprint() -> None:
    sums = {seats: round(sum(row), 1) for seats, row in thesis_ludo.SEATINGS.items()}
    assert sums[thesis_ludo.MISPRINT[0]] == 113.4
    assert all(total == 100.0 for seats, total in sums.items() if seats != thesis_ludo.MISPRINT[0])
    rates = [thesis_ludo.mended(seats)[0]["RuleBased"] / 5 for seats in thesis_ludo.SEATINGS]
    assert sum(rates) / 6 == pytest.approx(25.7)


def test_ludo_neighbours_in_the_thesis() -> None:
    """One test over all seatings first: χ²(15) = 24.4, where 25.0 is needed. Then no pattern picked from it is left."""
    wins = {seats: thesis_ludo.mended(seats) for seats in thesis_ludo.SEATINGS}
    assert thesis_ludo.chi_square(wins) == pytest.approx(24.4, abs=0.05)
    assert thesis_ludo.chi_square_tail(thesis_ludo.CRITICAL, 15) == pytest.approx(0.05, abs=1e-4)
    alone = thesis_ludo.neighbour_effect(wins, "MCTS", "MinMax")
    assert alone.low > 0
    assert thesis_ludo.after_seeing(alone).low < 0
    assert thesis_ludo.after_seeing(Estimate(0.1, 0.1, 0.1)).low == 0.1


def test_the_patterns_of_neighbours_are_tested_in_games_of_our_own() -> None:
    """Fixed beforehand, with Holm's rule over the four; a planted effect is found, and none where there is none."""
    level = dict.fromkeys(thesis_ludo.PLAYERS, 125)
    wins = {seats: (dict(level), 500) for seats in thesis_ludo.SEATINGS}
    none, planted = Outcome(), Outcome()
    thesis_ludo.add_patterns(none, wins, "/ours", "all our games")
    assert {row.verdict for row in none.rows} == {CANNOT_TELL}
    for seats, (won, _) in wins.items():
        if seats[(seats.index("MCTS") + 1) % 4] == "MinMax":
            won["MCTS"] += 40
            won["RuleBased"] -= 40
    thesis_ludo.add_patterns(planted, wins, "/ours", "all our games")
    verdicts = {row.claim.id: row.verdict for row in planted.rows}
    assert verdicts["next/MCTS-MinMax/ours"] == verdicts["position/ours"] == HOLDS
    assert thesis_ludo.together([wins, wins])[seats] == ({name: 2 * n for name, n in won.items()}, 1000)


def test_a_share_is_not_judged_beside_a_stand_in() -> None:
    """Shares at a table sum to 100 %: a stand-in changes what the others win."""
    stored = load("thesis_ludo")
    for row in [*stored["table"].outcome.rows, *stored["pairs"].outcome.rows]:
        if row.verdict not in (STAND_IN, MISPRINT, QUESTION):
            assert row.claim.id == "RuleBased-Random"
        elif row.verdict == STAND_IN:
            assert "stands in" in row.note


def test_a_row_stays_free_as_often_as_the_formula_says() -> None:
    assert nxn_learners.row_stays_free(3) == pytest.approx(0.75 * 5 / 6)
    assert nxn_learners.row_stays_free(1000) == pytest.approx(math.exp(-0.5), abs=1e-3)


@native
def test_the_untaught_learner_wins_more_than_the_taught_one() -> None:
    """The control of Ali's learners: all rewards 0, so every value stays 0."""
    q_learning, untaught = (nxn_learners.LEARNERS[name].format("", "first") for name in ("Q-learning", "untaught"))
    taught, control = (
        sum(won for won, _, _ in nxn_learners.last_games(text, 4, 20, 0)) / 2000 for text in (q_learning, untaught)
    )
    assert taught < 0.6 < control
    training = train(untaught, parse_game("mnk(4,4,4)"), 50, seat=0, seed=1)
    assert not any(training.table.values.values())


def test_no_budget_gives_the_table_with_the_rewards_of_the_text() -> None:
    """Yadav's table fits a draw worth a win with 4,000 playouts, and half a win with none of these budgets."""
    table = thesis_tictactoe.draw_table((400, 4000))
    text, program = table["half a win (the text)"], table["a win (the program)"]
    assert min(thesis_tictactoe.deviation(record) for record in text) > 0.1
    assert thesis_tictactoe.deviation(program[-1]) < 0.02


def test_the_stop_rule_read_as_printed_ends_at_once() -> None:
    found = centre_opening.literal_stops(centre_opening.CentreOpening.quick, 0)
    assert sum(stop == 2 for stop in found["printed"]) == 171
    assert sum(stop == 2 for stop in found["zero"]) == 128


def test_the_policy_is_judged_not_its_q() -> None:
    search = centre_opening.make_search(0)
    search.run(centre_opening.position(), 50_000)
    assert centre_opening.policy_value(search.tree()) == Fraction(29, 35)
    assert centre_opening.root_q(search) < 0.82
    empty = centre_opening.make_search(0)
    empty.start(centre_opening.position())
    assert centre_opening.policy_value(empty.tree()) == centre_opening.random_value() == Fraction(27, 140)


def test_the_tree_of_the_thesis_gives_its_table() -> None:
    """A draw worth a win: 81.2 and 61.0 in the thesis. A draw worth half a win, as its text says: nearly all."""
    found = {}
    random = thesis_tictactoe.fixed_players(20)["Random"]
    for draw in (1.0, 0.5):
        policy = ThesisTree(parse_game("tictactoe"), draw).run(4000).policy()
        found[draw] = (
            100 * thesis_tictactoe.play(policy, random)[0], 100 * thesis_tictactoe.play(random, policy)[1]
        )  # fmt: skip
    assert found[1.0] == pytest.approx((81.5, 62.2), abs=0.1)
    assert found[0.5] == pytest.approx((99.0, 91.6), abs=0.1)


@pytest.mark.parametrize("cell", [13, 14, 39, 41, 43, 46, 49, 52])
def test_the_lecture_comes_out_again_to_the_digit(cell: int) -> None:
    evaluation = next(e for e in lecture.EVALUATIONS if e.cell == cell)
    results = lecture.play_cell(evaluation, 0, evaluation.games)
    assert (results.count(1), results.count(-1)) == (evaluation.x_wins, evaluation.o_wins)
    other = lecture.play_cell(evaluation, 1, evaluation.games)
    assert other != results


def test_the_moves_that_the_lecture_prints() -> None:
    for simulations, (row, column) in lecture.MOVES.items():
        solver = lecture_program.ClassicSolver(simulations, 4)
        assert solver.select_move(lecture_program.EMPTY, lecture_program.X) == 3 * row + column


def test_a_threat_is_seen() -> None:
    state = parse_game("mnk(3,3,3)").initial_state()
    for action in (0, 3, 1):  # X has two in the first row, O is to move
        state.apply(action)
    assert nxn_studies.winning_cells(state, 0) == {2}
    assert nxn_studies.winning_cells(state, 1) == set()


def test_lecture_is_exact_where_it_can_be() -> None:
    for samples, published in lecture.INTEGRALS.items():
        assert round(lecture.integrate(samples, 0), 6) == published
    outcome = Outcome()
    lecture.add_tallies(outcome)
    assert len(outcome.rows) == 12
    assert {row.verdict for row in outcome.rows} == {HOLDS}


def test_tree_shape_readings() -> None:
    assert tree_shape.published("dwc", "ratio").value == pytest.approx(73 / 120)
    assert tree_shape.published("wdc", "difference").value == pytest.approx(85 / 120)
    assert from_ucb1(float(uct(0.55, 1).split("c=")[1].rstrip(")"))) == pytest.approx(0.55, 1e-4)


# Runs


def run_tiny(experiment: Experiment[Any], seed: int = 3, out: Path | None = None) -> tuple[Outcome, Session]:
    """All studies in one outcome."""
    with Session(out, seed, workers=1) as session:
        studies = experiment.run(session, experiment.tiny).values()
        whole = Outcome([row for one in studies for row in one.added], [f for one in studies for f in one.figures])
        return whole, session


@native
@pytest.mark.skipif(find_spec("optuna") is None, reason="optuna is not installed (the extra tune)")
def test_tree_shape_plays_with_what_tuning_found() -> None:
    experiment = tree_shape.TreeShapeControl()
    size = replace(experiment.tiny, tune_games=40)
    with Session(seed=3, workers=1) as session:
        studies = experiment.run(session, size)
        assert session.steps == experiment.steps(size)
    found = [figure.data for study in studies.values() for figure in study.figures if figure.kind == "text"]
    # From the empty board and from openings; the additive form from openings alone.
    assert len(found) == 2 * len(RANGES) - 1
    assert all("winner: " in text for text in found)


def test_a_full_run_says_first_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    experiment = tree_shape.TreeShapeControl()
    experiment.check(experiment.quick)
    with pytest.raises(PlygroundError, match="tuning needs Optuna"):
        experiment.check(experiment.full)


@native
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_tiny_run(name: str) -> None:
    experiment = EXPERIMENTS[name]
    outcome, session = run_tiny(experiment)
    assert session.steps == experiment.steps(experiment.tiny)
    assert outcome.rows
    assert len({row.claim.id for row in outcome.rows}) == len(outcome.rows)
    assert any(row.claim.key for row in outcome.rows)
    assert len({figure.id for figure in outcome.figures}) == len(outcome.figures) > 0
    assert all(figure.csv().count("\n") > 1 for figure in outcome.figures)


@native
def test_same_seed_same_numbers_and_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    experiment = EXPERIMENTS["lecture"]

    def rows(seed: int, out: Path | None = None) -> list[dict[str, Any]]:
        return [row.to_dict() for row in run_tiny(experiment, seed, out)[0].rows]

    first = rows(5)
    assert rows(5) == first
    assert rows(6) != first

    class Stop(Exception):
        pass

    count = 0

    def watch(what: str, share: float) -> None:
        nonlocal count
        count += 1
        if count == 20:
            raise Stop

    with pytest.raises(Stop), Session(tmp_path, 5, 1, watch) as session:
        experiment.run(session, experiment.tiny)
    assert rows(5, tmp_path) == first


def test_a_damaged_file_of_results_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text("{")
    with pytest.raises(PlygroundError, match=r"results\.json"):
        Session(tmp_path)
    assert (tmp_path / "results.json").read_text() == "{"


def test_unknown_experiment_names_the_known_ones() -> None:
    with pytest.raises(PlygroundError, match="centre_opening"):
        find_experiments(["nothing"])
    assert len(find_experiments([])) == 8
