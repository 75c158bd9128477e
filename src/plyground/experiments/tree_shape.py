"""Marchenko: tree shape control by the criteria DWC and WDC, on Connect Four."""

import math
from collections.abc import Sequence

from plyground.agents.presets import SHAPES
from plyground.arena.tune import need_optuna
from plyground.experiments.base import Claim, Experiment, Outcome, Study, register
from plyground.experiments.figures import Figure, table
from plyground.experiments.session import Session
from plyground.experiments.tree_shape_players import (
    C,
    TreeShapeSize,
    added,
    decisive,
    describe,
    find,
    meet,
    p_value,
    shaped,
    tuning_figures,
    uct,
)
from plyground.experiments.tree_shape_trees import PLAYED, boost_study, shapes_study
from plyground.experiments.verdict import QUESTION, STAND_IN, Range, Value, exactly, percent_of
from plyground.statistics import estimates
from plyground.statistics.elo import elo_of_score
from plyground.statistics.intervals import Estimate
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
    Range(1e-12, math.inf, "positive"),
    unit="",
)


GUESSED = "the article gives no coefficients; ours are tuned against UCT with C = 0.55, and one pair refutes nothing"
BEST_C = Claim(
    "best_c",
    "C = 0.55 is the best for Connect Four: decisive games that UCT with the C we found wins against it",
    "trial",
    Range(high=0.51, words="none is better"),
    key=True,
)
ALL_C = Claim(
    "all_c", "and over a range of C? the best share of decisive games won against C = 0.55", "–", Range(), kind=QUESTION
)
NEAR_CONSTANT = Claim(
    "near_constant",
    "how far does DWC with our coefficients move C at all? largest C + DW, less the smallest, where a subtree is at "
    "least as wide as deep",
    "–",
    Range(),
    unit="",
    kind=QUESTION,
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
    seconds = (70.0, 2400.0)
    quick = TreeShapeSize((50_000,), 10, many=(10_000, 100), tune_games=0, curve=((2000, 40),), trees=(10_000, 20))
    full = TreeShapeSize(
        BUDGETS, GAMES_A_BUDGET, many=(50_000, 1000), tune_games=600, curve=((10_000, 300), (50_000, 100)),
        trees=(50_000, 40),
    )  # fmt: skip
    tiny = TreeShapeSize((50,), 2, many=(50, 4), tune_games=0, curve=((50, 2),), trees=(50, 2))

    @property
    def studies(self) -> Sequence[Study[TreeShapeSize]]:
        return (
            Study("printed", printed, lambda size: 0),
            Study("matches", matches, lambda size: len(SHAPES) * (len(size.budgets) + 2) + tunings(size, 3)),
            Study("constant", constant, lambda size: 1 + len(CURVE_C) * len(size.curve) + tunings(size, 1)),
            Study("shapes", shapes_study, lambda size: 3),
            Study("older", older, lambda size: 2 + tunings(size, 2)),
            Study("boost", boost_study, lambda size: len(SHAPES) * (1 + len(PLAYED)) + tunings(size, 2)),
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
    return outcome


def matches(session: Session, size: TreeShapeSize) -> Outcome:
    outcome = Outcome()
    simulations, many = size.many
    found = {name: find(session, name, size) for name in (*SHAPES, "uct")}
    shapes = {name: (found[name].values[0], found[name].values[1]) for name in SHAPES}
    best = found["uct"].values[0]
    add_sum(outcome, *shapes["dwc"])
    outcome.figures += tuning_figures(found)
    small = [
        (name, budget, meet(session, shaped(name, *shape, budget), uct(C, budget), size.games))
        for name, shape in shapes.items()
        for budget in size.budgets
    ]
    for criterion in shapes:
        tally = sum((one for name, _, one in small if name == criterion), Tally())
        budgets = f"{min(size.budgets):,}" + (f" to {max(size.budgets):,}" if len(size.budgets) > 1 else "")
        add_headline(outcome, criterion, tally, f"budgets {budgets}", "as published")
    players = {name: shaped(name, *shape, simulations) for name, shape in shapes.items()}
    large = {name: meet(session, player, uct(C, simulations), many) for name, player in players.items()}
    for criterion, tally in large.items():
        add_headline(outcome, criterion, tally, f"{simulations:,} simulations", "more games")
    tuned = {name: meet(session, player, uct(best, simulations), many) for name, player in players.items()}
    for criterion, tally in tuned.items():
        claim = Claim(
            f"{criterion}/tuned",
            f"is {criterion.upper()} better than UCT with its own C tuned just as hard? share of decisive games won",
            "–",
            Range(),
            kind=QUESTION,
        )
        note = f"{simulations:,} simulations, UCT with C = {best:.3g}, {describe(tally)}"
        outcome.add(claim, decisive(tally), tally.games, note)
    shares = {
        f"{name.upper()} against UCT, C = {c}": decisive(tally)
        for c, found_here in ((f"{C}", large), (f"{best:.3g}", tuned))
        for name, tally in found_here.items()
    }
    outcome.figures.append(gain_figure(shares, simulations))
    outcome.figures.append(budget_table(small, large, tuned, size, best))
    return outcome


def add_sum(outcome: Outcome, cr: float, target: float) -> None:
    """C + DW, with the coefficients of the matches."""
    low, high = C - cr * target, C + cr * (1 - target)
    note = f"C + DW = {low:.3f} + {cr:.3f}·ND/NW, at least 0"
    outcome.add(NEAR_CONSTANT, estimates.exact(high - low), 0, note)


def gain_figure(shares: dict[str, Estimate], simulations: int) -> Figure:
    return Figure(
        "gain",
        "The gain of tree shape control, and what is left of it when UCT's constant is tuned too",
        "dots",
        shares,
        {"x": "decisive games won", "percent": True, "level": ("even", 0.5),
         "note": f"Connect Four, {simulations:,} simulations a move, 95 % intervals"},
    )  # fmt: skip


def constant(session: Session, size: TreeShapeSize) -> Outcome:
    """UCT against UCT: is 0.55 the best constant?"""
    outcome = Outcome()
    curves: dict[str, list[tuple[float, Estimate]]] = {}
    for simulations, games in size.curve:
        points = [(c, decisive(meet(session, uct(c, simulations), uct(C, simulations), games))) for c in CURVE_C]
        curves[f"{simulations:,} simulations"] = sorted([*points, (C, estimates.exact(0.5))])
        best = max(points, key=lambda point: point[1].value)
    outcome.add(ALL_C, best[1], games, f"C = {best[0]:g}, {simulations:,} simulations; the largest of {len(CURVE_C)}")
    simulations, games = size.many[0], size.many[1] // 4
    tuned = find(session, "uct", size).values[0]
    tally = meet(session, uct(tuned, simulations), uct(C, simulations), games)
    note = f"C = {tuned:.3g}, {simulations:,} simulations, {describe(tally)}"
    outcome.add(BEST_C, decisive(tally), tally.games, note)
    outcome.figures.append(
        Figure(
            "constants", "UCT with another C against UCT with C = 0.55: decisive games won", "lines", curves,
            {"x": "C", "y": "won", "percent": True, "level": ("even", 0.5), "y_range": (0, 1)},
        )
    )  # fmt: skip
    return outcome


def older(session: Session, size: TreeShapeSize) -> Outcome:
    """The criterion of 2017, which is added to the whole value of a child."""
    outcome = Outcome()
    simulations, games = size.curve[0]
    new, old = (find(session, name, size) for name in ("dwc", "added"))
    additive = added(old.values[0], simulations)
    cr, target = new.values
    tally = meet(session, shaped("dwc", cr, target, simulations), additive, games)
    note = f"{simulations:,} simulations; C_R = {old.values[0]:g} for the additive form, where C_DW has no effect"
    outcome.add(OLDER, decisive(tally), tally.games, f"{note}; {describe(tally)}")
    tally = meet(session, additive, uct(C, simulations), games)
    outcome.add(OLDER_UCT, decisive(tally), tally.games, describe(tally))
    outcome.figures += tuning_figures({"added": old})
    return outcome


def published(criterion: str, reading: str) -> Value:
    more = MORE_GAMES[criterion] / 100
    share = (1 + more) / (2 + more) if reading == "ratio" else (1 + more) / 2
    return percent_of(100 * round(share * GAMES) / GAMES, GAMES)


def add_headline(outcome: Outcome, criterion: str, tally: Tally, how: str, kind: str) -> None:
    name = criterion.upper()
    note = f"{how}, {describe(tally)}; {GUESSED}"
    share = decisive(tally)
    beats = Claim(
        f"{criterion}/{kind}/beats",
        f"{name} beats UCT with C = {C}, {kind}",
        "trial",
        Range(0.51, 1.0, "beats"),
        key=True,
        kind=STAND_IN if criterion == "wdc" else "",
    )
    outcome.add(beats, share, tally.games, note)
    for reading, words in (
        ("ratio", f"{MORE_GAMES[criterion]} % more wins than losses"),
        ("difference", f"wins − losses = {MORE_GAMES[criterion]} % of the games"),
    ):
        claim = Claim(
            f"{criterion}/{kind}/{reading}",
            f"{name} against UCT, share of decisive games won, {kind}; read as {words}",
            "trial, figure 3",
            published(criterion, reading),
            kind=STAND_IN,
        )
        outcome.add(claim, share, tally.games, note)


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


def budget_table(
    small: list[tuple[str, int, Tally]],
    large: dict[str, Tally],
    tuned: dict[str, Tally],
    size: TreeShapeSize,
    best: float,
) -> Figure:
    found = [(name, f"{budget:,}", f"UCT, C = {C}", tally) for name, budget, tally in small]
    found += [(name, f"{size.many[0]:,}", f"UCT, C = {C}", tally) for name, tally in large.items()]
    found += [(name, f"{size.many[0]:,}", f"UCT, C = {best:.3g} (tuned)", tally) for name, tally in tuned.items()]
    rows = []
    for name, budget, opponent, tally in found:
        share, elo = decisive(tally), elo_of_score(tally.score)
        rows.append(
            [
                name.upper(),
                budget,
                opponent,
                str(tally),
                f"{100 * share.value:.1f} [{100 * share.low:.1f}, {100 * share.high:.1f}]",
                f"{elo:+z.0f}" if math.isfinite(elo) else "–",
                p_value(tally).removeprefix("= "),
            ]
        )
    head = ["criterion", "simulations", "against", "result", "% of decisive games", "Elo", "p"]
    return table("matches", "All matches", head, rows)
