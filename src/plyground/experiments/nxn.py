"""Ali: n×n tic-tac-toe, n in a row. Monte Carlo tree search against itself and against random; SARSA, Q-learning.

The report prints bar charts without numbers, so its claims are the trends that its text reads off them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.agents.training import train
from plyground.experiments.base import Claim, Experiment, Outcome, Study, register
from plyground.experiments.figures import Figure
from plyground.experiments.nxn_studies import decisions, learning
from plyground.experiments.session import Session
from plyground.experiments.verdict import QUESTION, Range, less, more
from plyground.games import parse_game
from plyground.rng import Rng
from plyground.statistics import estimates
from plyground.statistics.intervals import Estimate, wilson
from plyground.statistics.tally import Tally

SIZES = (3, 4, 5, 6, 7, 8, 9, 10)
SIMULATIONS = (25, 50, 100)
EPISODES, LAST = 1000, 100
FIRST_COUPLE = (3, 4)
LEARNERS = {"SARSA": "sarsa", "Q-learning": "q_learning"}
# Judged as written. A chart of 100 games may show 61 where the truth is 57: this explains the sentence, but does not
# make it right.
OVER_60 = Range(0.6, 1.0, "> 60 %")

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
ABSTRACT = Claim(
    "abstract",
    "the TD methods are less effective than MCTS (Q-learning − MCTS (100), mean over all boards)",
    "abstract",
    less("less"),
    "points",
    key=True,
)
OWN_DRAWS = Claim(
    "causes/draws", "the game's own part: draws between two random players, 10×10 − 3×3", "–", Range(), "points",
    kind=QUESTION,
)  # fmt: skip


@dataclass(frozen=True)
class NxNSize:
    games: int  # with each side first
    trainings: int
    sizes: tuple[int, ...] = SIZES
    # What the report could not run: (n, simulations, games).
    more: tuple[tuple[int, int, int], ...] = ()


QUICK_MORE = ((5, 400, 100), (5, 1600, 100), (5, 6400, 60), (7, 400, 100), (7, 1600, 60))
FULL_MORE = tuple((n, simulations, 120) for n in (4, 5, 6, 7, 8, 10) for simulations in (400, 1600, 6400, 25_600))


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
                lambda size: len(size.sizes) * (2 * len(SIMULATIONS) + 2 * len(LEARNERS) + 1) + len(size.more),
            ),
            Study("decisions", lambda session, size: decisions(session, size.games), lambda size: 2),
            Study("learning", lambda session, size: learning(session, size.trainings, size.sizes), lambda size: 2),
        )  # fmt: skip


def bars_study(session: Session, size: NxNSize) -> Outcome:
    outcome = Outcome()
    alone = {(n, s): self_play(session, n, s, size.games) for s in SIMULATIONS for n in size.sizes}
    random = {(n, s): against_random(session, n, s, size.games) for s in SIMULATIONS for n in size.sizes}
    td = {
        (name, ties, n): [wins / LAST for wins in trained(session, learner, ties, n, size.trainings)]
        for name, learner in LEARNERS.items()
        for ties in ("first", "random")
        for n in size.sizes
    }
    many = {(n, s): against_random(session, n, s, games // 2) for n, s, games in size.more}
    chance = {n: session.match("random", "random", board(n), 2 * size.games).tally for n in size.sizes}
    add_trends(outcome, size, alone, random)
    add_learners(outcome, size, random, td)
    add_prediction(outcome, size, many, td)
    low, high = (chance[n] for n in (min(size.sizes), max(size.sizes)))
    draws = estimates.difference(wilson(high.draws, high.games), wilson(low.draws, low.games))
    outcome.add(OWN_DRAWS, draws, high.games)
    add_budget(outcome, random, many)
    outcome.figures += [causes_figure(size, chance, random, many), ties_figure(size, td)]
    outcome.figures += figures(size, alone, random, td, many)
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


def trained(session: Session, learner: str, ties: str, n: int, trainings: int) -> list[int]:
    """Wins in the last games of each training; the learner begins."""

    def compute() -> list[int]:
        game = parse_game(board(n))
        return [
            train(f"{learner}(ties={ties})", game, EPISODES, seat=0, seed=Rng(session.seed, i).next())
            .last_games(EPISODES, LAST)
            .won
            for i in range(trainings)
        ]

    return session.remember(f"nxn: {learner}, ties {ties}, n = {n}, {trainings} trainings", compute)


def won(tally: Tally) -> Estimate:
    return wilson(tally.wins, tally.games)


def decisive(tally: Tally) -> Estimate:
    return wilson(tally.wins + tally.losses, tally.games)


def pooled(shares: Sequence[Estimate]) -> Estimate:
    """The mean of independent shares."""
    return estimates.weighted(shares, [1 / len(shares)] * len(shares))


Cells = dict[tuple[int, int], Tally]
Learnt = dict[tuple[str, str, int], list[float]]


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


def add_learners(outcome: Outcome, size: NxNSize, random: Cells, td: Learnt) -> None:
    for n in size.sizes:
        text = f"Q-learning wins more than 60 %, {n}×{n}"
        claim = Claim(f"q/{n}", text, "figure 14", OVER_60, family="Q-learning wins more than 60 %")
        values = td["Q-learning", "first", n]
        outcome.add(claim, estimates.mean_share(values), len(values), f"n: trainings; {luck(values)}")
    lowest = min(size.sizes, key=lambda n: sum(td["Q-learning", "first", n]))
    every = Claim("q/every", "Q-learning wins more than 60 % on every board: the lowest", "results", OVER_60, key=True)
    values = td["Q-learning", "first", lowest]
    outcome.add(every, estimates.mean_share(values), len(values), f"n: trainings, {lowest}×{lowest}")
    td_all, search_all = (
        pooled([estimates.mean_share(td["Q-learning", "first", n]) for n in size.sizes]),
        pooled([won(random[n, 100]) for n in size.sizes]),
    )
    note = "the results say the opposite of most boards (equal or better); the abstract adds: with enough simulations"
    outcome.add(ABSTRACT, estimates.difference(td_all, search_all), len(values), note)
    rest = [n for n in size.sizes if n not in FIRST_COUPLE]
    for name in LEARNERS:
        learnt = {n: estimates.mean_share(td[name, "first", n]) for n in size.sizes}
        search_100 = {n: won(random[n, 100]) for n in size.sizes}
        for key, boards, word, sign in (
            ("first", FIRST_COUPLE, "less than MCTS (100) on the first couple of boards (3, 4)", -1),
            ("rest", rest, "as much as MCTS (100) or more on the rest", 1),
        ):
            gap = estimates.difference(pooled([learnt[n] for n in boards]), pooled([search_100[n] for n in boards]))
            paper = less("less") if sign < 0 else Range(-0.02, 1.0, "equal or more")
            text = f"{name} wins {word} ({name} − MCTS)"
            outcome.add(
                Claim(f"{name}/{key}", text, "figures 12–14", paper, "points", key=key == "rest"),
                gap,
                sum(random[n, 100].games for n in boards),
            )
        steadier = estimates.difference(
            estimates.slope(size.sizes, [learnt[n] for n in size.sizes]),
            estimates.slope(size.sizes, [search_100[n] for n in size.sizes]),
        )
        claim = Claim(
            f"{name}/steady",
            f"{name} keeps its wins better than MCTS (100) as boards grow (difference of slopes)",
            "figures 12–14",
            more("better"),
            "points",
        )
        outcome.add(claim, steadier, sum(random[n, 100].games for n in size.sizes))


def add_prediction(outcome: Outcome, size: NxNSize, many: Cells, td: Learnt) -> None:
    for n in sorted({n for n, _ in many}):
        most = max(s for board_size, s in many if board_size == n)
        tally = many[n, most]
        best = max((estimates.mean_share(td[name, "first", n]) for name in LEARNERS), key=lambda share: share.value)
        claim = Claim(
            f"prediction/{n}",
            f"{PREDICTION}, {n}×{n} with {most:,}",
            "results",
            more("passes"),
            "points",
            key=n == max(n for n, _ in many),
        )
        outcome.add(claim, estimates.difference(won(tally), best), tally.games, "MCTS − the better learner, both begin")


def luck(values: Sequence[float]) -> str:
    """The chance that a chart of 100 games shows more than 60 % when the truth is the mean of these trainings."""
    p = sum(values) / len(values)
    above = sum(math.comb(LAST, k) * p**k * (1 - p) ** (LAST - k) for k in range(61, LAST + 1))
    return f"one chart of 100 games shows more than 60 % with probability {100 * above:.0f} %"


def add_budget(outcome: Outcome, random: Cells, many: Cells) -> None:
    """The other cause: the wins that more simulations bring to the same search on the largest board."""
    n, most = max(many)
    claim = Claim(
        "causes/budget",
        f"the budget's part: MCTS against random on {n}×{n}, wins with {most:,} simulations − with {SIMULATIONS[0]}",
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


def causes_figure(size: NxNSize, chance: dict[int, Tally], random: Cells, many: Cells) -> Figure:
    """The share that MCTS wins over n, beside the share that even random players do not draw."""
    series: dict[str, list[tuple[int, Estimate]]] = {
        f"MCTS, {s:,}": [(n, won(random[n, s])) for n in size.sizes] for s in (SIMULATIONS[0], SIMULATIONS[-1])
    }
    most = max((s for _, s in many), default=0)
    series[f"MCTS, {most:,}"] = [(n, won(many[n, most])) for n in size.sizes if (n, most) in many]
    series["not drawn by random players"] = [(n, decisive(chance[n])) for n in size.sizes]
    drawn = 1.0 - decisive(chance[max(size.sizes)]).value
    return Figure(
        "causes",
        "Wins fall with n for two reasons: the game's own draws, and too small a budget",
        "lines",
        series,
        {"x": "n", "y": "games", "percent": True, "y_range": (0, 1),
         "note": "MCTS begins against a random player; 95 % intervals"},
        f"A game that random players draw in {100 * drawn:.0f} of 100 cases needs a search to win. With 25 simulations "
        "a search cannot try the 36 moves of 6×6 once; with 25,600 it wins nearly all.",
    )  # fmt: skip


def ties_figure(size: NxNSize, td: Learnt) -> Figure:
    return Figure(
        "ties",
        "Q-learning against random: what breaking ties does",
        "bars",
        {
            "groups": [f"{n}×{n}" for n in size.sizes],
            "series": {
                words: [estimates.mean_share(td["Q-learning", ties, n]) for n in size.sizes]
                for ties, words in (("first", "first of equal moves"), ("random", "random among equal moves"))
            },
        },
        {"y": "won, last 100 of 1,000 games", "percent": True, "y_range": (0, 1)},
        "The same learner, the same updates. With the first of equal moves it fills the first row cell by cell, and "
        "a random opponent seldom blocks it in time.",
    )


def figures(size: NxNSize, alone: Cells, random: Cells, td: Learnt, many: Cells) -> list[Figure]:
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
    label = f"Figures 13, 14: SARSA and Q-learning against random, last {LAST} of {EPISODES} games"
    series = {name: [estimates.mean_share(td[name, "first", n]) for n in size.sizes] for name in LEARNERS}
    options = {"y": "won", "percent": True, "y_range": (0, 1)}
    groups = [f"{n}×{n}" for n in size.sizes]
    found.append(Figure("figure_13", label, "bars", {"groups": groups, "series": series}, options))
    curves = {
        f"{n}×{n}": sorted(
            [(s, won(t)) for (m, s), t in {**random, **many}.items() if m == n], key=lambda point: point[0]
        )
        for n in sorted({n for n, _ in many})
    }
    if curves:
        label = "What the report could not run: many more simulations, MCTS begins against random"
        found.append(Figure("many", label, "lines", curves, {**options, "x": "simulations a move", "log_x": True}))
    return found
