"""Marchenko: tree shape control by the criteria DWC and WDC, on Connect Four."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from plyground.agents.presets import SHAPES
from plyground.arena.tune import TuneReport, need_optuna
from plyground.experiments.base import Claim, Experiment, Outcome, Study, register
from plyground.experiments.figures import Figure, table
from plyground.experiments.session import Session
from plyground.experiments.verdict import QUESTION, STAND_IN, Range, Value, exactly, less, more, percent_of
from plyground.games import parse_game
from plyground.rng import Rng
from plyground.search import Search, configure
from plyground.statistics import estimates
from plyground.statistics.elo import elo_of_score
from plyground.statistics.intervals import Estimate, wilson
from plyground.statistics.significance import sign_test
from plyground.statistics.tally import Tally

GAME = "connect_four"
C = 0.55
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
# The ranges of `tune`: C_R and C_DW or C_WD of each criterion, and UCT's own constant as `ucb1` counts it.
RANGES = {
    "dwc": ("cr=0.02:2:log", "target=0.1:10:log"),
    "wdc": ("cr=1e-6:0.1:log", "target=1.0:10000.0:log"),
    "uct": ("c=0.3:6:log",),
}
# The constant that a full run found; the criteria's coefficients are those of mcts_tsc.
TUNED_C = 0.2256
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
DEEPER = Claim(
    "deeper", "a smaller C builds a deeper tree: levels with C = 0.2, less with C = 1.1", "after formula 5",
    more("deeper", 1.0), unit="", key=True,
)  # fmt: skip
NARROWER = Claim(
    "narrower", "and a narrower one: nodes of the widest level, relative change from C = 1.1 to C = 0.2",
    "after formula 5", less("narrower", 0.05), "points",
)  # fmt: skip
CONTROL = Claim(
    "control",
    "the criteria control the shape: levels of the tree with a wanted depth/width of 10, less with 0.01 (DWC)",
    "conclusions",
    more("controlled", 1.0),
    unit="",
    key=True,
)
TIME = Claim(
    "time", "the criteria hardly cost time: extra time for a search with DWC", "conclusions",
    Range(high=0.1, words="not significantly"), "points", key=True,
)  # fmt: skip
OLDER = Claim(
    "older",
    "the new criteria are substantially better than the older, added to the whole value: decisive games that "
    "DWC wins against its additive form, same coefficients",
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
DEEPEST = 43  # levels of a tree of Connect Four, with the root
SHAPE_C = (0.1, 0.2, 0.35, 0.55, 0.8, 1.1)
TARGETS = (0.01, 0.1, 1.0, 10.0)
CURVE_C = (0.1, 0.15, 0.2256, 0.3, 0.4, 0.8, 1.1)


@dataclass(frozen=True)
class TreeShapeSize:
    budgets: tuple[int, ...]
    games: int  # of every budget and criterion
    many: tuple[int, int]  # simulations, games: the same match again, with enough games to see
    tune_games: int  # for each criterion and for UCT's constant; 0: what a full run found
    # Simulations, games: the curve over C.
    curve: tuple[tuple[int, int], ...]
    trees: tuple[int, int]  # simulations, seeds: depth, width and time


@register
class TreeShapeControl(Experiment[TreeShapeSize]):
    name = "tree_shape"
    title = "Tree shape control against UCT, Connect Four"
    seconds = (70.0, 4500.0)
    quick = TreeShapeSize((50_000,), 10, many=(10_000, 100), tune_games=0, curve=((2000, 40),), trees=(10_000, 20))
    full = TreeShapeSize(
        BUDGETS, GAMES_A_BUDGET, many=(50_000, 2000), tune_games=1200, curve=((10_000, 400), (50_000, 200)),
        trees=(50_000, 40),
    )  # fmt: skip
    tiny = TreeShapeSize((50,), 2, many=(50, 4), tune_games=0, curve=((50, 2),), trees=(50, 2))

    @property
    def studies(self) -> Sequence[Study[TreeShapeSize]]:
        return (
            Study("printed", printed, lambda size: 0),
            Study(
                "matches", matches,
                lambda size: len(SHAPES) * (len(size.budgets) + 2) + (len(RANGES) if size.tune_games else 0),
            ),
            Study("constant", constant, lambda size: 1 + len(CURVE_C) * len(size.curve)),
            Study("shapes", shapes_study, lambda size: 3),
            Study("older", older, lambda size: 2),
        )  # fmt: skip

    def check(self, size: TreeShapeSize) -> None:
        if size.tune_games:
            need_optuna()


def printed(session: Session, size: TreeShapeSize) -> Outcome:
    outcome = Outcome()
    add_table(outcome)
    cr, target = SHAPES["dwc"]
    low, high = C - cr * target, C + cr * (1 - target)
    outcome.add(
        NEAR_CONSTANT, estimates.exact(high - low), 0, f"C + DW = {low:.3f} + {cr:.3f}·ND/NW: nearly a constant"
    )
    return outcome


def matches(session: Session, size: TreeShapeSize) -> Outcome:
    outcome = Outcome()
    simulations, many = size.many
    shapes, best = SHAPES, TUNED_C
    if size.tune_games:
        found = {name: search(session, name, simulations, size.tune_games) for name in RANGES}
        shapes = {name: (found[name].winner.values["cr"], found[name].winner.values["target"]) for name in SHAPES}
        best = from_ucb1(found["uct"].winner.values["c"])
        outcome.figures += [tuning_figure(name, report) for name, report in found.items()]
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
    tally = meet(session, uct(TUNED_C, simulations), uct(C, simulations), games)
    outcome.add(
        BEST_C, decisive(tally), tally.games, f"C = {TUNED_C:.3g}, {simulations:,} simulations, {describe(tally)}"
    )
    outcome.figures.append(
        Figure(
            "constants", "UCT with another C against UCT with C = 0.55: decisive games won", "lines", curves,
            {"x": "C", "y": "won", "percent": True, "level": ("even", 0.5), "y_range": (0, 1)},
        )
    )  # fmt: skip
    return outcome


def shapes_study(session: Session, size: TreeShapeSize) -> Outcome:
    """Depth, width and time of one search from the empty board, over C and over the wanted shape."""
    simulations, seeds = size.trees
    what = f"tree_shape: {simulations} simulations, {seeds} seeds"
    cr = SHAPES["dwc"][0]
    by_c = session.remember(f"{what}, over C", partial(measure, {str(c): uct_parts(c) for c in SHAPE_C}, *size.trees))
    selects = {str(target): f"tree_shape(dwc, c={C}, cr={cr}, target={target})" for target in TARGETS}
    by_target = session.remember(f"{what}, over the target", partial(measure, selects, *size.trees))
    two = {"UCT": uct_parts(C), "DWC": selects["10.0"]}
    timed = session.remember(f"{what}, time", partial(seconds_of, two, *size.trees))
    outcome = Outcome()
    low, high = by_c["0.2"], by_c["1.1"]
    outcome.add(DEEPER, estimates.mean([a[0] - b[0] for a, b in zip(low, high, strict=True)]), seeds)
    outcome.add(NARROWER, estimates.mean([a[1] / b[1] - 1 for a, b in zip(low, high, strict=True)]), seeds)
    wide, deep = by_target["0.01"], by_target["10.0"]
    levels = estimates.mean([a[0] - b[0] for a, b in zip(deep, wide, strict=True)])
    outcome.add(CONTROL, levels, seeds, f"C = {C}, C_R = {cr:g}")
    extra = [b / a - 1 for a, b in zip(timed["UCT"], timed["DWC"], strict=True)]
    outcome.add(TIME, estimates.mean(extra), seeds, "measured on the machine of the run; both in C++, in turn")
    for place, name, word in ((0, "depth", "levels of the tree"), (1, "width", "nodes of the widest level")):
        for kind, found, x in (("C", by_c, "C of UCT"), ("target", by_target, "wanted depth/width of DWC")):
            most = DEEPEST if place == 0 else simulations
            points = [(float(at), estimates.mean([one[place] for one in runs], 1, most)) for at, runs in found.items()]
            title = f"{word[0].upper()}{word[1:]}, over the {x}"
            options = {"x": x, "y": word, "log_x": True}
            outcome.figures.append(Figure(f"{name}_{kind}", title, "lines", {word: points}, options))
    return outcome


def older(session: Session, size: TreeShapeSize) -> Outcome:
    """The criterion of 2017, which is added to the whole value of a child."""
    outcome = Outcome()
    simulations, games = size.curve[0]
    new = shaped("dwc", *SHAPES["dwc"], simulations)
    added = new.replace("tree_shape(", "tree_shape(form=added, ")
    tally = meet(session, new, added, games)
    note = f"{simulations:,} simulations; coefficients of the additive form would have to be found for it"
    outcome.add(OLDER, decisive(tally), tally.games, f"{note}; {describe(tally)}")
    tally = meet(session, added, uct(C, simulations), games)
    outcome.add(OLDER_UCT, decisive(tally), tally.games, describe(tally))
    return outcome


def uct_parts(c: float) -> str:
    return f"ucb1(c={4 * math.sqrt(2) * c:.4f})"


def grown(select: str, simulations: int, seed: int) -> Search:
    made = Search(GAME, configure(select=select), seed=Rng(seed).next())
    made.run(parse_game(GAME).initial_state(), simulations)
    return made


def measure(selects: dict[str, str], simulations: int, seeds: int) -> dict[str, list[tuple[int, int]]]:
    """Depth and width of the tree for each selection rule and seed."""
    found = {}
    for name, select in selects.items():
        trees = (grown(select, simulations, seed).tree().levels() for seed in range(seeds))
        found[name] = [(len(levels), max(levels)) for levels in trees]
    return found


def seconds_of(selects: dict[str, str], simulations: int, seeds: int) -> dict[str, list[float]]:
    """Seconds of each search, in turn, so that both meet the same machine."""
    found: dict[str, list[float]] = {name: [] for name in selects}
    for seed in range(seeds):
        for name, select in selects.items():
            begin = time.process_time()
            grown(select, simulations, seed)
            found[name].append(time.process_time() - begin)
    return found


def search(session: Session, name: str, simulations: int, games: int) -> TuneReport:
    """The best numbers of a criterion, or of UCT itself, against the article's UCT."""
    template = plain("{c}", simulations) if name == "uct" else shaped(name, "{cr}", "{target}", simulations)
    return session.tune(template, uct(C, simulations), GAME, RANGES[name], games)


def shaped(criterion: str, cr: float | str, target: float | str, simulations: int) -> str:
    select = f"tree_shape(criterion={criterion}, c={C}, cr={cr}, target={target})"
    return f"mcts(simulations={simulations}, select={select})"


def uct(c: float, simulations: int) -> str:
    """The article's UCT: reward + 2C·√(2 ln N/n) for rewards in [0, 1], so 4√2·C for values in [−1, 1]."""
    return plain(f"{4 * math.sqrt(2) * c:.4f}", simulations)


def plain(c: str, simulations: int) -> str:
    return f"mcts(simulations={simulations}, select=ucb1(c={c}))"


def from_ucb1(c: float) -> float:
    """The article's C of a constant of `ucb1`."""
    return c / (4 * math.sqrt(2))


def meet(session: Session, a: str, b: str, games: int) -> Tally:
    return session.match(a, b, GAME, games).tally


def decisive(tally: Tally) -> Estimate:
    """The share of decisive games that were won."""
    return wilson(tally.wins, tally.wins + tally.losses)


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


def describe(tally: Tally) -> str:
    return f"{tally}, p {p_value(tally)}"


def p_value(tally: Tally) -> str:
    p = sign_test(tally)
    return f"= {p:.3f}" if p >= 0.001 else "< 0.001"


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


def tuning_figure(name: str, report: TuneReport) -> Figure:
    title = f"{name.upper()}'s numbers, found against UCT with C = {C}"
    caption = "The constant is that of ucb1, 4√2 times the article's C." if name == "uct" else ""
    return Figure(f"tuning_{name}", title, "text", str(report), caption=caption)
