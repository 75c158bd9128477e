"""The alternative to games: what two rules' moves give away on solved positions, by the exact judge."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from plyground.experiments.base import Claim, Outcome
from plyground.experiments.figures import Figure, table
from plyground.experiments.openings_play import POSITIONS, open_positions, regrets
from plyground.experiments.openings_races import (
    CONTROL,
    PAIRS,
    Cell,
    OpeningRace,
    OpeningsSize,
    play_cells,
    points,
    slug,
)
from plyground.experiments.session import Session
from plyground.experiments.verdict import LEVEL, QUESTION, Range, exactly, holm, p_value
from plyground.rng import Rng
from plyground.statistics import estimates
from plyground.statistics.estimates import Z
from plyground.statistics.intervals import NORMAL, Estimate, wilson

# The depth whose games are compared with the judge.
COMMON = 4
# A difference is told with this power at a two-sided level of 5 %.
REACH = (Z + NORMAL.inv_cdf(0.8)) ** 2


@dataclass(frozen=True)
class Told:
    """A difference between two rules in units of its own noise: what it takes to see it."""

    difference: Estimate
    # The variance of one observation, and the searches that it takes.
    variance: float
    searches: float

    @property
    def needed(self) -> float:
        """The searches that tell this difference with a power of 80 %."""
        gap = self.difference.value
        return REACH * self.variance / gap**2 * self.searches if gap else math.inf

    @property
    def doubt(self) -> float:
        """The half-width of log(needed), nearly all of which comes from the square of the difference."""
        gap = abs(self.difference.value)
        return (self.difference.high - self.difference.low) / gap if gap else math.inf


def by_games(cell: Cell) -> Told:
    """Pairs of games, each from an opening of its own."""
    scores = [score for group in cell.groups for score in group]
    gap = Estimate(*(bound - 0.5 for bound in (cell.score.value, cell.score.low, cell.score.high)))
    return Told(gap, estimates.deviation(scores) ** 2, cell.moves / cell.pairs)


def by_judge(first: Sequence[Sequence[int]], second: Sequence[Sequence[int]]) -> Told:
    """The same positions for both rules; half of the points lost, as a game's score counts them."""
    gaps = [[(b - a) / 2 for a, b in zip(*both, strict=True)] for both in zip(first, second, strict=True)]
    singles = [gap for position in gaps for gap in position]
    return Told(
        estimates.mean_gap([sum(position) / len(position) for position in gaps]), estimates.deviation(singles) ** 2, 2
    )


def judge(session: Session, size: OpeningsSize) -> Outcome:
    """The judge against the games of Connect Four with the same simulations."""
    simulations, positions, seeds = size.judged
    race = OpeningRace("connect_four", simulations, size.races[0].openings, size.races[0].pairs)
    cells = play_cells(session, race, [COMMON])
    outcome = Outcome()
    count = min(positions, len(open_positions()))
    found = {}
    for place, (name, agents) in enumerate(PAIRS.items()):
        lost = []
        for side, (order, parts) in enumerate(zip(("first", "second"), agents, strict=True)):
            agent = race.agent(parts)
            # Two rules of a pair search with different seeds, a rule against itself too.
            seed = Rng(session.seed, POSITIONS + 2 * place + side).next()
            what = f"openings: judged {agent}, {order} of {name}, {count} positions, {seeds} seeds"
            lost.append(session.remember(what, partial(regrets, agent, count, seeds, seed, session.workers)))
        found[name] = by_games(cells[name, COMMON]), by_judge(*lost)
    add_control(outcome, found[CONTROL][1], count)
    add_costs(outcome, found, count)
    outcome.figures += judge_figures(found, simulations, count)
    return outcome


Found = dict[str, tuple[Told, Told]]


def add_control(outcome: Outcome, told: Told, count: int) -> None:
    claim = Claim(
        "judge/control",
        "control: a rule gives away as much as itself, by the exact judge (margin 1 point)",
        "control", exactly(0.0), "points", 0.01, key=True,
    )  # fmt: skip
    outcome.add(claim, told.difference, count)


def told_apart(found: Found, place: int) -> list[str]:
    """The pairs of rules that the games (0) or the judge (1) tell apart, by Holm's rule over the ten."""
    rules = [name for name in found if name != CONTROL]
    p_values = [p_value(exactly(0.0), found[name][place].difference) for name in rules]
    return [name for name, p in zip(rules, holm(p_values), strict=True) if p < LEVEL]


def add_costs(outcome: Outcome, found: Found, count: int) -> None:
    sure = [told_apart(found, place) for place in (0, 1)]
    both = [name for name in sure[0] if name in sure[1]]
    other = [name for name in both if found[name][0].difference.value * found[name][1].difference.value < 0]
    for name in both:
        if name in other:  # what names the wrong winner is not cheap
            continue
        games, judged = found[name]
        share, factor = judged.needed / games.needed, math.exp(math.hypot(games.doubt, judged.doubt))
        claim = Claim(
            f"judge/cost/{slug(name)}",
            f"{name}: the judge needs fewer searches than games to tell the rules apart (judge / games)",
            "question 3", Range(high=1.0, words="below 1"), "", family="judge/cost",
        )  # fmt: skip
        note = f"about {judged.needed:,.0f} searches against {games.needed:,.0f}"
        outcome.add(claim, Estimate(share, share / factor, share * factor), count, note)
    for key, text, names in (
        ("judge/games", "of ten pairs of rules, how many do the games tell apart? (Holm)", sure[0]),
        ("judge/judge", "and the judge? (Holm)", sure[1]),
    ):
        claim = Claim(key, text, "question 3", Range(), kind=QUESTION)
        outcome.add(claim, wilson(len(names), len(found) - 1), len(found) - 1, ", ".join(names))
    claim = Claim(
        "judge/agree",
        "of the pairs that both tell apart, how often does the judge name the winner of the games?",
        "question 3", Range(), kind=QUESTION, key=True,
    )  # fmt: skip
    note = f"not for {', '.join(other)}" if other else ""
    outcome.add(claim, wilson(len(both) - len(other), len(both)), len(both), note)


def judge_figures(found: Found, simulations: int, count: int) -> list[Figure]:
    note = f"Connect Four, {simulations:,} simulations a move; {count:,} solved positions"
    told = {name: points(judged.difference) for name, (_, judged) in found.items()}
    rows = [
        [name, *(_cells(games)), *(_cells(judged)), f"{judged.needed / games.needed:.2g}"]
        for name, (games, judged) in found.items()
    ]
    head = [
        "rules",
        "games: score − ½, points",
        "searches needed",
        "judge: points saved",
        "searches needed",
        "judge / games",
    ]
    return [
        Figure(
            "judge", "What the first rule gives away less, by the exact judge", "dots", told,
            {"x": "points a move", "level": ("no difference", 0.0), "note": note},
        ),
        table("judge_table", f"Games from openings of {COMMON} plies, and the exact judge", head, rows,
              "For a power of 80 % if the difference is as measured. Where it is nearly 0, the number means nothing."),
    ]  # fmt: skip


def _cells(told: Told) -> list[str]:
    gap = told.difference
    text = f"{100 * gap.value:+z.2f} [{100 * gap.low:+z.2f}, {100 * gap.high:+z.2f}]".replace("-", "−")
    return [text, f"{told.needed:,.0f}"]
