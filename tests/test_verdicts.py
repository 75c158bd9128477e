"""The rule for verdicts: as written, with the smallest effect that counts, Holm, the rule of three, signs and units."""

import json
import math
from dataclasses import replace
from typing import Any

import pytest

from plyground.experiments import Claim, Outcome, Row
from plyground.experiments.base import number
from plyground.experiments.verdict import (
    CANNOT_TELL,
    DIFFERS,
    HOLDS,
    MISPRINT,
    QUESTION,
    STAND_IN,
    Range,
    exactly,
    holm,
    less,
    more,
    p_value,
    percent_of,
    verdict,
)
from plyground.statistics import estimates
from plyground.statistics.intervals import Estimate, wilson


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
        (more(), Estimate(0.02, 0.015, 0.025), HOLDS),
        (more(), Estimate(0.005, 0.004, 0.006), DIFFERS),  # more, but by less than counts
        (more(), Estimate(0.02, 0.005, 0.035), CANNOT_TELL),
        (less(), Estimate(-0.5, -0.6, -0.4), HOLDS),
        (less(by=0.7), Estimate(-0.5, -0.6, -0.4), DIFFERS),
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


def test_fewer_than_twenty_give_no_verdict() -> None:
    claim = Claim("x", "x wins", "table 1", Range(0.6, 1.0))
    assert Row(claim, Estimate(0.9, 0.85, 0.95), 19).verdict == CANNOT_TELL
    assert Row(claim, Estimate(0.9, 0.85, 0.95), 20).verdict == HOLDS
    assert Row(claim, estimates.exact(0.9), 0).verdict == HOLDS  # computed, not sampled


@pytest.mark.parametrize("kind", [MISPRINT, STAND_IN, QUESTION])
def test_rows_that_are_not_judged(kind: str) -> None:
    claim = Claim("x", "x wins", "table 1", Range(0.6, 1.0), kind=kind)
    assert Row(claim, Estimate(0.1, 0.05, 0.15), 100).verdict == kind


def test_holm() -> None:
    """Holm (1979): the smallest p-value times the number of tests, the next times one less, never falling."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_a_family_needs_stronger_evidence() -> None:
    def outcome(family: str) -> Outcome:
        found = Outcome()
        for cell in range(24):
            claim = Claim(f"{cell}", "a cell", "table 1", exactly(0.5), margin=0.02, family=family)
            wins = 565 if cell == 0 else 500  # p = 0.00004 alone, p = 0.02 for the next
            found.add(claim, wilson(537 if cell == 1 else wins, 1000), 1000)
        return found

    alone, together = ([row.verdict for row in outcome(family).rows] for family in ("", "table 1"))
    assert alone[:3] == [DIFFERS, DIFFERS, CANNOT_TELL]
    assert together[:3] == [DIFFERS, CANNOT_TELL, CANNOT_TELL]


def test_p_value_agrees_with_the_interval() -> None:
    assert p_value(exactly(0.0), Estimate(1.96, 0.0, 4.0)) == pytest.approx(0.05, abs=1e-4)
    assert p_value(Range(0.0, 1.0), Estimate(0.5, 0.4, 0.6)) == 1.0
    assert p_value(Range(1.0, 2.0), estimates.exact(0.5)) == 0.0
    assert p_value(exactly(0.0), Estimate(3.0, -math.inf, math.inf)) == 1.0


def test_estimates() -> None:
    assert estimates.mean([1.0, 2.0, 3.0]) == Estimate(
        2.0, pytest.approx(2 - 4.303 / 3**0.5), pytest.approx(2 + 4.303 / 3**0.5)
    )
    assert estimates.mean([1.0]).high == float("inf")
    points = [estimates.exact(0.9 - 0.1 * n) for n in range(4)]
    assert estimates.slope(range(4), points).value == pytest.approx(-0.1)
    assert estimates.mean_share([0.0, 0.1]).low == 0.0


def test_equal_repetitions_do_not_make_a_point() -> None:
    """The rule of three: 60 trainings that never lost may lose in 3 of 60."""
    assert estimates.mean_share([0.0] * 60) == Estimate(0.0, 0.0, pytest.approx(0.05))
    assert estimates.mean_share([1.0] * 60) == Estimate(1.0, pytest.approx(0.95), 1.0)
    assert estimates.mean_gap([0.0] * 60) == Estimate(0.0, pytest.approx(-0.05), pytest.approx(0.05))
    assert estimates.mean([7.0, 7.0]).low == -math.inf


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.569, "%", "56.9 %"),
        (-0.164, "points", "−16.4 points"),
        (0.164, "points", "+16.4 points"),
        (-0.0001, "points", "+0.0 points"),
        (1.1e-16, "", "0"),
        (-0.5, "", "−0.5"),
        (200_001, "", "200,001"),
        (0.319, "relative", "+31.9 %"),
    ],
)
def test_signs_and_units(value: float, unit: str, text: str) -> None:
    assert number(value, unit) == text


@pytest.mark.parametrize(
    ("claim", "text", "margin"),
    [
        (Claim("x", "x", "", percent_of(99.7, 1000), margin=0.05), "99.7 % [99.1, 99.9]", "± 5.0 points"),
        (Claim("x", "x", "", exactly(200_001), "", 500), "200,001", "± 500"),
        (Claim("x", "x", "", more("improves"), "points"), "improves", "at least +1.0 points"),
        (Claim("x", "x", "", less("narrower", 0.05), "relative"), "narrower", "at most −5.0 %"),
        (Claim("x", "x", "", Range(0.6, 1.0, "> 60 %")), "> 60 %", "at least 60.0 %"),
        (Claim("x", "x", "", Range(0.0, 0.25, "random")), "random", "at most 25.0 %"),
        (Claim("x", "x", "", Range(-0.02, 0.02, "no change"), "points"), "no change", "−2.0 points to +2.0 points"),
        (Claim("x", "x", "", Range(), kind=QUESTION), "–", ""),
    ],
)
def test_a_row_says_what_decides_it(claim: Claim, text: str, margin: str) -> None:
    """A published share shows the interval of its games, also near 100 %; and every row its margin or range."""
    row = Row(claim, wilson(50, 100), 100)
    assert (row.paper_text, row.margin_text) == (text, margin)


def test_a_row_survives_json() -> None:
    for paper in (percent_of(60, 1000), more("more"), Range()):
        claim = Claim("x", "x wins", "table 1", paper, "points", key=True, family="t")
        row = Row(claim, Estimate(0.1, -math.inf, 0.2), 30, "why", 0.01, 0.5)
        again = Row.from_dict(json.loads(json.dumps(row.to_dict(), allow_nan=False)))
        assert again == row
        assert again.verdict == row.verdict
