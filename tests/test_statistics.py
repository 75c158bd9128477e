"""The statistics against published figures, closed forms and exact enumeration."""

import json
import math
import random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from plyground.arena import (
    MatchRecord,
    Pairs,
    Sprt,
    Tally,
    elo_error,
    elo_estimate,
    elo_of_score,
    games_needed,
    los,
    los_of_decisive,
    nelo_estimate,
    score_estimate,
    score_of_elo,
    sign_test,
    wilson,
)
from plyground.errors import PlygroundError

few = st.integers(0, 60) | st.integers(0, 100_000)
tallies = st.builds(Tally, few, few, few)
pairs = st.builds(Pairs, few, few, few, few, few)
counts = tallies | pairs
models = st.sampled_from(["logistic", "normalised"])
# All counts of a side whose games all end alike, and of one without games.
ONE_SIDED = [
    type(one)(*(n * c for c in one.counts))
    for n in (0, 1, 2, 10, 1000)
    for one in (
        Tally(1),
        Tally(0, 1),
        Tally(0, 0, 1),
        *(Pairs(*row) for row in np.eye(5, dtype=int).tolist()),
    )
]


# ---- counting ----


def test_a_match_record_counts_games_pairs_and_seats():
    record = MatchRecord()
    for as_first, as_second in [(1, 0.5), (0, 1), (0.5, 0.5), (0, 0), (1, 1), (0, 0.5)]:
        record.add(as_first, as_second)
    assert record.tally == Tally(wins=4, draws=4, losses=4)
    assert record.as_first == Tally(2, 1, 3)
    assert record.as_second == Tally(2, 3, 1)
    assert record.pairs == Pairs(ll=1, ld=1, even=2, wd=1, ww=1)
    assert record.scores[:3] == [1, 0.5, 0]
    assert record.pairs.games == record.tally.games == 12
    assert record.pairs.score == record.tally.score == 0.5


@pytest.mark.parametrize("bad", [-1, 1.5, True, None])
def test_counts_are_whole_numbers(bad):
    with pytest.raises(PlygroundError, match="wins must be a whole number"):
        Tally(wins=bad)


def test_scores_are_those_of_games():
    with pytest.raises(PlygroundError, match=r"not 0\.25"):
        Tally.of([1, 0.25])
    with pytest.raises(PlygroundError, match=r"not -1"):
        MatchRecord().add(1, -1)


@given(counts, st.data())
def test_counts_add_and_flip(count, data):
    other = data.draw(tallies if isinstance(count, Tally) else pairs)
    assert (count + other).games == count.games + other.games
    assert count.flipped.flipped == count
    assert count.flipped.score == pytest.approx(1 - count.score, abs=1e-12)
    assert 0 <= count.variance <= count.score * (1 - count.score) + 1e-12


# ---- intervals ----


@pytest.mark.parametrize(
    ("wins", "losses", "low", "high"),
    [
        (73, 47, 51.9, 69.1),
        (70, 50, 49.4, 66.8),
        (93, 27, 69.2, 84.1),
        (85, 35, 62.2, 78.2),
        (10, 10, 29.9, 70.1),
    ],
)
def test_wilson_figures(wins, losses, low, high):
    for estimate in (wilson(wins, wins + losses), score_estimate(Tally(wins, 0, losses))):
        assert round(100 * estimate.low, 1) == low
        assert round(100 * estimate.high, 1) == high


@pytest.mark.parametrize(("games", "reach"), [(120, 8.8), (500, 4.4), (1000, 3.1)])
def test_precision_at_one_half(games, reach):
    assert round(100 * (wilson(games // 2, games).high - 0.5), 1) == reach


@pytest.mark.parametrize("trials", [1, 7, 100])
def test_wilson_at_the_ends_is_its_closed_form(trials):
    z = 1.959963984540054
    nothing, everything = wilson(0, trials), wilson(trials, trials)
    assert (nothing.value, nothing.low) == (0, 0)
    assert (everything.value, everything.high) == (1, 1)
    assert nothing.high == pytest.approx(z * z / (trials + z * z))
    assert everything.low == pytest.approx(trials / (trials + z * z))


@pytest.mark.parametrize(("trials", "least"), [(5, 0.83), (10, 0.85), (20, 0.90), (50, 0.91), (100, 0.91)])
def test_wilson_covers_by_exact_enumeration(trials, least):
    estimates = [wilson(k, trials) for k in range(trials + 1)]
    coverage = [
        sum(
            math.comb(trials, k) * p**k * (1 - p) ** (trials - k)
            for k, estimate in enumerate(estimates)
            if estimate.low <= p <= estimate.high
        )
        for p in np.arange(1, 200) / 200
    ]
    assert min(coverage) >= least
    assert 0.945 <= sum(coverage) / len(coverage) <= 0.96


@pytest.mark.parametrize(("games", "least"), [(10, 0.87), (20, 0.86), (30, 0.86)])
def test_the_score_interval_covers_by_exact_enumeration(games, least):
    """Over all win and draw rates in steps of a tenth: on average at least the nominal 95 %."""
    results = [Tally(w, d, games - w - d) for w in range(games + 1) for d in range(games + 1 - w)]
    estimates = [(tally, score_estimate(tally)) for tally in results]
    coverage = []
    for win in range(11):
        for draw in range(11 - win):
            w, d, loss = win / 10, draw / 10, (10 - win - draw) / 10
            true = w + d / 2
            coverage.append(
                sum(
                    math.comb(games, t.wins)
                    * math.comb(games - t.wins, t.draws)
                    * (w**t.wins * d**t.draws * loss**t.losses)
                    for t, estimate in estimates
                    if estimate.low - 1e-12 <= true <= estimate.high + 1e-12
                )
            )
    assert min(coverage) >= least
    assert 0.95 <= sum(coverage) / len(coverage) <= 0.975


@given(counts, st.floats(0.5, 0.999))
def test_a_score_interval_holds_its_score_and_has_a_width(count, confidence):
    estimate = score_estimate(count, confidence)
    assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
    assert estimate.low < estimate.high
    other = score_estimate(count.flipped, confidence)
    assert (1 - other.high, 1 - other.low) == pytest.approx((estimate.low, estimate.high), abs=1e-9)
    wider = score_estimate(count, (1 + confidence) / 2)
    assert wider.low <= estimate.low + 1e-12
    assert wider.high >= estimate.high - 1e-12


@given(st.integers(1, 300), st.data())
def test_wilson_rises_with_the_successes(trials, data):
    successes = data.draw(st.integers(0, trials - 1))
    fewer, more = wilson(successes, trials), wilson(successes + 1, trials)
    assert fewer.value < more.value
    assert fewer.low < more.low
    assert fewer.high < more.high


@given(tallies)
def test_draws_make_the_interval_narrower(tally):
    """Two draws in the place of a win and a loss keep the score and lower its variance."""
    assume(tally.wins and tally.losses)
    drawn = Tally(tally.wins - 1, tally.draws + 2, tally.losses - 1)
    wide, narrow = score_estimate(tally), score_estimate(drawn)
    assert narrow.value == pytest.approx(wide.value)
    assert narrow.high - narrow.low < wide.high - wide.low


def test_a_large_sample_has_the_normal_interval():
    tally = Tally(40_000, 35_000, 25_000)
    reach = 1.959964 * math.sqrt(tally.variance / tally.games)
    estimate = score_estimate(tally)
    assert estimate.low == pytest.approx(tally.score - reach, abs=1e-5)
    assert estimate.high == pytest.approx(tally.score + reach, abs=1e-5)


def test_impossible_requests_are_refused():
    with pytest.raises(PlygroundError, match="5 successes in 3 trials"):
        wilson(5, 3)
    with pytest.raises(PlygroundError, match="confidence"):
        wilson(1, 3, confidence=1)


# ---- Elo ----


def test_published_elo_figures():
    games = Tally(wins=136, draws=111, losses=96)
    assert f"{elo_estimate(games).value:.2f} {elo_error(games):.2f}" == "40.70 30.43"
    assert f"{nelo_estimate(games).value:.2f} {100 * los(games):.2f}" == "49.77 99.60"
    both = Pairs(34, 54, 31 + 32, 64, 75)
    assert f"{elo_estimate(both).value:.2f} {elo_error(both):.2f}" == "55.58 27.65"
    assert f"{nelo_estimate(both).value:.2f}" == "57.94"


@pytest.mark.parametrize(
    ("wins", "losses", "elo", "low", "high"),
    [(73, 47, 76, 13, 140), (70, 50, 58, -4, 121)],
)
def test_elo_of_a_match_of_120_games(wins, losses, elo, low, high):
    estimate = elo_estimate(Tally(wins, 0, losses))
    assert (round(estimate.value), round(estimate.low), round(estimate.high)) == (elo, low, high)


@given(st.floats(-3000, 3000))
def test_elo_and_score_are_inverse_and_symmetric(elo):
    assert score_of_elo(elo) + score_of_elo(-elo) == pytest.approx(1)
    assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo, abs=1e-4)


@given(st.floats(allow_nan=False))
def test_every_elo_has_a_score(elo):
    assert 0 <= score_of_elo(elo) <= 1


@pytest.mark.parametrize("count", ONE_SIDED, ids=str)
def test_matches_that_end_alike_have_no_nan_and_no_error(count):
    score, elo, nelo = score_estimate(count), elo_estimate(count), nelo_estimate(count)
    for estimate in (score, elo, nelo):
        assert estimate.low <= estimate.value <= estimate.high
        assert estimate.low < estimate.high
        json.dumps(estimate.to_dict(), allow_nan=False)
    assert 0 <= los(count) <= 1
    assert elo_error(count) == math.inf
    if count.trials == 0:
        assert (elo.low, elo.value, elo.high) == (-math.inf, 0, math.inf)
    elif count.score == 1:
        assert elo.value == elo.high == nelo.value == nelo.high == math.inf
        assert math.isfinite(elo.low)
        assert math.isfinite(nelo.low)
        assert los(count) == pytest.approx((1 + math.erf(math.sqrt(count.trials / 2))) / 2)
    elif count.score == 0:
        assert elo.value == elo.low == nelo.value == nelo.low == -math.inf
        assert math.isfinite(elo.high)
    for model in ("logistic", "normalised"):
        assert math.isfinite(Sprt(-5, 20, model=model).llr(count))


@given(counts)
def test_elo_statistics_are_symmetric_and_hold_the_estimate(count):
    for statistic in (elo_estimate, nelo_estimate):
        one, other = statistic(count), statistic(count.flipped)
        assert one.low <= one.value <= one.high
        assert (-other.high, -other.value, -other.low) == pytest.approx(
            (one.low, one.value, one.high), rel=1e-6, abs=1e-6
        )
    assert los(count) + los(count.flipped) == pytest.approx(1, abs=1e-9)


@given(tallies)
def test_a_win_in_the_place_of_a_loss_raises_the_elo(tally):
    assume(tally.losses)
    better = Tally(tally.wins + 1, tally.draws, tally.losses - 1)
    assert elo_estimate(better).value > elo_estimate(tally).value
    assert los_of_decisive(better) >= los_of_decisive(tally)


@given(tallies)
def test_independent_pairs_agree_with_games(tally):
    """Pairs drawn independently from the game results have half the variance, so the same nElo."""
    assume(tally.games and 0.01 < tally.score < 0.99 and tally.variance)
    w, d, loss = tally.counts
    spread = Pairs(loss**2, 2 * loss * d, d**2 + 2 * w * loss, 2 * w * d, w**2)
    assert spread.variance == pytest.approx(tally.variance / 2, rel=1e-6)
    assert nelo_estimate(spread).value == pytest.approx(nelo_estimate(tally).value, rel=1e-5, abs=1e-5)


# ---- significance and power ----


def test_the_significance_of_120_games():
    assert round(sign_test(Tally(73, 0, 47)), 3) == 0.022
    assert round(sign_test(Tally(70, 0, 50)), 3) == 0.082
    assert round(100 * los_of_decisive(Tally(73, 0, 47)), 1) == 99.1
    assert sign_test(Tally(72, 0, 48)) < 0.05 < sign_test(Tally(71, 0, 49))


@given(st.integers(0, 40), st.integers(0, 40))
def test_the_sign_test_sums_both_tails(wins, losses):
    n = wins + losses
    far = abs(wins - losses)
    exact = sum(math.comb(n, k) for k in range(n + 1) if abs(2 * k - n) >= far) / 2**n
    assert sign_test(Tally(wins, 5, losses)) == pytest.approx(exact)


@pytest.mark.parametrize(("elo", "games"), [(76, 167), (50, 382), (35, 777), (20, 2372), (10, 9478)])
def test_games_needed(elo, games):
    assert games_needed(elo) == games_needed(-elo) == games


def test_draws_and_power_change_the_games_needed():
    assert games_needed(20, draw_rate=0.5) < 0.51 * games_needed(20)
    assert games_needed(20, power=0.95) > games_needed(20)
    assert games_needed(20, alpha=0.01) > games_needed(20)


def test_games_needed_has_the_stated_power_by_exact_enumeration():
    """The exact power of the z-test at the size that the formula gives."""
    elo = 100
    games, p = games_needed(elo), score_of_elo(elo)
    power = sum(
        math.comb(games, k) * p**k * (1 - p) ** (games - k)
        for k in range(games + 1)
        if abs(2 * k - games) > 1.959964 * math.sqrt(games)
    )
    assert 0.77 < power < 0.84


@pytest.mark.parametrize(
    "request_", [{"elo": 0}, {"elo": math.inf}, {"elo": 400, "draw_rate": 0.5}, {"elo": 5, "power": 1}]
)
def test_games_needed_refuses_what_has_no_answer(request_):
    with pytest.raises(PlygroundError):
        games_needed(**request_)


# ---- SPRT ----


@pytest.mark.parametrize(
    ("model", "elo0", "elo1", "count", "llr", "decision"),
    [
        ("normalised", 0, 2, Tally(36433, 68692, 36027), "0.92", None),
        ("normalised", -1.75, 0.25, Tally(10871, 20431, 10650), "2.30", None),
        ("logistic", 0.5, 2.5, Tally(21404, 40708, 21184), "-1.57", None),
        ("normalised", 0, 2, Pairs(365, 16618, 36029 + 200, 16974, 390), "2.25", None),
        ("normalised", -1.75, 0.25, Pairs(127, 4883, 10311 + 401, 5150, 104), "3.01", "H1"),
        ("logistic", 0.5, 2.5, Pairs(223, 9863, 20279 + 1000, 10037, 246), "-3.07", "H0"),
    ],
)
def test_published_sprt_figures(model, elo0, elo1, count, llr, decision):
    test = Sprt(elo0, elo1, model=model)
    assert f"{test.llr(count):.2f}" == llr
    assert test.decide(count) == decision


def test_the_llr_of_wins_alone_is_that_of_a_coin():
    """The likeliest distribution with mean s that wins every game seen wins with probability s."""
    for won in (Tally(50), Pairs(ww=50)):
        assert Sprt(0, 30).llr(won) == pytest.approx(50 * math.log(score_of_elo(30) / 0.5), rel=1e-3)


def test_sprt_bounds():
    assert (round(Sprt(0, 5).lower, 3), round(Sprt(0, 5).upper, 3)) == (-2.944, 2.944)
    lopsided = Sprt(0, 5, alpha=0.01, beta=0.2)
    assert (lopsided.lower, lopsided.upper) == (math.log(0.2 / 0.99), math.log(0.8 / 0.01))


@given(counts, models, st.floats(-100, 100), st.floats(0.5, 50))
@settings(max_examples=60, deadline=None)
def test_the_llr_changes_sign_with_the_side(count, model, elo0, width):
    """From the other side H1 is the lower hypothesis: its ratio to H0 is the inverse."""
    one = Sprt(elo0, elo0 + width, model=model).llr(count)
    other = Sprt(-elo0 - width, -elo0, model=model).llr(count.flipped)
    assert math.isfinite(one)
    assert one == pytest.approx(-other, rel=1e-5, abs=1e-5)


@given(counts, models, st.floats(-100, 50), st.floats(0.5, 20), st.floats(0.5, 20))
@settings(max_examples=60, deadline=None)
def test_llrs_of_neighbouring_hypotheses_add_up(count, model, elo, near, far):
    whole = Sprt(elo, elo + near + far, model=model).llr(count)
    parts = Sprt(elo, elo + near, model=model).llr(count) + Sprt(elo + near, elo + near + far, model=model).llr(count)
    assert whole == pytest.approx(parts, rel=1e-5, abs=1e-5)


@given(st.integers(200, 3000), st.integers(200, 3000), st.integers(200, 3000))
@settings(max_examples=40, deadline=None)
def test_the_llr_is_near_its_normal_approximation(wins, draws, losses):
    tally = Tally(wins, draws, losses)
    s0, s1, s = score_of_elo(0), score_of_elo(4), tally.score
    assume(abs(s - 0.5) < 0.05)
    normal = tally.games * (s1 - s0) * (2 * s - s0 - s1) / (2 * tally.variance)
    assert Sprt(0, 4).llr(tally) == pytest.approx(normal, rel=0.05, abs=0.05)


@given(counts, st.floats(-300, 300))
@settings(max_examples=60, deadline=None)
def test_the_observed_elo_is_the_likeliest(count, elo):
    """No hypothesis beats the one at the observed score."""
    observed = elo_estimate(count).value
    assume(math.isfinite(observed) and abs(observed) < 600 and abs(elo - observed) > 1 and min(count.counts) > 0)
    low, high = sorted((elo, observed))
    llr = Sprt(low, high).llr(count)
    assert llr > 0 if observed == high else llr < 0


def test_the_sprt_keeps_its_error_rates():
    """Wald: at most alpha/(1 − beta) false acceptances; 4 standard errors of 150 matches are allowed."""
    generator = random.Random(2024)
    test = Sprt(0, 120)
    matches = 150
    allowed = 0.0527 + 4 * math.sqrt(0.0527 * 0.9473 / matches)
    for truth, wrong in ((0, "H1"), (120, "H0")):
        win = score_of_elo(truth) - 0.15  # three games in ten are drawn
        verdicts = []
        for _ in range(matches):
            tally = Tally()
            while (verdict := test.decide(tally)) is None:
                draws = [generator.random() for _ in range(4)]
                tally += Tally.of(1 if x < win else 0.5 if x < win + 0.3 else 0 for x in draws)
            verdicts.append(verdict)
        assert verdicts.count(wrong) / matches <= allowed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 < elo1"),
        ({"elo0": 5, "elo1": math.nan}, "elo0 < elo1"),
        ({"elo0": 0, "elo1": 500, "model": "normalised"}, "within ±200"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "positive alpha"),
        ({"elo0": 0, "elo1": 5, "alpha": 0.6, "beta": 0.6}, "sum below 1"),
        ({"elo0": 0, "elo1": 5, "model": "bayes"}, "one of logistic, normalised"),
    ],
)
def test_sprt_refuses_what_it_cannot_test(arguments, message):
    with pytest.raises(PlygroundError, match=message):
        Sprt(**arguments)
