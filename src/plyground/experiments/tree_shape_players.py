"""The players of Marchenko's trial, and the numbers that `tune` finds for them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.agents.presets import SHAPES
from plyground.arena.tune import TuneReport
from plyground.experiments.figures import Figure
from plyground.experiments.session import Session
from plyground.statistics.intervals import Estimate, wilson
from plyground.statistics.significance import sign_test
from plyground.statistics.tally import Tally

GAME = "connect_four"
C = 0.55
# The ranges of `tune`: C_R and C_DW or C_WD of each criterion, and UCT's own constant as `ucb1` counts it. The additive
# form has C_R alone: C_DW is added to all children alike.
RANGES = {
    "dwc": ("cr=0.02:2:log", "target=0.1:10:log"),
    "wdc": ("cr=1e-6:0.1:log", "target=1.0:10000.0:log"),
    "uct": ("c=0.3:6:log",),
    "added": ("cr=0.001:3:log",),
}
# What full runs found, for runs that do not tune: from the empty board, where the criteria's coefficients are those of
# mcts_tsc, and from openings.
FOUND: dict[str, tuple[float, ...]] = {**SHAPES, "uct": (0.2284,)}
FOUND_FROM_OPENINGS: dict[str, tuple[float, ...]] = {
    "dwc": (0.05514, 3.607), "wdc": (5.161e-05, 71.45), "uct": (0.2247,), "added": (0.04887,),
}  # fmt: skip
# Random moves that begin each pair of games. The article names no openings, so its trial begins at the EMPTY board; all
# other matches are played from both depths of OPENINGS, in equal parts.
EMPTY, OPENINGS = 0, (2, 4)


@dataclass(frozen=True)
class TreeShapeSize:
    budgets: tuple[int, ...]
    games: int  # of every budget and criterion
    many: tuple[int, int]  # simulations, games from the empty board: the same matches, with games enough for a verdict
    balanced: int  # games from every depth of openings, with as many simulations
    tune_games: int  # for each call of `find`; 0: what a full run found
    # Simulations, games: the curve over C, players tuned from openings, the additive form, the boost.
    cheap: tuple[int, int]
    trees: tuple[int, int]  # simulations, seeds: depth, width and time


@dataclass(frozen=True)
class Numbers:
    """The numbers of one entry of RANGES, UCT's as the article counts them, and how they were found in this run."""

    values: tuple[float, ...]
    report: TuneReport | None = None


def find(session: Session, name: str, size: TreeShapeSize, openings: int = EMPTY) -> Numbers:
    """Tune against the article's UCT, from openings with the cheaper searches; a second call takes stored games."""
    if not size.tune_games:
        return Numbers((FOUND if openings == EMPTY else FOUND_FROM_OPENINGS)[name])
    simulations = size.many[0] if openings == EMPTY else size.cheap[0]
    template = {
        "uct": plain("{c}", simulations),
        "added": added("{cr}", simulations),
    }.get(name) or shaped(name, "{cr}", "{target}", simulations)
    report = session.tune(template, uct(C, simulations), GAME, RANGES[name], size.tune_games, openings)
    values = tuple(float(value) for value in report.winner.values.values())
    return Numbers(tuple(map(from_ucb1, values)) if name == "uct" else values, report)


def shaped(criterion: str, cr: float | str, target: float | str, simulations: int, more: str = "") -> str:
    return f"mcts(simulations={simulations}, select={shaped_parts(criterion, cr, target, more)})"


def tuned(criterion: str, values: Sequence[float], simulations: int) -> str:
    """The player with the numbers that `find` gives."""
    cr, target = values
    return shaped(criterion, cr, target, simulations)


def shaped_parts(criterion: str, cr: float | str, target: float | str, more: str = "") -> str:
    return f"tree_shape(criterion={criterion}, c={C}, cr={cr}, target={target}{more and ', ' + more})"


def added(cr: float | str, simulations: int) -> str:
    """The criterion of 2017, which is added to the whole value of a child."""
    return shaped("dwc", cr, 0, simulations, "form=added")


def uct(c: float, simulations: int) -> str:
    """The article's UCT: reward + 2C·√(2 ln N/n) for rewards in [0, 1], so 4√2·C for values in [−1, 1]."""
    return plain(f"{4 * math.sqrt(2) * c:.4f}", simulations)


def plain(c: str, simulations: int) -> str:
    return f"mcts(simulations={simulations}, select=ucb1(c={c}))"


def from_ucb1(c: float) -> float:
    """The article's C for a constant of `ucb1`."""
    return c / (4 * math.sqrt(2))


def meet(session: Session, a: str, b: str, games: int, openings: int) -> Tally:
    return session.match(a, b, GAME, games, openings).tally


def meet_balanced(session: Session, a: str, b: str, games: int) -> Tally:
    """Games from all depths of OPENINGS, in equal parts."""
    return sum((meet(session, a, b, games // len(OPENINGS), depth) for depth in OPENINGS), Tally())


def decisive(tally: Tally) -> Estimate:
    """The share of decisive games that were won."""
    return wilson(tally.wins, tally.wins + tally.losses)


def describe(tally: Tally) -> str:
    return f"{tally}, p {p_value(tally)}"


def p_value(tally: Tally) -> str:
    p = sign_test(tally)
    return f"= {p:.3f}" if p >= 0.001 else "< 0.001"


def tuning_figures(found: dict[str, Numbers], openings: int = EMPTY) -> list[Figure]:
    """How this run found the numbers; no figure for numbers that it did not look for."""
    captions = {
        "uct": "The constant is that of ucb1, 4√2 times the article's C.",
        "added": "C_DW has no effect in this form: it is added to all children alike.",
    }
    names = {"added": "The additive form"}
    start = f", {openings} random moves first" if openings else ""
    return [
        Figure(
            f"tuning_{name}" + (f"_{openings}" if openings else ""),
            f"{names.get(name, name.upper())}: the numbers found against UCT with C = {C}{start}",
            "text",
            str(numbers.report),
            caption=captions.get(name, ""),
        )
        for name, numbers in found.items()
        if numbers.report is not None
    ]
