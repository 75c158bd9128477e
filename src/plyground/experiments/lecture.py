"""Turcotte's lecture on Monte Carlo tree search: every evaluation that it prints, its figures, its appendix."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from plyground.agents import parse_agent
from plyground.agents.presets import UctClassic, UctLearner
from plyground.arena.report import MatchReport
from plyground.exact import enumerate_games
from plyground.experiments.base import Claim, Experiment, Figure, Outcome, register
from plyground.experiments.session import Session
from plyground.experiments.verdict import Range, exactly, percent_of
from plyground.games import TERMINAL, parse_game
from plyground.rng import Rng
from plyground.search import Search
from plyground.statistics import estimates
from plyground.statistics.intervals import wilson
from plyground.view.charts import boards, grid, lines, surface

GAME = "tictactoe"


@dataclass(frozen=True)
class Evaluation:
    """One call of evaluate_solvers: the players of X and O, and the wins of each."""

    cell: int
    x: str
    o: str
    games: int
    x_wins: int
    o_wins: int


def classic(simulations: int) -> str:
    return f"uct_classic(simulations={simulations})"


EVALUATIONS = (
    Evaluation(13, "random", "minimax", 100, 0, 82),
    Evaluation(39, "random", classic(10), 100, 19, 72),
    Evaluation(40, "random", classic(100), 100, 0, 91),
    Evaluation(41, classic(10), "random", 100, 89, 5),
    Evaluation(42, classic(100), "random", 100, 97, 0),
    Evaluation(43, "minimax", classic(10), 100, 95, 0),
    Evaluation(44, "minimax", classic(100), 100, 53, 0),
    Evaluation(45, "minimax", classic(500), 100, 13, 0),
    Evaluation(46, classic(10), "minimax", 100, 0, 47),
    Evaluation(47, classic(100), "minimax", 100, 0, 1),
    Evaluation(48, classic(500), "minimax", 100, 0, 0),
    Evaluation(49, classic(10), classic(10), 100, 60, 24),
)
FEW_MANY = Claim(
    "50", "few simulations against many: O with 500 wins more than X with 10", "cell 50", Range(1e-9, 1.0, "more")
)


@dataclass(frozen=True)
class Series:
    """A learner, which plays X and keeps its memory from game to game, against O."""

    cell: int
    simulations: int
    o: str
    games: int
    x_wins: int
    o_wins: int


SERIES = (
    Series(52, 10, classic(10), 100, 86, 8),
    Series(53, 10, classic(40), 375, 207, 18),
    Series(54, 10, "minimax", 375, 0, 9),
    Series(55, 20, "minimax", 375, 0, 3),
    Series(56, 50, "minimax", 375, 0, 0),
)
WINDOW = 75
EARLY = Claim(
    "early",
    f"learner against thinker: the thinker is ahead in the first {WINDOW} games (X wins − O wins)",
    "after cell 53",
    Range(-1.0, 0.0, "thinker ahead"),
    key=True,
)
IMPROVES = Claim(
    "improves",
    f"learner against thinker: the learner improves (wins in the last {WINDOW} games − in the first)",
    "after cell 53",
    Range(1e-9, 1.0, "improves"),
    key=True,
)

# Games by winner (X, draw, O): all, and by X's first move.
TALLIES = {
    "all games": (None, (131_184, 46_080, 77_904)),
    "first move in a corner": (0, (14_652, 5_184, 7_896)),
    "first move on an edge": (1, (14_232, 5_184, 10_176)),
    "first move in the centre": (4, (15_648, 4_608, 5_616)),
}

CONSTANTS = (0.0, 0.1, 0.3, 0.7, 1.4142, 3.0, 10.0, 100.0)
SIMULATIONS_OF_C = 30
C_FROM_ZERO = Claim(
    "c_low", "too little exploration is bad: C = √2 scores more than C = 0", "on C", Range(1e-9, 1.0, "more"), key=True
)
C_TOO_LARGE = Claim(
    "c_high", "too much is bad: C = √2 scores more than C = 100", "on C", Range(1e-9, 1.0, "more"), key=True
)
BONUS_N = Claim(
    "bonus_n",
    "√2·√(ln N/n) falls as n grows (n = 10 → 100, N = 100)",
    "on UCB1",
    Range(-10, -1e-12, "falls"),
    unit="",
)
BONUS_PARENT = Claim(
    "bonus_parent",
    "the exploration bonus diminishes as N grows (N = 10 → 100, n = 10)",
    "on UCB1",
    Range(-10, -1e-12, "diminishes"),
    unit="",
    key=True,
)
HEATS = (50, 200, 500, 1000, 5000)
INTEGRALS = {100: 2.080957, 1000: 1.992136, 10_000: 2.007041, 100_000: 1.996149}
PICTURE = (500, 123, 2.022106)  # samples, seed (not printed in full; 123 gives the number), estimate


@dataclass(frozen=True)
class LectureSize:
    games: int  # of each evaluation and seat
    series: int
    c_games: int
    heats: tuple[int, ...] = HEATS
    series_games: int | None = None


@register
class Lecture(Experiment[LectureSize]):
    name = "lecture"
    title = "Every evaluation of the lecture"
    authors = "Turcotte: Monte Carlo tree search (lecture)"
    seconds = (15.0, 250.0)
    quick = LectureSize(games=300, series=3, c_games=2000)
    full = LectureSize(games=2000, series=40, c_games=10_000)
    tiny = LectureSize(games=4, series=2, c_games=4, heats=(50,), series_games=4)

    def steps(self, size: LectureSize) -> int:
        return len(meetings()) + 1 + len(SERIES) * size.series + len(CONSTANTS)

    def run(self, session: Session, size: LectureSize) -> Outcome:
        outcome = Outcome()
        reports = {pair: session.match(*pair, GAME, 2 * size.games) for pair in meetings()}
        for evaluation in EVALUATIONS:
            add_evaluation(outcome, evaluation, reports)
        few = session.match(classic(10), classic(500), GAME, 2 * size.games).match.as_first
        gap = estimates.difference(wilson(few.losses, few.games), wilson(few.wins, few.games))
        outcome.add(FEW_MANY, gap, few.games, "the result itself is not printed")
        for series in SERIES:
            add_series(outcome, session, size, series)
        add_tallies(outcome)
        add_constants(outcome, session, size)
        add_bonus(outcome)
        add_integrals(outcome)
        outcome.figures += [heat_figure(session, size), surface_figure()]
        return outcome


def meetings() -> list[tuple[str, str]]:
    """The matches; each has games with either player first, and serves two evaluations."""
    return list(dict.fromkeys((min(e.x, e.o), max(e.x, e.o)) for e in EVALUATIONS))


def add_evaluation(outcome: Outcome, e: Evaluation, reports: dict[tuple[str, str], MatchReport]) -> None:
    match = reports[min(e.x, e.o), max(e.x, e.o)].match
    tally = match.as_first if e.x <= e.o else match.as_second.flipped
    for seat, published, ours in (("X", e.x_wins, tally.wins), ("O", e.o_wins, tally.losses)):
        claim = Claim(
            f"{e.cell}{seat}",
            f"X {_short(e.x)}, O {_short(e.o)}: {seat} wins",
            f"cell {e.cell}",
            percent_of(100 * published / e.games, e.games),
        )
        outcome.add(claim, wilson(ours, tally.games), tally.games)


def add_series(outcome: Outcome, session: Session, size: LectureSize, series: Series) -> None:
    games = size.series_games or series.games
    what = f"lecture: cell {series.cell}, learner ({series.simulations}) against {series.o}, {games} games"
    results = [
        session.remember(f"{what}, series {i}", partial(play_series, series, games, session.seed + i))
        for i in range(size.series)
    ]
    for seat, published, sign in (("X", series.x_wins, 1), ("O", series.o_wins, -1)):
        claim = Claim(
            f"{series.cell}{seat}",
            f"X learner ({series.simulations}), O {_short(series.o)}, {series.games} games in a row: {seat} wins",
            f"cell {series.cell}",
            exactly(published / series.games),
        )
        shares = [one.count(sign) / games for one in results]
        outcome.add(claim, estimates.mean_share(shares), len(shares), "n: series", estimates.deviation(shares))
    window = min(WINDOW, games // 2)
    if series.cell == 53:
        lead = [sum(one[:window]) / window for one in results]
        outcome.add(EARLY, estimates.mean(lead), len(lead), "n: series")
        gain = [(one[-window:].count(1) - one[:window].count(1)) / window for one in results]
        outcome.add(IMPROVES, estimates.mean(gain), len(gain), "n: series")
        curve = {
            name: [
                (k + 1, sum(one[: k + 1].count(sign) for one in results) / len(results) / (k + 1)) for k in range(games)
            ]
            for name, sign in (("learner (X)", 1), ("thinker (O)", -1), ("draw", 0))
        }
        outcome.figures.append(
            Figure(
                "Learner against thinker: shares so far",
                chart=lines(
                    f"Mean of {len(results)} series", curve, x="games", y="so far", percent=True, y_range=(0, 1)
                ),
            )
        )


def play_series(series: Series, games: int, seed: int) -> list[int]:
    """The result of each game, +1 for X and −1 for O; X keeps its memory."""
    game, rng = parse_game(GAME), Rng(seed, series.cell)
    seats = (UctLearner(simulations=series.simulations), parse_agent(series.o))
    results = []
    for _ in range(games):
        for seat, agent in enumerate(seats):
            agent.reset(game, seat, rng.next())
        state = game.initial_state()
        while state.player != TERMINAL:
            state.apply(seats[state.player].act(state))
        results.append(round(state.returns()[0]))
    return results


def add_tallies(outcome: Outcome) -> None:
    tally = enumerate_games(parse_game(GAME))
    for name, (move, published) in TALLIES.items():
        winners = tally.by_winner if move is None else tally.by_first_move[move]
        for who, seat, count in zip(("X wins", "draws", "O wins"), (0, None, 1), published, strict=True):
            claim = Claim(f"tally/{name}/{who}", f"{name}: {who}", "tallies", exactly(count), unit="", margin=0.5)
            outcome.add(claim, estimates.exact(winners.get(seat, 0)), 0)


def add_constants(outcome: Outcome, session: Session, size: LectureSize) -> None:
    scores = {}
    for c in CONSTANTS:
        agent = f"mcts(simulations={SIMULATIONS_OF_C}, select=ucb1(c={c:g}))"
        tally = session.match(agent, "random", GAME, size.c_games).tally
        scores[c] = wilson(tally.wins, tally.games)
    middle = scores[1.4142]
    note = f"won against random with {SIMULATIONS_OF_C} simulations"
    outcome.add(C_FROM_ZERO, estimates.difference(middle, scores[0.0]), size.c_games, note)
    outcome.add(C_TOO_LARGE, estimates.difference(middle, scores[100.0]), size.c_games, note)
    outcome.figures.append(
        Figure(
            "The study of C: won against random",
            chart=lines(
                f"{SIMULATIONS_OF_C} simulations, {size.c_games:,} games each", {"won": list(scores.items())},
                x="C", y="won", percent=True, log_x=True,
            ),
            head=["C", "won", "95 %"],
            table=[[f"{c:g}", f"{s.value:.3f}", f"[{s.low:.3f}, {s.high:.3f}]"] for c, s in scores.items()],
        )
    )  # fmt: skip


def bonus(parent: float, visits: float) -> float:
    return math.sqrt(2 * math.log(parent) / visits)


def add_bonus(outcome: Outcome) -> None:
    outcome.add(BONUS_N, estimates.exact(bonus(100, 100) - bonus(100, 10)), 0)
    outcome.add(
        BONUS_PARENT,
        estimates.exact(bonus(100, 10) - bonus(10, 10)),
        0,
        "it grows with N while n stands still, and that is what brings a neglected move back; it falls only as n grows",
    )


def integrate(samples: int, seed: int) -> float:
    """∫ sin over [0, π] as in the appendix, with Python's own generator."""
    draw = random.Random(seed)
    return math.pi * sum(math.sin(draw.uniform(0.0, math.pi)) for _ in range(samples)) / samples


def add_integrals(outcome: Outcome) -> None:
    for samples, published in INTEGRALS.items():
        claim = Claim(
            f"integral/{samples}",
            f"∫ sin x over [0, π] from {samples:,} samples, seed 0",
            "appendix",
            exactly(published, 6),
            unit="",
            margin=1e-6,
        )
        outcome.add(claim, estimates.exact(round(integrate(samples, 0), 6)), 0, "the same generator, the same number")
    samples, seed, published = PICTURE
    sines = np.sin(np.random.RandomState(seed).uniform(0.0, math.pi, samples))
    running = math.pi * np.cumsum(sines) / np.arange(1, samples + 1)
    claim = Claim(
        "integral/picture", "the same, 500 samples, with a picture", "appendix", exactly(published, 6), "", 1e-6
    )
    outcome.add(claim, estimates.exact(round(float(running[-1]), 6)), 0, "its seed is cut off in print; 123 gives it")
    outcome.figures.append(
        Figure(
            "Monte Carlo integration",
            chart=lines(
                "Estimate of ∫ sin x over [0, π]", {"estimate": [(k + 1, float(v)) for k, v in enumerate(running)]},
                x="samples", y="estimate", level=("exact 2", 2.0), y_range=(1.2, 2.8),
            ),
        )
    )  # fmt: skip


def heat_figure(session: Session, size: LectureSize) -> Figure:
    panels: dict[str, Sequence[Sequence[float]]] = {}
    for simulations in size.heats:
        search = Search(GAME, UctClassic().expanded().config, seed=session.seed)
        search.run(parse_game(GAME).initial_state(), simulations)
        visits = {child.action: child.visits for child in search.top().node(0).children}
        panels[f"{simulations} simulations"] = [[visits.get(3 * i + j, 0) for j in range(3)] for i in range(3)]
    return Figure(
        "Visits of X's first moves",
        chart=boards("Visits of X's first moves", panels),
        caption="With 50 simulations every move is visited about as often; the centre stands out later.",
    )


def surface_figure() -> Figure:
    panels = [
        surface(
            f"N and n up to {axis[-1]}", bonus, axis, axis, x="N, visits of the parent", y="n, visits", label="bonus"
        )
        for axis in (range(1, 11), range(4, 101, 4))
    ]
    return Figure(
        "The UCB surfaces: √2·√(ln N / n)",
        chart=grid("√2·√(ln N / n)", *panels, columns=2),
        caption="Bright: much exploration. It falls quickly with n and grows slowly with N.",
    )


def _short(agent: str) -> str:
    return agent.replace("uct_classic(simulations=", "MCTS (")
