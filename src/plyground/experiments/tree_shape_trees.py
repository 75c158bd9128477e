"""The effect of C, the criteria and the proposed boost on depth, width and time of a search in Connect Four."""

import math
import time
from dataclasses import replace
from functools import partial

from plyground.agents.presets import SHAPES
from plyground.experiments.base import Claim, Outcome
from plyground.experiments.figures import Figure
from plyground.experiments.session import Session
from plyground.experiments.tree_shape_players import (
    EMPTY,
    GAME,
    OPENINGS,
    C,
    TreeShapeSize,
    decisive,
    describe,
    find,
    meet_balanced,
    shaped,
    shaped_parts,
)
from plyground.experiments.verdict import QUESTION, Range, less, more
from plyground.games import parse_game
from plyground.rng import Rng
from plyground.search import Search, configure
from plyground.statistics import estimates
from plyground.statistics.intervals import Estimate

DEEPER = Claim(
    "deeper", "a smaller C builds a deeper tree: levels with C = 0.2, less with C = 1.1", "after formula 5",
    more("deeper", 1.0), unit="", key=True,
)  # fmt: skip
NARROWER = Claim(
    "narrower", "and a narrower one: nodes of the widest level, relative change from C = 1.1 to C = 0.2",
    "after formula 5", less("narrower", 0.05), "relative",
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
    Range(high=0.1, words="not significantly"), "relative", key=True,
)  # fmt: skip
NEAR_CONSTANT = Claim(
    "near_constant",
    "how far does DWC move C at all? C + DW at nine of ten scorings, the largest less the smallest",
    "–",
    Range(),
    unit="",
    kind=QUESTION,
)
DEEPEST = 43  # levels of a tree of Connect Four, with the root
SHAPE_C = (0.1, 0.2, 0.35, 0.55, 0.8, 1.1)
TARGETS = (0.01, 0.1, 1.0, 10.0)
# cr and target are multiplied by 1 + boost at a node without a visited child. The width is judged for DOUBLED.
BOOSTS = (0.25, 0.5, 1.0, 2.0)
DOUBLED, PLAYED = 1.0, (0.25, 1.0)
# Which way the formulas point: in a tree that is wider than deep, C_DW outweighs ND/NW.
POINTS = {
    "dwc": "formula 2 points the other way: a larger C_DW makes DWC smaller, which deepens",
    "wdc": "formula 3 points that way: a larger C_WD makes WDC larger, which widens",
}


def shapes_study(session: Session, size: TreeShapeSize) -> Outcome:
    """Depth, width and time of one search from the empty board, over C and over the wanted shape."""
    simulations, seeds = size.trees
    what = f"tree_shape: {simulations} simulations, {seeds} seeds"
    cr = SHAPES["dwc"][0]
    by_c = session.remember(f"{what}, over C", partial(measure, {str(c): uct_parts(c) for c in SHAPE_C}, *size.trees))
    selects = {str(target): shaped_parts("dwc", cr, target) for target in TARGETS}
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
    add_weights(outcome, session, size)
    for place, name, word in ((0, "depth", "levels of the tree"), (1, "width", "nodes of the widest level")):
        for kind, found, x in (("C", by_c, "C of UCT"), ("target", by_target, "wanted depth/width of DWC")):
            most = DEEPEST if place == 0 else simulations
            points = [(float(at), estimates.mean([one[place] for one in runs], 1, most)) for at, runs in found.items()]
            title = f"{word[0].upper()}{word[1:]}, over the {x}"
            options = {"x": x, "y": word, "log_x": True}
            outcome.figures.append(Figure(f"{name}_{kind}", title, "lines", {word: points}, options))
    return outcome


def add_weights(outcome: Outcome, session: Session, size: TreeShapeSize) -> None:
    """C + DW where the search uses it: over all nodes, each as often as it was visited."""
    for openings, id in ((EMPTY, "near_constant"), (OPENINGS[-1], "near_constant/openings")):
        cr, target = find(session, "dwc", size, openings).values
        what = f"tree_shape: C + DW with {cr}, {target}, {size.trees[0]} simulations"
        low, middle, high = session.remember(what, partial(weights, cr, target, size.trees[0]))
        words = f"{openings} random moves" if openings else "the empty board"
        claim = replace(NEAR_CONSTANT, id=id, text=f"{NEAR_CONSTANT.text}; coefficients tuned from {words}")
        note = (
            f"C + DW = {max(0.0, C - cr * target):.3f} + {cr:.3f}·ND/NW; from {low:.3f} to {high:.3f}, median "
            f"{middle:.3f}; one tree of {size.trees[0]:,} simulations"
        )
        outcome.add(claim, estimates.exact(high - low), 0, note)


def weights(cr: float, target: float, simulations: int) -> tuple[float, float, float]:
    """The 5 %, 50 % and 95 % points of C + DW in one tree."""
    tree = grown(shaped_parts("dwc", cr, target), simulations, 0).tree()
    found = []
    for row in range(1, len(tree)):
        if visits := tree.visits[row]:
            levels = tree.extra["levels"][row]
            ratio = len(levels) / tree.extra["width"][row] if levels else 1.0
            found.append((max(0.0, C + cr * (ratio - target)), visits))
    found.sort()
    points: list[float] = []
    total, past = sum(visits for _, visits in found), 0
    for weight, visits in found:
        past += visits
        while len(points) < 3 and past >= (0.05, 0.5, 0.95)[len(points)] * total:
            points.append(weight)
    return points[0], points[1], points[2]


def boost_study(session: Session, size: TreeShapeSize) -> Outcome:
    """Larger coefficients at nodes with many unvisited children, which the article proposes for further research."""
    outcome = Outcome()
    simulations, games = size.cheap
    widths: dict[str, list[tuple[float, Estimate]]] = {}
    for name, goal in (("dwc", "C_DW"), ("wdc", "C_WD")):
        cr, target = find(session, name, size, OPENINGS[-1]).values
        selects = {str(boost): shaped_parts(name, cr, target, f"boost={boost}") for boost in (0.0, *BOOSTS)}
        what = f"tree_shape: {selects['0.0']} and boosts, {size.trees[0]} simulations, {size.trees[1]} seeds"
        trees = session.remember(what, partial(measure, selects, *size.trees))
        pairs = zip(trees[str(DOUBLED)], trees["0.0"], strict=True)
        claim = Claim(
            f"boost/{name}",
            f"larger C_R and {goal} at nodes with many unvisited children give a wider tree: nodes of the widest "
            "level, relative change if both double at a node without a visited child",
            "further research",
            more("wider", 0.05),
            "relative",
        )
        note = f"proposed, not tried in the article; {POINTS[name]}; C_R = {cr:g}, {goal} = {target:g}"
        outcome.add(claim, estimates.mean([a[1] / b[1] - 1 for a, b in pairs]), size.trees[1], note)
        for boost in PLAYED:
            player = shaped(name, cr, target, simulations, f"boost={boost}")
            tally = meet_balanced(session, player, shaped(name, cr, target, simulations), games)
            question = Claim(
                f"boost/{name}/strength/{boost:g}",
                f"and does it play better? decisive games that {name.upper()} with C_R and {goal} up to {boost:.0%} "
                "larger wins against itself without",
                "–",
                Range(),
                kind=QUESTION,
            )
            outcome.add(question, decisive(tally), tally.games, f"{simulations:,} simulations, {describe(tally)}")
        widths[name.upper()] = [
            (float(boost), estimates.mean([width for _, width in runs], 1, size.trees[0]))
            for boost, runs in trees.items()
        ]
    options = {"x": "boost", "y": "nodes of the widest level"}
    outcome.figures.append(Figure("boost", "The proposed boost and the width of the tree", "lines", widths, options))
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
    """Processor seconds of each search. The rules take turns, so that both run under the same conditions."""
    found: dict[str, list[float]] = {name: [] for name in selects}
    for seed in range(seeds):
        for name, select in selects.items():
            begin = time.process_time()
            grown(select, simulations, seed)
            found[name].append(time.process_time() - begin)
    return found
