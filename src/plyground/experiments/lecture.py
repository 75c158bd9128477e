"""Turcotte's lecture on Monte Carlo tree search: every evaluation that it prints, its figures, its appendix."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from plyground.exact import enumerate_games
from plyground.experiments.base import Claim, Experiment, Outcome, Study, register
from plyground.experiments.figures import Figure
from plyground.experiments.lecture_constant import constant_study
from plyground.experiments.lecture_program import (
    EMPTY,
    AlphaBetaSolver,
    ClassicSolver,
    LearnerSolver,
    LectureSolver,
    MinimaxSolver,
    RandomSolver,
    X,
    play_series,
    running_average,
)
from plyground.experiments.session import Session
from plyground.experiments.verdict import QUESTION, Range, exactly, less, more
from plyground.games import parse_game
from plyground.statistics import estimates
from plyground.statistics.intervals import wilson

GAME = "tictactoe"


@dataclass(frozen=True)
class Evaluation:
    """One cell of the lecture: the players of X and O with their seeds, and their wins; None: not printed."""

    cell: int
    x: str
    o: str
    seeds: tuple[int, int]
    games: int
    x_wins: int | None
    o_wins: int | None


EVALUATIONS = (
    Evaluation(13, "random", "minimax", (7, 0), 100, 0, 82),
    Evaluation(14, "random", "alpha-beta", (7, 0), 100, 0, 82),
    Evaluation(39, "random", "MCTS (10)", (0, 1), 100, 19, 72),
    Evaluation(40, "random", "MCTS (100)", (0, 1), 100, 0, 91),
    Evaluation(41, "MCTS (10)", "random", (0, 0), 100, 89, 5),
    Evaluation(42, "MCTS (100)", "random", (0, 0), 100, 97, 0),
    Evaluation(43, "minimax", "MCTS (10)", (0, 2), 100, 95, 0),
    Evaluation(44, "minimax", "MCTS (100)", (0, 2), 100, 53, 0),
    Evaluation(45, "minimax", "MCTS (500)", (0, 2), 100, 13, 0),
    Evaluation(46, "MCTS (10)", "minimax", (2, 0), 100, 0, 47),
    Evaluation(47, "MCTS (100)", "minimax", (2, 0), 100, 0, 1),
    Evaluation(48, "MCTS (500)", "minimax", (2, 0), 100, 0, 0),
    Evaluation(49, "MCTS (10)", "MCTS (10)", (3, 4), 100, 60, 24),
    Evaluation(50, "MCTS (10)", "MCTS (500)", (3, 4), 100, None, None),
    Evaluation(52, "learner (10)", "MCTS (10)", (3, 4), 100, 86, 8),
    Evaluation(53, "learner (10)", "MCTS (40)", (3, 4), 375, 207, 18),
    Evaluation(54, "learner (10)", "minimax", (3, 0), 375, 0, 9),
    Evaluation(55, "learner (20)", "minimax", (3, 0), 375, 0, 3),
    Evaluation(56, "learner (50)", "minimax", (3, 0), 375, 0, 0),
)
# The control of cell 53: the learner's budget without its memory.
FORGETS = Evaluation(53, "MCTS (10)", "MCTS (40)", (3, 4), 375, None, None)
LEARNER_CELLS = (52, 53, 54, 55, 56)
# Cells 30 to 34: simulations → the move that the search chose, with seed 4.
MOVES = {10: (1, 0), 250: (2, 2), 500: (1, 1), 1000: (1, 1)}
WINDOW, AHEAD = 75, 50
EVERY = Claim(
    "rerun", "all printed results of games come out again, win for win, from the printed program and seeds",
    "cells 13–56", Range(1.0, 1.0, "36 of 36"), key=True,
)  # fmt: skip
EARLY = Claim(
    "early",
    f"learner against thinker: the thinker is ahead for approximately the first {WINDOW} games: in the printed series, "
    "the last game after which it is",
    "after cell 53",
    Range(50, 100, "about 75"),
    unit="",
    key=True,
)
TYPICAL = Claim(
    "typical", f"is that series typical? series in which the thinker is ahead after {AHEAD} games", "–", Range(),
    kind=QUESTION,
)  # fmt: skip
IMPROVES = Claim(
    "improves",
    f"learner against thinker: the learner improves (share won in the last {WINDOW} games − in the first)",
    "after cell 53",
    more("improves"),
    "points",
    key=True,
)
FORGETFUL = Claim(
    "improves/control", "and the same search without its memory (MCTS (10) against MCTS (40))? the same difference",
    "–", Range(), "points", kind=QUESTION,
)  # fmt: skip
MINIMAX_LEARNT = Claim(
    "learns_to_draw", "with more simulations the learner loses less to minimax (lost with 10 − lost with 50)",
    "cells 54–56", more("less"), "points",
)  # fmt: skip

# Games by winner (X, draw, O): all, and by X's first move.
TALLIES = {
    "all games": (None, (131_184, 46_080, 77_904)),
    "first move in a corner": (0, (14_652, 5_184, 7_896)),
    "first move on an edge": (1, (14_232, 5_184, 10_176)),
    "first move in the centre": (4, (15_648, 4_608, 5_616)),
}
LN = {100: 4.60517019, 1000: 6.90775528, 10_000: 9.21034037}
BONUS_N = Claim(
    "bonus_n", "√2·√(ln N/n) falls as n grows (n = 10 → 100, N = 100)", "on UCB1", less("falls", 0.01), unit=""
)
BONUS_PARENT = Claim(
    "bonus_parent",
    "as N increases the exploration bonus diminishes (N = 10 → 100, n = 10)",
    "on UCB1",
    less("diminishes", 0.01),
    unit="",
    key=True,
)
INTEGRALS = {100: 2.080957, 1000: 1.992136, 10_000: 2.007041, 100_000: 1.996149}
PICTURE = (500, 123, 2.022106)  # samples, seed (not printed in full; 123 gives the number), estimate


@dataclass(frozen=True)
class LectureSize:
    seeds: int  # further seeds of the series of learners
    early_seeds: int  # further seeds of the first games of learner against thinker
    c_games: int
    trees: int  # seeds of the measured trees
    cells: tuple[int, ...] = tuple(e.cell for e in EVALUATIONS)


@register
class Lecture(Experiment[LectureSize]):
    name = "lecture"
    title = "Every evaluation of the lecture"
    seconds = (60.0, 370.0)
    quick = LectureSize(seeds=2, early_seeds=20, c_games=2000, trees=20)
    full = LectureSize(seeds=120, early_seeds=1000, c_games=10_000, trees=200)
    tiny = LectureSize(seeds=1, early_seeds=1, c_games=4, trees=2, cells=(13, 14, 39))

    @property
    def studies(self) -> Sequence[Study[LectureSize]]:
        return (
            Study("rerun", rerun, lambda size: len(size.cells)),
            Study("typical", typical, lambda size: 1 + (1 + len(LEARNER_CELLS)) * size.seeds),
            Study("exact", exact_parts, lambda size: 0),
            Study("constant", lambda session, size: constant_study(session, size.c_games, size.trees), lambda size: 13),
        )


def make(player: str, seed: int) -> LectureSolver:
    """A player of the lecture by its name here."""
    word, _, count = player.rstrip(")").partition(" (")
    makers: dict[str, Callable[[], LectureSolver]] = {
        "random": lambda: RandomSolver(seed),
        "minimax": MinimaxSolver,
        "alpha-beta": AlphaBetaSolver,
        "MCTS": lambda: ClassicSolver(int(count), seed),
        "learner": lambda: LearnerSolver(int(count), seed),
    }
    return makers[word]()


def play_cell(evaluation: Evaluation, shift: int, games: int) -> list[int]:
    """The outcomes to X of a cell's games, with its seeds (0) or others."""
    first, second = evaluation.seeds
    return play_series(
        make(evaluation.x, first + 1000 * shift), make(evaluation.o, second + 1000 * shift + 500 * (shift > 0)), games
    )


def rerun(session: Session, size: LectureSize) -> Outcome:
    """Every evaluation with the printed program and the printed seeds."""
    outcome, right, compared = Outcome(), 0, 0
    results: dict[int, list[int]] = {}
    for e in EVALUATIONS:
        if e.cell not in size.cells:
            continue
        one = results[e.cell] = session.remember(f"lecture: cell {e.cell}", partial(play_cell, e, 0, e.games))
        for seat, published, sign in (("X", e.x_wins, 1), ("O", e.o_wins, -1)):
            text = f"X {e.x}, O {e.o}, {e.games} games: {seat} wins"
            if published is None:
                claim = Claim(f"{e.cell}{seat}", f"{text} (not printed)", f"cell {e.cell}", Range(), "", kind=QUESTION)
            else:
                claim = Claim(f"{e.cell}{seat}", text, f"cell {e.cell}", exactly(published), "", margin=0.5)
                right, compared = right + (one.count(sign) == published), compared + 1
            outcome.add(claim, estimates.exact(one.count(sign)), 0, "the printed program, the printed seeds")
    outcome.add(EVERY, estimates.exact(right / compared), 0, f"{right} of {compared} counts")
    for simulations, (row, column) in MOVES.items():
        claim = Claim(
            f"move/{simulations}", f"{simulations} simulations from the empty board, seed 4: the move, 3·row + column",
            "cells 30–34", exactly(3 * row + column), "", margin=0.5,
        )  # fmt: skip
        outcome.add(claim, estimates.exact(ClassicSolver(simulations, 4).select_move(EMPTY, X)), 0)
    if 53 in results:
        averages = running_average(results[53])
        last = max((game + 1 for game, average in enumerate(averages[: 2 * WINDOW]) if average < 0), default=0)
        outcome.add(EARLY, estimates.exact(last), 0, "the same in our rerun, game by game")
    printed = {f"{e.cell}{seat}": count for e in EVALUATIONS for seat, count in (("X", e.x_wins), ("O", e.o_wins))}
    ours = {f"{cell}{seat}": one.count(sign) for cell, one in results.items() for seat, sign in (("X", 1), ("O", -1))}
    pairs = [(printed[key], count) for key, count in ours.items() if printed[key] is not None]
    outcome.figures.append(
        Figure(
            "to_the_digit", "Every printed count of wins, and ours from the printed program and seeds", "lines",
            {"wins": sorted({(a, b) for a, b in pairs})},
            {"x": "printed", "y": "ours", "note": f"{right} of {compared} equal, cells 13 to 56"},
        )
    )  # fmt: skip
    outcome.figures += running_figures(results)
    return outcome


def running_figures(results: dict[int, list[int]]) -> list[Figure]:
    """The running averages that the lecture draws, one figure for each kind of opponent."""
    found = []
    for name, cells in (
        ("random", (39, 40, 41, 42)), ("minimax", (43, 44, 45, 46, 47, 48)), ("itself", (49, 50)),
        ("learner", LEARNER_CELLS),
    ):  # fmt: skip
        curves = {}
        for e in EVALUATIONS:
            if e.cell in cells and e.cell in results:
                averages = running_average(results[e.cell])
                step = max(1, len(averages) // 100)
                points = [(game, averages[game - 1]) for game in range(1, len(averages) + 1, step)]
                curves[f"{e.cell}: {e.x} – {e.o}"] = points
        if curves:
            title = f"Running average score of X, cells {min(cells)} to {max(cells)}"
            options = {"x": "game", "y": "average score of X", "y_range": (-1, 1), "level": ("even", 0.0)}
            found.append(Figure(f"running_{name}", title, "lines", curves, options))
    return found


def typical(session: Session, size: LectureSize) -> Outcome:
    """The series of learners over other seeds: is the printed one a plausible draw?"""
    outcome, by_cell = Outcome(), {e.cell: e for e in EVALUATIONS}
    lost: dict[int, list[float]] = {}
    for cell in LEARNER_CELLS:
        e = by_cell[cell]
        results = [
            session.remember(f"lecture: cell {cell}, other seeds {i}", partial(play_cell, e, i, e.games))
            for i in range(1, size.seeds + 1)
        ]
        lost[cell] = [one.count(-1) / e.games for one in results]
        for seat, published, sign in (("X", e.x_wins, 1), ("O", e.o_wins, -1)):
            assert published is not None
            counts = sorted(one.count(sign) for one in results)
            beyond = min(sum(c <= published for c in counts), sum(c >= published for c in counts)) / len(counts)
            claim = Claim(
                f"plausible/{cell}{seat}",
                f"is the printed {published} of {e.games} a usual draw? X {e.x}, O {e.o}: share that {seat} wins over "
                "other seeds",
                f"cell {cell}",
                Range(),
                kind=QUESTION,
            )
            tail = len(counts) // 40
            share = 100 * (1 - 2 * tail / len(counts))
            middle = f"{counts[tail]} to {counts[-1 - tail]} in {share:.0f} % of the series"
            shares = [count / e.games for count in counts]
            note = f"n: series; {middle}; {100 * beyond:.0f} % are as far out as the printed one on its side"
            outcome.add(claim, estimates.mean_share(shares), len(shares), note)
        if cell == 53:
            untaught = [
                session.remember(f"lecture: cell {cell} without memory, {i}", partial(play_cell, FORGETS, i, e.games))
                for i in range(1, size.seeds + 1)
            ]
            for claim, series in ((IMPROVES, results), (FORGETFUL, untaught)):
                gain = [(one[-WINDOW:].count(1) - one[:WINDOW].count(1)) / WINDOW for one in series]
                outcome.add(claim, estimates.mean_gap(gain), len(gain), "n: series, other seeds")
    gaps = [a - b for a, b in zip(lost[54], lost[56], strict=True)]
    outcome.add(MINIMAX_LEARNT, estimates.mean_gap(gaps), len(gaps), "n: series, other seeds")
    what = f"lecture: the first {AHEAD} games of cell 53, {size.early_seeds} seeds"
    leads: list[int] = session.remember(what, partial(early_leads, by_cell[53], size.early_seeds))
    behind = sum(lead < 0 for lead in leads)
    note = f"n: series; the printed one stood at {sum(play_cell(by_cell[53], 0, AHEAD)):+z.0f}".replace("-", "−")
    outcome.add(TYPICAL, wilson(behind, len(leads)), len(leads), note)
    bins = range(10 * (min(leads) // 10), max(leads) + 1, 10)
    heights = [(low, sum(low <= lead < low + 10 for lead in leads) / len(leads)) for low in bins]
    outcome.figures.append(
        Figure(
            "early", f"Learner against thinker, after {AHEAD} games", "bars",
            {"groups": [f"{low}…{low + 9}".replace("-", "−") for low, _ in heights],
             "series": {"series": [share for _, share in heights]}},
            {"y": "series", "percent": True,
             "note": f"X's wins less O's wins, {len(leads):,} series with other seeds; below 0 the thinker is ahead"},
        )
    )  # fmt: skip
    return outcome


def early_leads(evaluation: Evaluation, seeds: int) -> list[int]:
    """X's wins less O's in the first games, for each seed."""
    return [sum(play_cell(evaluation, i, AHEAD)) for i in range(1, seeds + 1)]


def exact_parts(session: Session, size: LectureSize) -> Outcome:
    outcome = Outcome()
    add_tallies(outcome)
    add_bonus(outcome)
    add_integrals(outcome)
    outcome.figures.append(surface_figure())
    return outcome


def add_tallies(outcome: Outcome) -> None:
    tally = enumerate_games(parse_game(GAME))
    for name, (move, published) in TALLIES.items():
        winners = tally.by_winner if move is None else tally.by_first_move[move]
        for who, seat, count in zip(("X wins", "draws", "O wins"), (0, None, 1), published, strict=True):
            claim = Claim(f"tally/{name}/{who}", f"{name}: {who}", "tallies", exactly(count), unit="", margin=0.5)
            outcome.add(claim, estimates.exact(winners.get(seat, 0)), 0)


def bonus(parent: float, visits: float) -> float:
    return math.sqrt(2 * math.log(parent) / visits)


def add_bonus(outcome: Outcome) -> None:
    for n, published in LN.items():
        claim = Claim(f"ln/{n}", f"ln {n:,}", "summary", exactly(published, 8), "", margin=1e-8)
        outcome.add(claim, estimates.exact(round(math.log(n), 8)), 0)
    outcome.add(BONUS_N, estimates.exact(bonus(100, 100) - bonus(100, 10)), 0)
    outcome.add(
        BONUS_PARENT,
        estimates.exact(bonus(100, 10) - bonus(10, 10)),
        0,
        "it grows with N while n stands still, and that is what brings a neglected move back; it falls only as n grows",
    )
    curves = {f"n = {n}": [(parent, bonus(parent, n)) for parent in range(10, 201, 10)] for n in (5, 10, 50)}
    outcome.figures.append(
        Figure(
            "bonus", "The exploration bonus √2·√(ln N/n) over N: it grows while n stands still", "lines", curves,
            {"x": "N, visits of the parent", "y": "bonus"},
        )
    )  # fmt: skip


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
    places = np.random.RandomState(seed).uniform(0.0, math.pi, samples)
    running = math.pi * np.cumsum(np.sin(places)) / np.arange(1, samples + 1)
    claim = Claim(
        "integral/picture", "the same, 500 samples, with a picture", "appendix", exactly(published, 6), "", 1e-6
    )
    outcome.add(claim, estimates.exact(round(float(running[-1]), 6)), 0, "its seed is cut off in print; 123 gives it")
    sticks = sorted((round(float(x), 4), round(math.sin(x), 4)) for x in places)
    options = {"x": "x", "y": "sin x", "y_range": (0, 1.05)}
    outcome.figures.append(Figure("sticks", "Monte Carlo samples of sin x", "lines", {"samples": sticks}, options))
    points = [(k + 1, float(v)) for k, v in enumerate(running) if k % 5 == 0]
    options = {"x": "samples", "y": "estimate", "level": ("exact 2", 2.0), "y_range": (1.2, 2.8)}
    title = "Convergence of the estimate of ∫ sin x over [0, π]"
    outcome.figures.append(Figure("integral", title, "lines", {"estimate": points}, options))


def surface_figure() -> Figure:
    panels = {
        f"N and n up to {axis[-1]}": [(x, y, round(bonus(x, y), 4)) for x in axis for y in axis]
        for axis in (range(1, 11), range(4, 101, 4))
    }
    return Figure(
        "surfaces", "The UCB surfaces: √2·√(ln N / n)", "surfaces", panels,
        {"x": "N, visits of the parent", "y": "n, visits", "label": "bonus"},
        "Bright: much exploration. It falls quickly with n and grows slowly with N.",
    )  # fmt: skip
