"""The reproduction: the rule for verdicts, exact rows against known values, tiny runs, and the report."""

import html
import json
import re
import sys
from dataclasses import replace
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from plyground.errors import PlygroundError
from plyground.experiments import (
    EXPERIMENTS,
    Claim,
    Experiment,
    Finding,
    Outcome,
    Report,
    Row,
    Session,
    centre_opening,
    lecture,
    thesis_ludo,
    thesis_tictactoe,
    tree_shape,
)
from plyground.experiments.base import find_experiments
from plyground.experiments.pages import update_pages, with_results
from plyground.experiments.verdict import CANNOT_TELL, DIFFERS, HOLDS, Range, exactly, percent_of, verdict
from plyground.games.native import have_native
from plyground.statistics import estimates
from plyground.statistics.intervals import Estimate, wilson

native = pytest.mark.skipif(not have_native(), reason="needs the C++ core")


# The rule


@pytest.mark.parametrize(
    ("paper", "ours", "word"),
    [
        (percent_of(60, 1000), wilson(601, 1000), HOLDS),
        (percent_of(60, 1000), wilson(700, 1000), DIFFERS),
        (percent_of(60, 20), wilson(12, 20), CANNOT_TELL),
        (percent_of(60, 20), wilson(700_000, 1_000_000), CANNOT_TELL),  # their 20 games say nothing, however many ours
        (exactly(0.5), Estimate(0.5, 0.5, 0.5), HOLDS),
        (exactly(0.5), Estimate(0.61, 0.61, 0.61), DIFFERS),
        (exactly(0.5), Estimate(0.55, 0.54, 0.56), HOLDS),  # not equal, but no difference that matters
        (exactly(0.5, digits=1), Estimate(0.54, 0.48, 0.6), CANNOT_TELL),
        (Range(0.6, 1.0), Estimate(0.7, 0.65, 0.75), HOLDS),
        (Range(0.6, 1.0), Estimate(0.5, 0.45, 0.55), DIFFERS),
        (Range(0.6, 1.0), Estimate(0.6, 0.55, 0.65), CANNOT_TELL),
        (Range(high=0.0), Estimate(-1.0, -2.0, -0.5), HOLDS),
    ],
)
def test_verdict(paper: Any, ours: Estimate, word: str) -> None:
    assert verdict(paper, ours) == word


def test_margin_and_spread_decide_what_can_be_told() -> None:
    paper, ours = percent_of(60, 1000), wilson(600, 1000)
    assert verdict(paper, ours, margin=0.05) == HOLDS
    assert verdict(paper, ours, margin=0.01) == CANNOT_TELL
    far = wilson(700, 1000)
    assert verdict(paper, far) == DIFFERS
    assert verdict(paper, far, spread=0.1) == CANNOT_TELL  # their one training may have been 10 points off


def test_newcombe_interval_of_a_difference() -> None:
    """Newcombe (1998), table II: 56/70 − 48/80 has the interval 0.0524 to 0.3339 by method 10."""
    found = estimates.difference(wilson(56, 70), wilson(48, 80))
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)


def test_another_figure_in_the_paper_flips_the_verdict() -> None:
    row = Row(Claim("x", "x wins", "table 1", percent_of(85.0, 1000)), wilson(845, 1000), 1000)
    assert row.verdict == HOLDS
    assert replace(row, claim=replace(row.claim, paper=percent_of(75.0, 1000))).verdict == DIFFERS


def test_estimates() -> None:
    assert estimates.mean([1.0, 2.0, 3.0]) == Estimate(
        2.0, pytest.approx(2 - 4.303 / 3**0.5), pytest.approx(2 + 4.303 / 3**0.5)
    )
    assert estimates.mean([1.0]).high == float("inf")
    points = [estimates.exact(0.9 - 0.1 * n) for n in range(4)]
    assert estimates.slope(range(4), points).value == pytest.approx(-0.1)
    assert estimates.mean_share([0.0, 0.1]).low == 0.0


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
    found = thesis_tictactoe.untrained()
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
    wins = {seats: thesis_ludo.mended(seats) for seats in thesis_ludo.SEATINGS}
    assert thesis_ludo.neighbour_effect(wins, "MCTS", "MinMax").low > 0
    assert thesis_ludo.neighbour_effect(wins, "Random", "MCTS").high > 0  # not significant


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
    assert tree_shape.from_ucb1(float(tree_shape.uct(0.55, 1).split("c=")[1].rstrip(")"))) == pytest.approx(0.55, 1e-4)


# Runs


def run_tiny(experiment: Experiment[Any], seed: int = 3, out: Path | None = None) -> tuple[Outcome, Session]:
    with Session(out, seed, workers=1) as session:
        return experiment.run(session, experiment.tiny), session


@native
@pytest.mark.skipif(find_spec("optuna") is None, reason="optuna is not installed (the extra tune)")
def test_tree_shape_plays_with_what_tuning_found() -> None:
    experiment = tree_shape.TreeShapeControl()
    size = replace(experiment.tiny, tune_games=40)
    with Session(seed=3, workers=1) as session:
        outcome = experiment.run(session, size)
        assert session.steps == experiment.steps(size)
    found = [figure.text.split("winner: ")[1] for figure in outcome.figures if figure.text]
    assert len(found) == len(tree_shape.RANGES)
    coefficients = {float(number) for text in found[:2] for number in re.findall(r"(?:cr|target)=([\d.e+-]+)", text)}
    assert len(coefficients) == 4
    assert all(f"{number:g}" in outcome.remarks[0] for number in coefficients)


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
    page = Report([Finding(experiment, outcome)], "quick", 3, "plyground reproduce", "today").html()
    assert all(row.claim.text.split()[0] in page for row in outcome.rows)


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


# The report


def make_report() -> Report:
    outcome = Outcome()
    outcome.add(
        Claim("a", "A <beats> B", "table 1", percent_of(60, 1000), key=True), wilson(700, 1000), 1000, "why & how"
    )
    outcome.add(Claim("b", "more is better", "text", Range(0.0, 1.0, "more"), key=True), wilson(5, 10), 10)
    outcome.figures += centre_opening.CentreOpening().run(Session(), centre_opening.CentreOpening.tiny).figures[:2]
    return Report([Finding(EXPERIMENTS["nxn"], outcome)], "quick", 7, "plyground reproduce nxn", "2024-01-01")


def test_report_is_self_contained(tmp_path: Path) -> None:
    page = make_report().write(tmp_path).read_text(encoding="utf-8")
    assert "A &lt;beats&gt; B" in page
    assert "<svg" in page
    assert "<script" not in page
    assert not re.search(r"""(src|href)\s*=|url\((?!#)|@import""", page)
    assert re.sub(r'xmlns="http://www.w3.org/2000/svg"', "", page).count("http") == 0
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    pictures = re.findall(r"\]\((figures/[^)]+)\)", text)
    assert pictures
    assert all((tmp_path / picture).is_file() for picture in pictures)


def test_report_without_the_extra_for_charts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    page = make_report().write(tmp_path).read_text(encoding="utf-8")
    assert "<svg" not in page
    sentence = 'pip install "plyground[plots]"'
    assert html.unescape(page).count(sentence) == 1
    assert (tmp_path / "report.md").read_text(encoding="utf-8").count(sentence) == 1


def test_the_first_page_says_what_held_up() -> None:
    report = make_report()
    lines = report.summary()
    assert len(lines) <= 10
    assert lines[0] == "2 claims: 1 holds, 1 differs, 0 cannot tell."
    assert "Held up: more is better" in lines[1]
    assert "Did not: A <beats> B" in lines[1]
    assert report.to_dict()["experiments"]["nxn"]["rows"][0]["verdict"] == DIFFERS


PAGES = Path(__file__).parents[1] / "docs" / "experiments"


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_pages_tell_of_full_runs_as_their_data_have_it(name: str) -> None:
    data = json.loads((PAGES / f"{name}.json").read_text(encoding="utf-8"))
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    assert data["command"] == f"plyground reproduce {name} --full"
    assert page == with_results(page, data)
    assert sum(data["verdicts"].values()) == len(data["rows"]) > 0


def test_pages_take_full_runs_alone(tmp_path: Path) -> None:
    report = make_report()
    (tmp_path / "nxn.md").write_text("# Title\n\nProse.\n\n## Results\n\nstale\n", encoding="utf-8")
    with pytest.raises(PlygroundError, match="--full"):
        update_pages(report.to_dict(), tmp_path)
    update_pages({**report.to_dict(), "mode": "full"}, tmp_path)
    page = (tmp_path / "nxn.md").read_text(encoding="utf-8")
    assert page.startswith("# Title\n\nProse.\n\n## Results\n\n`plyground reproduce nxn --full`")
    assert "**differs**: why & how" in page
    assert "stale" not in page


def test_unknown_experiment_names_the_known_ones() -> None:
    with pytest.raises(PlygroundError, match="centre_opening"):
        find_experiments(["nothing"])
    assert len(find_experiments([])) == 6
