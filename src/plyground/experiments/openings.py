"""Our own question: how many openings does a fair race need? Ten pairs of rules, five opening depths, an exact judge.

The claims below are the questions and their tests; they were written before the full run.
"""

import math
from collections.abc import Sequence

from plyground.experiments.base import Claim, Experiment, Outcome, Row, Study, register, with_holm
from plyground.experiments.figures import Figure, table
from plyground.experiments.openings_judge import judge
from plyground.experiments.openings_races import (
    CONTROL,
    DEPTHS,
    PAIRS,
    Cells,
    OpeningRace,
    OpeningsSize,
    play_cells,
    points,
    slug,
)
from plyground.experiments.session import Session
from plyground.experiments.verdict import DIFFERS, QUESTION, Range, exactly
from plyground.rng import Rng
from plyground.statistics import estimates
from plyground.statistics.intervals import Estimate, wilson
from plyground.statistics.variance import Groups, ratio

RULES = [name for name in PAIRS if name != CONTROL]
# What would matter: five points of the score, and an effect of the opening that is a tenth of the noise of play.
POINTS, SMALL = 0.05, 0.1
# Depths with as many openings as asked for; two plies of Connect Four have 25, mirror images left out.
MANY = DEPTHS[2:]


@register
class HowManyOpenings(Experiment[OpeningsSize]):
    name = "openings"
    title = "How many openings does a fair race need?"
    seconds = (45.0, 500.0)
    quick = OpeningsSize(
        (OpeningRace("connect_four", 200, 25, 4), OpeningRace("mnk(7,7,5)", 200, 25, 4)), (200, 500, 2)
    )  # fmt: skip
    full = OpeningsSize(
        (
            OpeningRace("connect_four", 500, 100, 8),
            OpeningRace("mnk(7,7,5)", 500, 50, 4),
            OpeningRace("connect_four", 5000, 50, 4),
        ),
        (500, 4000, 4),
    )
    tiny = OpeningsSize((OpeningRace("connect_four", 10, 4, 2),), (10, 30, 2))

    @property
    def studies(self) -> Sequence[Study[OpeningsSize]]:
        return (
            Study("games", games, lambda size: len(size.races) * len(PAIRS) * len(DEPTHS)),
            Study("judge", judge, lambda size: 3 * len(PAIRS)),
        )


def games(session: Session, size: OpeningsSize) -> Outcome:
    outcome = Outcome()
    ratios: dict[str, list[tuple[int, Estimate]]] = {}
    splits: dict[str, list[tuple[int, float]]] = {}
    changes: dict[str, dict[str, Estimate]] = {}
    for race in size.races:
        cells = play_cells(session, race)
        add_controls(outcome, race, cells, session.seed)
        ratios[race.name] = add_ratios(outcome, race, cells)
        changes[race.name] = add_changes(outcome, race, cells)
        add_turns(outcome, race, cells)
        add_left(outcome, race, cells)
        splits[race.name] = [(depth, mean_split(cells, depth)) for depth in DEPTHS]
        outcome.figures.append(score_table(race, cells))
    first, last = size.races[0].name, DEPTHS[-1]
    outcome.figures[:0] = [
        Figure(
            "ratio", "Variance between openings, as a share of the variance of play", "lines", ratios,
            {"x": "random plies of the opening", "y": "between / within", "level": ("a tenth", SMALL),
             "note": "ten pairs of rules together, 95 % intervals; a unit is a pair of games with the seats exchanged"},
        ),
        Figure(
            "split", "Pairs of games that the opening decides: the same seat wins both", "lines", splits,
            {"x": "random plies of the opening", "y": "pairs", "percent": True, "y_range": (0, 1)},
        ),
        Figure(
            "change", f"The score after {last} random plies, less from the empty board: {first}", "dots",
            {name: points(gap) for name, gap in changes[first].items()},
            {"x": "points", "level": ("no change", 0.0), "note": "95 % intervals"},
        ),
    ]  # fmt: skip
    return outcome


def add_controls(outcome: Outcome, race: OpeningRace, cells: Cells, seed: int) -> None:
    """The cases in which nothing should be found."""
    count = sum(cells[CONTROL, depth].pairs for depth in DEPTHS)
    score = estimates.weighted([cells[CONTROL, depth].score for depth in DEPTHS], [1 / len(DEPTHS)] * len(DEPTHS))
    claim = Claim(
        f"control/score/{race.id}",
        f"control: a rule against itself scores one half, all depths ({race.name}; margin 2 points)",
        "control", exactly(0.5), margin=0.02, key=True,
    )  # fmt: skip
    outcome.add(claim, score, 2 * count)
    claim = Claim(
        f"control/ratio/{race.id}",
        "control: for a rule against itself, openings add no variance once seats are exchanged "
        f"({race.name}; margin 0.05)",
        "control", exactly(0.0), "", 0.05,
    )  # fmt: skip
    outcome.add(claim, ratio([cells[CONTROL, depth].groups for depth in MANY]), 2 * count)
    rng = Rng(seed)
    shuffled = [[shuffle(cells[name, depth].groups, rng) for name in RULES] for depth in MANY]
    claim = Claim(
        f"control/shuffled/{race.id}",
        f"control: with the openings' names shuffled they add none for the ten pairs ({race.name}; margin 0.02)",
        "control", exactly(0.0), "", 0.02,
    )  # fmt: skip
    found = ratio([groups for depth in shuffled for groups in depth])
    outcome.add(claim, found, 2 * sum(cells[name, depth].pairs for name in RULES for depth in MANY))


def shuffle(groups: Groups, rng: Rng) -> Groups:
    """The same values, in groups of the same sizes, at random."""
    values = [value for group in groups for value in group]
    for place in range(len(values) - 1, 0, -1):
        other = rng.below(place + 1)
        values[place], values[other] = values[other], values[place]
    drawn = iter(values)
    return [[next(drawn) for _ in group] for group in groups]


def add_ratios(outcome: Outcome, race: OpeningRace, cells: Cells) -> list[tuple[int, Estimate]]:
    found = []
    for depth in DEPTHS[1:]:
        here = [cells[name, depth] for name in RULES]
        share = ratio([cell.groups for cell in here])
        found.append((depth, share))
        claim = Claim(
            f"ratio/{race.id}/{depth}",
            f"openings of {depth} plies add less than a tenth of the variance of play ({race.name})",
            "question 1", Range(high=SMALL, words="below 0.1"), "", key=depth == 4, family=f"ratio/{race.id}",
        )  # fmt: skip
        worth = [pairs_worth(one) for one in (share.high, share.value, share.low)]
        note = f"{len(here[0].groups)} openings; their variance reaches that of play after {worth[1]} pairs of games "
        note += f"from one opening [{worth[0]}, {worth[2]}]"
        outcome.add(claim, share, 2 * sum(cell.pairs for cell in here), note)
    return found


def pairs_worth(share: float) -> str:
    """The pairs of games from one opening whose mean has as much variance from play as from the opening."""
    return f"{1 / share:.0f}" if share > 0.001 else "∞"


def add_changes(outcome: Outcome, race: OpeningRace, cells: Cells) -> dict[str, Estimate]:
    """The score with deep openings against that from the empty board."""
    last = DEPTHS[-1]
    rows, gaps = Outcome(), dict[str, Estimate]()
    for name in PAIRS:
        here, there = cells[name, 0], cells[name, last]
        claim = Claim(
            f"change/{slug(name)}/{race.id}",
            f"{name}: the score with {last} random plies is that from the empty board ({race.name}; margin 5 points)",
            "question 2", exactly(0.0), "points", POINTS, family=f"change/{race.id}",
        )  # fmt: skip
        note = (
            f"{100 * here.score.value:.1f} % from the empty board, {100 * there.score.value:.1f} % after {last} plies"
        )
        gaps[name] = estimates.difference(there.score, here.score)
        rows.add(claim, gaps[name], 2 * (here.pairs + there.pairs), note)
    outcome.added += rows.added
    changed = [name for name, row in zip(PAIRS, rows.rows, strict=True) if row.verdict == DIFFERS and name != CONTROL]
    claim = Claim(
        f"changed/{race.id}",
        f"of ten pairs of rules, how many score otherwise after {last} random plies than from the empty board? "
        f"({race.name}; by Holm's rule, beyond 5 points or not surely within)",
        "question 2", Range(), kind=QUESTION, key=True,
    )  # fmt: skip
    outcome.add(claim, wilson(len(changed), len(RULES)), len(RULES), ", ".join(changed))
    return gaps


def judged_scores(race: OpeningRace, cells: Cells) -> dict[tuple[str, int], Row]:
    """Is the score one half? Every pair of rules at every depth, tested together."""
    keys = [(name, depth) for name in PAIRS for depth in DEPTHS]
    rows = [
        Row(Claim("", "", "", exactly(0.5), margin=0.0, family="all"), cells[key].score, 2 * cells[key].pairs)
        for key in keys
    ]
    return dict(zip(keys, with_holm(rows), strict=True))


def add_turns(outcome: Outcome, race: OpeningRace, cells: Cells) -> None:
    """Rank reversals: rules that win at one depth and lose at another."""
    rows = judged_scores(race, cells)
    for claim_id, depths, words in (
        ("turned", DEPTHS, "win at one opening depth and lose at another"),
        ("turned_deep", DEPTHS[1:], "do so with random openings alone, without the empty board"),
    ):
        turned = []
        for name in RULES:
            sure = {depth: rows[name, depth].ours.value - 0.5 for depth in depths
                    if rows[name, depth].verdict == DIFFERS}  # fmt: skip
            if sure and min(sure.values()) < 0 < max(sure.values()):
                told = ", ".join(f"{100 * (value + 0.5):.1f} % after {depth}" for depth, value in sure.items())
                turned.append(f"{name}: {told}")
        claim = Claim(
            f"{claim_id}/{race.id}",
            f"of ten pairs of rules, how many {words}? ({race.name}; both by Holm's rule over all cells)",
            "question 2", Range(), kind=QUESTION, key=claim_id == "turned",
        )  # fmt: skip
        outcome.add(claim, wilson(len(turned), len(RULES)), len(RULES), "; ".join(turned))


def add_left(outcome: Outcome, race: OpeningRace, cells: Cells) -> None:
    """How much of the differences is left after the deepest openings: a line through the origin, all rules together."""
    x, y = ([cells[name, depth].score for name in RULES] for depth in (DEPTHS[0], DEPTHS[-1]))
    square = sum((one.value - 0.5) ** 2 for one in x)
    if not square:
        return
    value = sum((a.value - 0.5) * (b.value - 0.5) for a, b in zip(x, y, strict=True)) / square
    halves = [
        (a.value - 0.5) * math.hypot((b.high - b.low) / 2, value * (a.high - a.low) / 2)
        for a, b in zip(x, y, strict=True)
    ]
    half = math.hypot(*halves) / square
    claim = Claim(
        f"left/{race.id}",
        f"asked after the run: of what a rule gains or loses from the empty board, how much is left after {DEPTHS[-1]} "
        f"random plies? ({race.name})",
        "question 2", Range(), kind=QUESTION,
    )  # fmt: skip
    first, last = (100 * mean_split(cells, depth) for depth in (DEPTHS[0], DEPTHS[-1]))
    note = f"the same seat wins both games of {first:.0f} % of the pairs from the empty board, {last:.0f} % after"
    outcome.add(claim, Estimate(value, value - half, value + half), len(RULES), note)


def mean_split(cells: Cells, depth: int) -> float:
    return sum(cells[name, depth].split for name in PAIRS) / len(PAIRS)


def score_table(race: OpeningRace, cells: Cells) -> Figure:
    rows = judged_scores(race, cells)
    lines = []
    for name in PAIRS:
        for depth in DEPTHS:
            cell, row = cells[name, depth], rows[name, depth]
            score = cell.score
            share = ratio([cell.groups]) if len(cell.groups) > 1 else None
            sure = row.verdict == DIFFERS
            lines.append(
                [
                    name,
                    str(depth),
                    str(len(cell.groups)),
                    f"{2 * cell.pairs:,}",
                    f"{100 * score.value:.1f} [{100 * score.low:.1f}, {100 * score.high:.1f}]",
                    ("wins" if score.value > 0.5 else "loses") if sure else "–",
                    f"{share.value:z.2f} [{share.low:z.2f}, {share.high:z.2f}]".replace("-", "−") if share else "–",
                    f"{100 * cell.split:.0f}",
                ]
            )
    head = ["rules", "plies", "openings", "games", "score, %", "verdict (Holm)", "between / within", "split pairs, %"]
    return table(f"table_{race.id}", f"All races: {race.name}", head, lines)
