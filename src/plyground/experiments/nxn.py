"""Ali: n×n tic-tac-toe, n in a row. Monte Carlo tree search against itself and against random; SARSA, Q-learning.

The report prints bar charts without numbers, so its claims are the trends that its text reads off them. The learners'
control is the untaught one: the same table, choices and games, but every reward is 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from plyground.experiments.base import Claim, Experiment, Outcome, Study, register
from plyground.experiments.figures import Figure
from plyground.experiments.nxn_learners import (
    TAUGHT,
    Learnt,
    add_control,
    add_learners,
    learner_figures,
    pooled,
    train_all,
)
from plyground.experiments.nxn_studies import decisions, learning
from plyground.experiments.session import Session
from plyground.experiments.verdict import QUESTION, Range, less, more
from plyground.statistics import estimates
from plyground.statistics.intervals import Estimate, wilson
from plyground.statistics.tally import Tally

SIZES = (3, 4, 5, 6, 7, 8, 9, 10)
SIMULATIONS = (25, 50, 100)

SELF_SIMULATIONS = Claim(
    "self/simulations",
    "against itself, more simulations mean fewer wins (100 − 25)",
    "figures 7–9",
    less("fewer"),
    "points",
    key=True,
)
SELF_SIZE = Claim(
    "self/size",
    "against itself, larger boards mean fewer wins (a step of n)",
    "figures 7–9",
    less("fewer"),
    "points",
    key=True,
)
RANDOM_SIMULATIONS = Claim(
    "random/simulations",
    "against random, more simulations mean more wins (100 − 25)",
    "figures 10–12",
    more("more"),
    "points",
    key=True,
)
RANDOM_SIZE = Claim(
    "random/size",
    "against random, larger boards mean fewer wins (a step of n)",
    "figures 10–12",
    less("fewer"),
    "points",
    key=True,
)
PREDICTION = "with many more simulations MCTS passes both TD methods"
OWN_DRAWS = Claim(
    "causes/draws", "how often do two random players draw? 10×10 − 3×3", "–", Range(), "points", kind=QUESTION,
)  # fmt: skip


@dataclass(frozen=True)
class NxNSize:
    games: int  # with each side first
    trainings: int
    sizes: tuple[int, ...] = SIZES
    # What the report could not run: (n, simulations, games).
    more: tuple[tuple[int, int, int], ...] = ()


QUICK_MORE = ((5, 400, 100), (5, 1600, 100), (5, 6400, 60), (7, 400, 100), (7, 1600, 60))
FULL_MORE = tuple((n, simulations, 120) for n in SIZES for simulations in (400, 1600, 6400, 25_600))


@register
class NxN(Experiment[NxNSize]):
    name = "nxn"
    title = "n×n tic-tac-toe: tree search and TD learning"
    seconds = (35.0, 1200.0)
    quick = NxNSize(games=40, trainings=8, more=QUICK_MORE)
    full = NxNSize(games=400, trainings=40, more=FULL_MORE)
    tiny = NxNSize(games=3, trainings=2, sizes=(3, 4, 5), more=((5, 50, 2),))

    @property
    def studies(self) -> Sequence[Study[NxNSize]]:
        return (
            Study(
                "bars", bars_study,
                lambda size: len(size.sizes) * (2 * len(SIMULATIONS) + 2 * (len(TAUGHT) + 1) + 1) + len(size.more),
            ),
            Study("decisions", lambda session, size: decisions(session, size.games), lambda size: 2),
            Study("learning", lambda session, size: learning(session, size.trainings, size.sizes), lambda size: 2),
        )  # fmt: skip


def bars_study(session: Session, size: NxNSize) -> Outcome:
    outcome = Outcome()
    alone = {(n, s): self_play(session, n, s, size.games) for s in SIMULATIONS for n in size.sizes}
    random = {(n, s): against_random(session, n, s, size.games) for s in SIMULATIONS for n in size.sizes}
    td = train_all(session, size.sizes, size.trainings)
    many = {(n, s): against_random(session, n, s, games // 2) for n, s, games in size.more}
    chance = {n: session.match("random", "random", board(n), 2 * size.games).tally for n in size.sizes}
    add_trends(outcome, size, alone, random)
    add_steps(outcome, size, alone, random)
    add_learners(outcome, size.sizes, {n: won(random[n, 100]) for n in size.sizes}, td)
    add_control(outcome, size.sizes, td)
    add_prediction(outcome, many, td)
    low, high = (chance[n] for n in (min(size.sizes), max(size.sizes)))
    draws = estimates.difference(wilson(high.draws, high.games), wilson(low.draws, low.games))
    outcome.add(OWN_DRAWS, draws, high.games)
    add_budget(outcome, random, many)
    outcome.figures.append(causes_figure(size, random, many))
    outcome.figures += [*learner_figures(size.sizes, td), *figures(size, alone, random, many)]
    return outcome


def board(n: int) -> str:
    return f"mnk({n},{n},{n})"


def search(simulations: int) -> str:
    return f"uct_nxn(simulations={simulations})"


def self_play(session: Session, n: int, simulations: int, games: int) -> Tally:
    """The results of the first mover."""
    match = session.match(search(simulations), search(simulations), board(n), 2 * games).match
    return match.as_first + match.as_second.flipped


def against_random(session: Session, n: int, simulations: int, games: int) -> Tally:
    """The search begins, as the learners do."""
    return session.match(search(simulations), "random", board(n), 2 * games).match.as_first


def won(tally: Tally) -> Estimate:
    return wilson(tally.wins, tally.games)


def decisive(tally: Tally) -> Estimate:
    return wilson(tally.wins + tally.losses, tally.games)


Cells = dict[tuple[int, int], Tally]


def add_trends(outcome: Outcome, size: NxNSize, alone: Cells, random: Cells) -> None:
    for by_simulations, by_size, cells, share in (
        (SELF_SIMULATIONS, SELF_SIZE, alone, decisive),
        (RANDOM_SIMULATIONS, RANDOM_SIZE, random, won),
    ):
        games = sum(tally.games for tally in cells.values())
        low, high = (pooled([share(cells[n, s]) for n in size.sizes]) for s in (SIMULATIONS[0], SIMULATIONS[-1]))
        outcome.add(by_simulations, estimates.difference(high, low), games, "mean over all boards")
        slopes = [estimates.slope(size.sizes, [share(cells[n, s]) for n in size.sizes]) for s in SIMULATIONS]
        outcome.add(by_size, pooled(slopes), games, "mean of the slopes for 25, 50 and 100 simulations")


def add_steps(outcome: Outcome, size: NxNSize, alone: Cells, random: Cells) -> None:
    """Every board and every doubling of the simulations: do the means hide an exception?"""
    for id, text, cells, share, paper in (
        ("self", "against itself, fewer wins", alone, decisive, less("fewer", 0.0)),
        ("random", "against random, more wins", random, won, more("more", 0.0)),
    ):
        for n in size.sizes:
            for few, many in pairwise(SIMULATIONS):
                claim = Claim(
                    f"{id}/step/{n}/{many}", f"{text} with more simulations, {n}×{n}: {many} − {few}", "figures 7–12",
                    paper, "points", family=f"{id}: every step of simulations",
                )  # fmt: skip
                low, high = share(cells[n, few]), share(cells[n, many])
                note = f"{100 * low.value:.1f} % with {few}, {100 * high.value:.1f} % with {many}"
                outcome.add(claim, estimates.difference(high, low), cells[n, many].games, note)


def add_prediction(outcome: Outcome, many: Cells, td: Learnt) -> None:
    for n in sorted({n for n, _ in many}):
        most = max(s for board_size, s in many if board_size == n)
        tally = many[n, most]
        best = max((td[name, "first", n].share for name in TAUGHT), key=lambda share: share.value)
        claim = Claim(
            f"prediction/{n}",
            f"{PREDICTION}, {n}×{n} with {most:,}",
            "results",
            more("passes"),
            "points",
            key=n == max(n for n, _ in many),
        )
        outcome.add(claim, estimates.difference(won(tally), best), tally.games, "MCTS − the better learner, both begin")


def add_budget(outcome: Outcome, random: Cells, many: Cells) -> None:
    """The wins that more simulations bring to the same search on the largest board."""
    n, most = max(many)
    claim = Claim(
        "causes/budget",
        f"does a larger budget undo the fall? MCTS against random on {n}×{n}, wins with {most:,} − {SIMULATIONS[0]} "
        "simulations",
        "–",
        Range(),
        "points",
        kind=QUESTION,
    )
    gain = estimates.difference(won(many[n, most]), won(random[n, SIMULATIONS[0]]))
    note = (
        f"with {most:,} it wins {100 * won(many[n, most]).value:.1f} %; {SIMULATIONS[0]} cannot try {n * n} moves once"
    )
    outcome.add(claim, gain, many[n, most].games, note)


def causes_figure(size: NxNSize, random: Cells, many: Cells) -> Figure:
    """The share that MCTS wins over n, by budget."""
    found = {**random, **many}
    budgets = sorted({s for _, s in found if s in (SIMULATIONS[0], SIMULATIONS[-1]) or s in {t for _, t in many}})
    series = {f"{s:,}": [(n, won(found[n, s])) for n in size.sizes if (n, s) in found] for s in budgets}
    return Figure(
        "causes",
        "MCTS against random, by its simulations a move",
        "lines",
        series,
        {"x": "n", "y": "won", "percent": True, "y_range": (0, 1), "note": "MCTS begins; 95 % intervals"},
        "25 simulations cannot try the 36 moves of 6×6 once. With a thousand times as many the fall is gone.",
    )  # fmt: skip


def figures(size: NxNSize, alone: Cells, random: Cells, many: Cells) -> list[Figure]:
    found = []
    for title, number, cells, words in (
        ("MCTS against itself", 7, alone, ("first", "second")),
        ("MCTS against random", 10, random, ("MCTS", "Random")),
    ):
        for place, simulations in enumerate(SIMULATIONS):
            data = {f"{n}×{n}": cells[n, simulations] for n in size.sizes}
            label = f"Figure {number + place}: {title}, {simulations} simulations a move"
            found.append(
                Figure(f"figure_{number + place}", label, "outcomes", data, {"first": words[0], "second": words[1]})
            )
    curves = {
        f"{n}×{n}": sorted(
            [(s, won(t)) for (m, s), t in {**random, **many}.items() if m == n], key=lambda point: point[0]
        )
        for n in sorted({n for n, _ in many})
    }
    if curves:
        label = "What the report could not run: many more simulations, MCTS begins against random"
        options = {"x": "simulations a move", "y": "won", "percent": True, "y_range": (0, 1), "log_x": True}
        found.append(Figure("many", label, "lines", curves, options))
    return found
