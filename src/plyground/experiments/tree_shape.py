"""Marchenko: tree shape control by the criteria DWC and WDC, on Connect Four."""

from collections.abc import Sequence

from plyground.agents.presets import SHAPES
from plyground.arena.tune import need_optuna
from plyground.experiments.base import Claim, Experiment, Outcome, Study, register
from plyground.experiments.figures import Figure
from plyground.experiments.session import Session
from plyground.experiments.tree_shape_openings import MEETINGS, match_table, openings_study
from plyground.experiments.tree_shape_players import (
    EMPTY,
    OPENINGS,
    C,
    TreeShapeSize,
    added,
    decisive,
    describe,
    find,
    meet,
    meet_balanced,
    shaped,
    tuned,
    tuning_figures,
    uct,
)
from plyground.experiments.tree_shape_trees import PLAYED, boost_study, shapes_study
from plyground.experiments.verdict import QUESTION, STAND_IN, Range, Value, exactly, percent_of
from plyground.statistics import estimates
from plyground.statistics.tally import Tally

BUDGETS = (50_000, 100_000, 150_000, 200_000, 250_000, 300_000)
GAMES_A_BUDGET, GAMES = 20, 120
# "Won 55 % (42 %) more games": as a ratio of wins to losses, or as a difference in percent of all games. The figure
# with the counts has no numbers in the text; draws are not mentioned.
MORE_GAMES = {"dwc": 55, "wdc": 42}
# Table 1: DWC for C_DW = 2; rows ND = 1 … 12, columns NW = 1 … 6.
TABLE_1 = (
    (-1.0000, -1.5000, -1.6667, -1.7500, -1.8000, -1.8333),
    (0.0000, -1.0000, -1.3333, -1.5000, -1.6000, -1.6667),
    (1.0000, -0.5000, -1.0000, -1.2500, -1.4000, -1.5000),
    (2.0000, 0.0000, -0.6667, -1.0000, -1.2000, -1.3333),
    (3.0000, 0.5000, -0.3333, -0.7500, -1.0000, -1.1667),
    (4.0000, 1.0000, 0.0000, -0.5000, -0.8000, -1.0000),
    (5.0000, 1.5000, 0.3333, -0.2500, -0.6000, -0.8333),
    (6.0000, 2.0000, 0.6667, 0.0000, -0.4000, -0.6667),
    (7.0000, 2.5000, 1.0000, 0.2500, -0.2000, -0.5000),
    (8.0000, 3.0000, 1.3333, 0.5000, 0.0000, -0.3333),
    (9.0000, 3.5000, 1.6667, 0.7500, 0.2000, -0.1667),
    (10.0000, 4.0000, 2.0000, 1.0000, 0.4000, 0.0000),
)
TABLE = Claim("table", "table 1 follows from formula 2 (largest deviation)", "table 1", exactly(0.0, 4), "", 1e-4)
SIGN = Claim(
    "sign",
    "DWC is positive wherever ND > NW (the lowest such value of table 1)",
    "after table 1",
    Range(low=0.0, words="positive"),
    unit="",
)


GUESSED = (
    "the article gives no coefficients, ours are tuned against UCT with C = 0.55; a pair that wins shows that one can, "
    "a pair that does not is a stand-in and refutes nothing"
)
ALL_C = Claim(
    "all_c", "and over a range of C? the best share of decisive games won against C = 0.55", "–", Range(), kind=QUESTION
)
OLDER = Claim(
    "older",
    "the new criteria are substantially better than the older, added to the whole value: decisive games that "
    "DWC wins against its additive form, each with coefficients found for it",
    "trial",
    Range(0.51, 1.0, "better"),
    kind=STAND_IN,
)
OLDER_UCT = Claim(
    "older/uct",
    "and the additive form against UCT with C = 0.55? share of decisive games won",
    "–",
    Range(),
    kind=QUESTION,
)
CURVE_C = (0.1, 0.15, 0.2256, 0.3, 0.4, 0.8, 1.1)


@register
class TreeShapeControl(Experiment[TreeShapeSize]):
    name = "tree_shape"
    title = "Tree shape control against UCT, Connect Four"
    seconds = (70.0, 5000.0)
    quick = TreeShapeSize((50_000,), 10, (5000, 80), 40, tune_games=0, cheap=(2000, 40), trees=(10_000, 20))
    full = TreeShapeSize(
        BUDGETS, GAMES_A_BUDGET, (50_000, 1000), 400, tune_games=600, cheap=(10_000, 400), trees=(50_000, 40)
    )
    tiny = TreeShapeSize((50,), 2, (50, 8), 4, tune_games=0, cheap=(50, 4), trees=(50, 2))

    @property
    def studies(self) -> Sequence[Study[TreeShapeSize]]:
        return (
            Study("printed", printed, lambda size: 0),
            Study("trial", trial, lambda size: len(SHAPES) * len(size.budgets) + tunings(size, 3)),
            Study(
                "openings",
                openings_study,
                lambda size: (1 + len(OPENINGS)) * len(MEETINGS) + 3 * len(OPENINGS) + tunings(size, 6),
            ),
            Study("constant", constant, lambda size: len(CURVE_C) * len(OPENINGS)),
            Study("shapes", shapes_study, lambda size: 5 + tunings(size, 2)),
            Study("older", older, lambda size: 2 * len(OPENINGS) + tunings(size, 2)),
            Study(
                "boost", boost_study, lambda size: len(SHAPES) * (1 + len(PLAYED) * len(OPENINGS)) + tunings(size, 2)
            ),
        )

    def check(self, size: TreeShapeSize) -> None:
        if size.tune_games:
            need_optuna()


def tunings(size: TreeShapeSize, count: int) -> int:
    """The steps of `count` calls of `find`."""
    return count if size.tune_games else 0


def printed(session: Session, size: TreeShapeSize) -> Outcome:
    outcome = Outcome()
    add_table(outcome)
    cells = [
        (f"ND = {nd}", f"NW = {nw}", value) for nd, row in enumerate(TABLE_1, 1) for nw, value in enumerate(row, 1)
    ]
    outcome.figures.append(
        Figure(
            "table_1", "Table 1: DWC of a subtree ND deep and NW wide", "heat_map", cells, {"label": "DWC"},
            "The wanted shape is twice as deep as wide (C_DW = 2), C_R = 1. DWC is 0 where ND = 2 NW, and positive in "
            "deeper subtrees.",
        )
    )  # fmt: skip
    return outcome


def trial(session: Session, size: TreeShapeSize) -> Outcome:
    """The article's own trial: six budgets, 20 games each, from the empty board."""
    outcome = Outcome()
    found = {name: find(session, name, size) for name in (*SHAPES, "uct")}
    outcome.figures += tuning_figures(found)
    played = [
        (name, budget, meet(session, tuned(name, found[name].values, budget), uct(C, budget), size.games, EMPTY))
        for name in SHAPES
        for budget in size.budgets
    ]
    for criterion in SHAPES:
        tally = sum((one for name, _, one in played if name == criterion), Tally())
        budgets = f"{min(size.budgets):,}" + (f" to {max(size.budgets):,}" if len(size.budgets) > 1 else "")
        add_readings(outcome, criterion, tally, f"budgets {budgets}, from the empty board")
    curves = {
        name.upper(): [(budget, decisive(tally)) for one, budget, tally in played if one == name] for name in SHAPES
    }
    outcome.figures.append(
        Figure(
            "by_budget", "The article's trial (figure 3), by budget", "lines", curves,
            {"x": "simulations a move", "y": "decisive games won", "percent": True, "level": ("even", 0.5),
             "y_range": (0, 1), "note": f"{size.games} games each against C = {C}, empty board, 95 % intervals"},
        )
    )  # fmt: skip
    rows = [(name.upper(), f"{budget:,}", f"UCT, C = {C}", tally) for name, budget, tally in played]
    outcome.figures.append(match_table("trial", "The article's trial: all budgets", "simulations", rows))
    return outcome


def constant(session: Session, size: TreeShapeSize) -> Outcome:
    """UCT with other constants against UCT with C = 0.55."""
    outcome = Outcome()
    simulations, games = size.cheap
    points = [(c, decisive(meet_balanced(session, uct(c, simulations), uct(C, simulations), games))) for c in CURVE_C]
    curves = {f"{simulations:,} simulations": sorted([*points, (C, estimates.exact(0.5))])}
    best = max(points, key=lambda point: point[1].value)
    note = f"C = {best[0]:g}, {simulations:,} simulations; the largest of {len(CURVE_C)}, so its value is somewhat high"
    outcome.add(ALL_C, best[1], games, note)
    outcome.figures.append(
        Figure(
            "constants", "UCT with another C against UCT with C = 0.55: decisive games won", "lines", curves,
            {"x": "C", "y": "won", "percent": True, "level": ("even", 0.5), "y_range": (0, 1),
             "note": "from positions after 2 and 4 random moves, in pairs; 95 % intervals"},
        )
    )  # fmt: skip
    return outcome


def older(session: Session, size: TreeShapeSize) -> Outcome:
    """The criterion of 2017, which is added to the whole value of a child."""
    outcome = Outcome()
    simulations, games = size.cheap
    new, old = (find(session, name, size, OPENINGS[-1]) for name in ("dwc", "added"))
    additive = added(old.values[0], simulations)
    cr, target = new.values
    tally = meet_balanced(session, shaped("dwc", cr, target, simulations), additive, games)
    note = f"{simulations:,} simulations; C_R = {old.values[0]:g} for the additive form, where C_DW has no effect"
    outcome.add(OLDER, decisive(tally), tally.games, f"{note}; {describe(tally)}")
    tally = meet_balanced(session, additive, uct(C, simulations), games)
    outcome.add(OLDER_UCT, decisive(tally), tally.games, describe(tally))
    outcome.figures += tuning_figures({"added": old}, OPENINGS[-1])
    return outcome


def published(criterion: str, reading: str) -> Value:
    more = MORE_GAMES[criterion] / 100
    share = (1 + more) / (2 + more) if reading == "ratio" else (1 + more) / 2
    return percent_of(100 * round(share * GAMES) / GAMES, GAMES)


def add_readings(outcome: Outcome, criterion: str, tally: Tally, how: str) -> None:
    """The article's percentage, in its two readings."""
    for reading, words in (
        ("ratio", f"{MORE_GAMES[criterion]} % more wins than losses"),
        ("difference", f"wins − losses = {MORE_GAMES[criterion]} % of the games"),
    ):
        claim = Claim(
            f"{criterion}/{reading}",
            f"{criterion.upper()} against UCT with C = {C}, share of decisive games won; read as {words}",
            "trial, figure 3",
            published(criterion, reading),
            kind=STAND_IN,
        )
        outcome.add(claim, decisive(tally), tally.games, f"{how}, {describe(tally)}; {GUESSED}")


def add_table(outcome: Outcome) -> None:
    cells = [(nd, nw, value) for nd, row in enumerate(TABLE_1, 1) for nw, value in enumerate(row, 1)]
    outcome.add(TABLE, estimates.exact(max(abs(nd / nw - 2 - value) for nd, nw, value in cells)), 0, "72 cells")
    lowest = min((nd / nw - 2, nd, nw) for nd, nw, _ in cells if nd > nw)
    outcome.add(
        SIGN,
        estimates.exact(lowest[0]),
        0,
        f"ND = {lowest[1]}, NW = {lowest[2]}: with C_DW = 2 the sign changes at ND = 2 NW, as the table itself shows",
    )
