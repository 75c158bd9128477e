"""What Marchenko's criteria gain, and how much of it hangs on the opening: the same players from the empty board and
from random positions, and players that were tuned from such positions.
"""

import math
from collections.abc import Sequence

from plyground.agents.presets import SHAPES
from plyground.experiments.base import Claim, Outcome
from plyground.experiments.figures import Figure, table
from plyground.experiments.session import Session
from plyground.experiments.tree_shape_players import (
    EMPTY,
    OPENINGS,
    C,
    TreeShapeSize,
    decisive,
    describe,
    find,
    meet,
    meet_balanced,
    p_value,
    tuned,
    tuning_figures,
    uct,
)
from plyground.experiments.verdict import HOLDS, QUESTION, STAND_IN, Range, verdict
from plyground.statistics import estimates
from plyground.statistics.elo import elo_of_score
from plyground.statistics.intervals import Estimate
from plyground.statistics.tally import Tally

# Two players of the trial: the coefficients and the constant are tuned from the empty board.
MEETINGS = (("dwc", "C"), ("wdc", "C"), ("dwc", "uct"), ("wdc", "uct"), ("uct", "C"))
# This meeting is so clear that a fourth of the games from the empty board suffices.
CLEAR = {("uct", "C"): 4}
BEATS = Range(0.51, 1.0, "beats")
BEST_C = Claim(
    "best_c",
    f"C = {C} is the best for Connect Four: decisive games that UCT with the C we found wins against it",
    "trial",
    Range(high=0.51, words="none is better"),
    key=True,
)


def openings_study(session: Session, size: TreeShapeSize) -> Outcome:
    """Each meeting from the empty board and from every depth of openings."""
    outcome = Outcome()
    (simulations, many), games = size.many, size.balanced
    found = {name: find(session, name, size).values for name in (*SHAPES, "uct")}
    names = {"C": f"UCT, C = {C}", "uct": f"UCT, C = {found['uct'][0]:.3g} (tuned)", "dwc": "DWC", "wdc": "WDC"}
    players = {name: tuned(name, found[name], simulations) for name in SHAPES}
    players |= {"uct": uct(found["uct"][0], simulations), "C": uct(C, simulations)}
    played = {
        (a, b, depth): meet(session, players[a], players[b], games if depth else many // CLEAR.get((a, b), 1), depth)
        for a, b in MEETINGS
        for depth in (EMPTY, *OPENINGS)
    }
    pooled = {(a, b): sum((played[a, b, depth] for depth in OPENINGS), Tally()) for a, b in MEETINGS}
    for criterion in SHAPES:
        add_beats(outcome, criterion, pooled[criterion, "C"], simulations)
    for criterion in SHAPES:
        text = f"is {criterion.upper()} better than UCT with its own C tuned just as hard? decisive games won"
        add_question(outcome, f"{criterion}/tuned", text, pooled[criterion, "uct"], f"against {names['uct']}")
    outcome.add(BEST_C, decisive(pooled["uct", "C"]), pooled["uct", "C"].games, describe(pooled["uct", "C"]))
    for a, b in MEETINGS:
        add_change(outcome, f"{names[a]} against {names[b]}", f"{a}-{b}", [played[a, b, d] for d in (EMPTY, *OPENINGS)])
    short = {"C": f"C = {C}", "uct": "tuned C", "dwc": "DWC", "wdc": "WDC"}
    curves = {
        f"{short[a]} against {short[b]}": [(depth, decisive(played[a, b, depth])) for depth in (EMPTY, *OPENINGS)]
        for a, b in MEETINGS
    }
    outcome.figures.append(gain_figure(curves, simulations))
    rows = [(names[a], words(depth), names[b], tally) for (a, b, depth), tally in played.items()]
    outcome.figures.append(match_table("matches", "All matches of these players", "opening", rows))
    add_tuned_from_openings(outcome, session, size)
    return outcome


def words(depth: int) -> str:
    return f"{depth} random moves" if depth else "empty board"


def add_beats(outcome: Outcome, criterion: str, tally: Tally, simulations: int) -> None:
    """A pair of coefficients that wins supports the claim; one that does not is a stand-in for the article's."""
    share = decisive(tally)
    claim = Claim(
        f"{criterion}/beats",
        f"{criterion.upper()} beats UCT with C = {C}, for some coefficients: decisive games won from "
        "positions after 2 and 4 random moves",
        "trial",
        BEATS,
        key=True,
        kind="" if verdict(BEATS, share) == HOLDS else STAND_IN,
    )
    note = f"{simulations:,} simulations, {describe(tally)}; another pair may do better"
    outcome.add(claim, share, tally.games, note)


def add_question(outcome: Outcome, id: str, text: str, tally: Tally, how: str) -> None:
    claim = Claim(id, text, "–", Range(), kind=QUESTION)
    outcome.add(claim, decisive(tally), tally.games, f"{how}, {describe(tally)}")


def add_change(outcome: Outcome, who: str, id: str, tallies: Sequence[Tally]) -> None:
    """The first tally is from the empty board, the last from the deepest openings."""
    for depth, tally in zip((EMPTY, *OPENINGS), tallies, strict=True):
        add_question(outcome, f"{id}/{depth}", f"{who}, {words(depth)}: decisive games won", tally, words(depth))
    claim = Claim(
        f"{id}/change", f"what the opening changes: {who}, {words(OPENINGS[-1])} less the empty board", "–", Range(),
        "points", kind=QUESTION,
    )  # fmt: skip
    outcome.add(claim, estimates.difference(decisive(tallies[-1]), decisive(tallies[0])), tallies[-1].games)


def add_tuned_from_openings(outcome: Outcome, session: Session, size: TreeShapeSize) -> None:
    """The control: the criteria and the constant tuned from the openings of the matches, not from one position."""
    simulations, games = size.cheap
    depth = OPENINGS[-1]
    numbers = {name: find(session, name, size, depth) for name in (*SHAPES, "uct")}
    found = {name: one.values for name, one in numbers.items()}
    best = uct(found["uct"][0], simulations)
    games *= 2
    for name in SHAPES:
        tally = meet_balanced(session, tuned(name, found[name], simulations), best, games)
        text = (
            f"and if both are tuned from positions after {depth} random moves? decisive games that {name.upper()} wins"
        )
        cr, target = found[name]
        how = f"{simulations:,} simulations, C_R = {cr:g}, wanted ratio {target:g}, against C = {found['uct'][0]:.3g}"
        add_question(outcome, f"{name}/tuned/openings", text, tally, how)
    tally = meet_balanced(session, best, uct(C, simulations), games)
    text = f"and UCT with the constant tuned after {depth} random moves, against C = {C}? decisive games won"
    add_question(outcome, "uct/openings", text, tally, f"{simulations:,} simulations, C = {found['uct'][0]:.3g}")
    outcome.figures += tuning_figures(numbers, depth)


def gain_figure(curves: dict[str, list[tuple[int, Estimate]]], simulations: int) -> Figure:
    return Figure(
        "gain",
        "Decisive games won, from the empty board and from random openings",
        "lines",
        curves,
        {"x": "random moves that begin the game", "y": "won by the first named", "percent": True, "y_range": (0, 1),
         "level": ("even", 0.5), "note": f"Connect Four, {simulations:,} simulations a move, 95 % intervals"},
        "Every player was tuned from the empty board, against C = 0.55.",
    )  # fmt: skip


def match_table(id: str, title: str, varied: str, rows: Sequence[tuple[str, str, str, Tally]]) -> Figure:
    """Matches as player, what varied, opponent, result."""
    cells = []
    for name, what, opponent, tally in rows:
        share, elo = decisive(tally), elo_of_score(tally.score)
        won = f"{100 * share.value:.1f} [{100 * share.low:.1f}, {100 * share.high:.1f}]"
        rating = f"{elo:+z.0f}" if math.isfinite(elo) else "–"
        cells.append([name, what, opponent, str(tally), won, rating, p_value(tally).removeprefix("= ")])
    head = ["player", varied, "against", "result", "% of decisive games", "Elo", "p"]
    return table(id, title, head, cells)
