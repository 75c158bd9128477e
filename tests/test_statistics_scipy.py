"""The statistics against SciPy, which computes the same things in other ways, and against published tables."""

import math

import numpy as np
import pytest
from scipy import optimize, stats

from plyground.statistics import estimates
from plyground.statistics.bradley_terry import fit_ratings
from plyground.statistics.elo import NELO_SCALE, score_of_elo
from plyground.statistics.intervals import Estimate, mean_interval, quantile, wilson
from plyground.statistics.significance import games_needed, los, los_of_decisive, sign_test
from plyground.statistics.sprt import Sprt
from plyground.statistics.tally import Counts, Pairs, Tally

NAT = 400 / math.log(10)  # Elo of one unit of log odds

# ---- intervals ----


@pytest.mark.parametrize("confidence", [0.5, 0.8, 0.9, 0.95, 0.99, 0.999999])
def test_normal_quantiles(confidence: float) -> None:
    assert quantile(confidence) == pytest.approx(stats.norm.ppf((1 + confidence) / 2), rel=1e-12)


@pytest.mark.parametrize("trials", [1, 2, 7, 30, 1000])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
def test_wilson_is_scipys(trials: int, confidence: float) -> None:
    for successes in {0, 1, trials // 3, trials // 2, trials - 1, trials}:
        theirs = stats.binomtest(successes, trials).proportion_ci(confidence, method="wilson")
        ours = wilson(successes, trials, confidence)
        assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_is_newcombes_table(successes: int, trials: int, low: float, high: float) -> None:
    """Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3."""
    found = wilson(successes, trials)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_the_interval_of_a_mean_is_wilsons_in_another_range() -> None:
    for successes in (0, 3, 10):
        share = wilson(successes, 10)
        found = mean_interval(2 * share.value - 1, 10, -1.0, 1.0)
        assert (found.low, found.high) == pytest.approx((2 * share.low - 1, 2 * share.high - 1), abs=1e-12)
    assert mean_interval(0.3, 0, -1.0, 1.0) == Estimate(0.3, -1.0, 1.0)
    assert mean_interval(5.0, 8, -1.0, 1.0).high == 1.0  # a value beyond the range counts as its end


@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0),
    ],
)
def test_differences_are_newcombes_table(a: tuple[int, int], b: tuple[int, int], low: float, high: float) -> None:
    """Newcombe 1998, "Interval estimation for the difference between independent proportions", table II, method 10."""
    found = estimates.difference(wilson(*a), wilson(*b))
    assert (found.low, found.high) == pytest.approx((low, high), abs=5.1e-5)


@pytest.mark.parametrize("count", [2, 3, 10, 16, 17, 25, 60, 1000])
def test_means_have_students_interval(count: int) -> None:
    """The points of Student's t are from a table of four digits, and beyond it within half a percent."""
    values = np.random.default_rng(count).normal(3.0, 2.0, count)
    low, high = stats.t.interval(0.95, count - 1, values.mean(), stats.sem(values))
    found = estimates.mean(values.tolist())
    assert found.value == pytest.approx(values.mean())
    assert found.high - found.low == pytest.approx(high - low, rel=5e-4 if count <= 16 else 5e-3)
    assert estimates.deviation(values.tolist()) == pytest.approx(values.std(ddof=1))


def test_the_contrast_has_the_variance_of_a_multinomial() -> None:
    wins, trials = np.array([130, 85, 285]), 500
    a, b, _ = (int(count) for count in wins)
    direction = np.array([1, -1, 0]) / trials
    variance = direction @ stats.multinomial.cov(trials, wins / trials) @ direction
    found = estimates.contrast(a, b, trials)
    assert found.value == pytest.approx((a - b) / trials)
    assert found.high - found.value == pytest.approx(1.96 * math.sqrt(variance), rel=1e-9)


def test_the_slope_is_that_of_a_regression() -> None:
    xs, ys = [3.0, 4.0, 5.0, 7.0, 10.0], [0.9, 0.72, 0.75, 0.5, 0.31]
    shares = [Estimate(y, y - 0.05, y + 0.05) for y in ys]
    found = estimates.slope(xs, shares)
    assert found.value == pytest.approx(stats.linregress(xs, ys).slope)
    # Equal errors: the textbook's σ/√Σ(x − x̄)².
    assert found.high - found.value == pytest.approx(0.05 / math.sqrt(len(xs) * np.var(xs)))


# ---- tests ----


@pytest.mark.parametrize(("wins", "losses"), [(0, 0), (1, 0), (7, 7), (73, 47), (2, 30), (5000, 5200)])
def test_the_sign_test_is_the_binomial_test(wins: int, losses: int) -> None:
    exact = stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    assert sign_test(Tally(wins, 9, losses)) == pytest.approx(exact, rel=1e-9)


def test_the_likelihood_of_superiority_is_a_normal_tail() -> None:
    tally = Tally(136, 111, 96)
    scores = np.repeat([1.0, 0.5, 0.0], tally.counts)
    assert los(tally) == pytest.approx(stats.norm.sf(0.5, scores.mean(), scores.std() / math.sqrt(len(scores))))
    assert los_of_decisive(tally) == pytest.approx(stats.norm.cdf((136 - 96) / math.sqrt(136 + 96)))


@pytest.mark.parametrize(("elo", "power", "alpha"), [(100, 0.8, 0.05), (60, 0.9, 0.01)])
def test_the_games_needed_have_their_power(elo: float, power: float, alpha: float) -> None:
    """The exact power of the z-test of a coin, from SciPy's binomial."""
    games = games_needed(elo, power, alpha)
    reach = stats.norm.ppf(1 - alpha / 2) * math.sqrt(games) / 2
    coin = stats.binom(games, score_of_elo(elo))
    found = coin.sf(math.floor(games / 2 + reach)) + coin.cdf(math.ceil(games / 2 - reach) - 1)
    assert found == pytest.approx(power, abs=0.04)


# ---- SPRT ----


def likeliest(test: Sprt, elo: float, count: Counts) -> float:
    """The largest log likelihood of the counts under a hypothesis, by a general optimiser."""
    seen, values = np.array(count.counts, dtype=float), np.array(count.support)
    share = seen / seen.sum()

    def off(p: np.ndarray) -> float:
        mean = p @ values
        if test.model == "logistic":
            return float(mean - score_of_elo(elo))
        deviation = math.sqrt(p @ (values - mean) ** 2)
        return float(mean - 0.5 - elo / NELO_SCALE * math.sqrt(count.games_per_trial) * deviation)

    found = optimize.minimize(
        lambda p: -(share @ np.log(p)),
        share,
        jac=lambda p: -share / p,
        bounds=[(1e-9, 1.0)] * len(seen),
        constraints=[{"type": "eq", "fun": off}, {"type": "eq", "fun": lambda p: p.sum() - 1}],
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    assert found.success
    return float(-found.fun * seen.sum())


@pytest.mark.parametrize("model", ["logistic", "normalised"])
@pytest.mark.parametrize("count", [Tally(120, 75, 101), Pairs(20, 61, 110, 70, 31)], ids=["games", "pairs"])
def test_the_llr_is_that_of_a_direct_maximisation(model: str, count: Counts) -> None:
    test = Sprt(-10, 40, model=model)  # type: ignore[arg-type]
    direct = likeliest(test, test.elo1, count) - likeliest(test, test.elo0, count)
    assert test.llr(count) == pytest.approx(direct, abs=1e-4)


@pytest.mark.parametrize(
    ("alpha", "beta", "lower", "upper"),
    [(0.05, 0.05, -2.94, 2.94), (0.05, 0.10, -2.25, 2.89), (0.01, 0.01, -4.60, 4.60), (0.05, 0.20, -1.56, 2.77)],
)
def test_sprt_bounds_are_walds(alpha: float, beta: float, lower: float, upper: float) -> None:
    """ln β/(1 − α) and ln (1 − β)/α, as engine testers print them: (−2.94, 2.94) at 5 %."""
    test = Sprt(0, 5, alpha, beta)
    assert (round(test.lower, 2), round(test.upper, 2)) == (lower, upper)


# ---- Bradley–Terry ----

TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
# Wins of the row over the column, American League East 1987 (Agresti, Categorical Data Analysis, table 10.10).
WINS = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
]


def test_the_published_ratings_of_baseball_teams() -> None:
    """Log odds against Baltimore, and their standard errors, as Agresti and R's BradleyTerry2 print them."""
    published = {
        "Milwaukee": (1.5814, 0.3433),
        "Detroit": (1.4364, 0.3396),
        "Toronto": (1.2945, 0.3367),
        "New York": (1.2476, 0.3359),
        "Boston": (1.1077, 0.3339),
        "Cleveland": (0.6839, 0.3319),
    }
    results = {
        (a, b): Tally(WINS[i][j], 0, WINS[j][i]) for i, a in enumerate(TEAMS) for j, b in enumerate(TEAMS) if i < j
    }
    ratings = fit_ratings(results)
    for team, (value, error) in published.items():
        found = ratings.difference(team, "Baltimore")
        assert found.value / NAT == pytest.approx(value, abs=5.1e-5)
        assert (found.high - found.value) / NAT / quantile(0.95) == pytest.approx(error, abs=5.1e-5)


@pytest.mark.parametrize(("first_seat", "prior"), [(False, 0.0), (True, 0.0), (False, 2.0), (True, 1.0)])
def test_ratings_are_those_of_a_direct_maximisation(first_seat: bool, prior: float) -> None:
    """Written down anew from the model's formula, game by game, and given to a general optimiser."""
    generator = np.random.default_rng(7)
    names = "abcd"
    results = {(a, b): Tally(*(int(n) for n in generator.integers(1, 15, 3))) for a in names for b in names if a != b}

    def loss(at: np.ndarray) -> float:
        rating = dict(zip(names, at, strict=False))
        advantage = at[4] if first_seat else 0.0
        total = 0.0
        for (a, b), tally in results.items():
            win = stats.logistic.logcdf(rating[a] - rating[b] + advantage)
            lose = stats.logistic.logcdf(rating[b] - rating[a] - advantage)
            total += (tally.wins + tally.draws / 2) * win + (tally.losses + tally.draws / 2) * lose
        total += prior / 2 * sum(stats.logistic.logcdf(x) + stats.logistic.logcdf(-x) for x in at)
        return float(-total)

    direct = optimize.minimize(loss, np.zeros(4 + first_seat), method="BFGS", options={"gtol": 1e-5}).x
    direct[:4] -= direct[:4].mean()
    ratings = fit_ratings(results, first_seat=first_seat, prior=prior)
    assert np.array(ratings.elo) / NAT == pytest.approx(direct, abs=1e-5)
