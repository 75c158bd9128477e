"""Ali: n×n tic-tac-toe, n in a row. Monte Carlo tree search against itself and against random; SARSA, Q-learning.

The report prints bar charts without numbers, so its claims are the trends that its text reads off them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.agents.training import train
from plyground.experiments.base import Claim, Experiment, Figure, Outcome, register
from plyground.experiments.session import Session
from plyground.experiments.verdict import Range
from plyground.games import parse_game
from plyground.rng import Rng
from plyground.statistics import estimates
from plyground.statistics.intervals import Estimate, wilson
from plyground.statistics.tally import Tally
from plyground.view.charts import Palette, bars, lines, outcomes

SIZES = (3, 4, 5, 6, 7, 8, 9, 10)
SIMULATIONS = (25, 50, 100)
EPISODES, LAST = 1000, 100
FIRST_COUPLE = (3, 4)
LEARNERS = {"SARSA": "sarsa", "Q-learning": "q_learning"}
# More than 60 of 100 games: the true share may be as low as 50.2 % (Wilson).
OVER_60 = Range(0.502, 1.0, "> 60 of 100 games")
FALLS, RISES = Range(-10.0, -1e-9, "fewer"), Range(1e-9, 10.0, "more")

SELF_SIMULATIONS = Claim(
    "self/simulations", "against itself, more simulations mean fewer wins (100 − 25)", "figures 7–9", FALLS, key=True
)
SELF_SIZE = Claim(
    "self/size", "against itself, larger boards mean fewer wins (a step of n)", "figures 7–9", FALLS, key=True
)
RANDOM_SIMULATIONS = Claim(
    "random/simulations", "against random, more simulations mean more wins (100 − 25)", "figures 10–12", RISES, key=True
)
RANDOM_SIZE = Claim(
    "random/size", "against random, larger boards mean fewer wins (a step of n)", "figures 10–12", FALLS, key=True
)
PREDICTION = "with many more simulations MCTS passes both TD methods"


@dataclass(frozen=True)
class NxNSize:
    games: int  # with each side first
    trainings: int
    sizes: tuple[int, ...] = SIZES
    # What the report could not run: (n, simulations, games).
    more: tuple[tuple[int, int, int], ...] = ()


QUICK_MORE = ((5, 400, 100), (5, 1600, 100), (5, 6400, 60), (7, 400, 100), (7, 1600, 60))
FULL_MORE = tuple((n, simulations, 200) for n in (4, 5, 6, 7, 8, 10) for simulations in (400, 1600, 6400, 25_600))


@register
class NxN(Experiment[NxNSize]):
    name = "nxn"
    title = "n×n tic-tac-toe: tree search and TD learning"
    authors = "Ali: Monte Carlo tree search for n×n tic-tac-toe"
    seconds = (28.0, 600.0)
    quick = NxNSize(games=40, trainings=20, more=QUICK_MORE)
    full = NxNSize(games=1000, trainings=60, more=FULL_MORE)
    tiny = NxNSize(games=3, trainings=2, sizes=(3, 4, 5), more=((5, 50, 2),))

    def steps(self, size: NxNSize) -> int:
        return len(size.sizes) * (2 * len(SIMULATIONS) + 2 * len(LEARNERS)) + len(size.more)

    def run(self, session: Session, size: NxNSize) -> Outcome:
        outcome = Outcome()
        alone = {(n, s): self_play(session, n, s, size.games) for s in SIMULATIONS for n in size.sizes}
        random = {(n, s): against_random(session, n, s, size.games) for s in SIMULATIONS for n in size.sizes}
        td = {
            (name, ties, n): [wins / LAST for wins in trained(session, learner, ties, n, size.trainings)]
            for name, learner in LEARNERS.items()
            for ties in ("first", "random")
            for n in size.sizes
        }
        more = {(n, s): against_random(session, n, s, games // 2) for n, s, games in size.more}
        add_trends(outcome, size, alone, random)
        add_learners(outcome, size, random, td)
        add_prediction(outcome, size, more, td)
        outcome.figures += figures(size, alone, random, td, more)
        outcome.remarks += [
            "Q-learning's 60 % on every board is not learning. Where all values are still equal, a table that takes "
            "the first of the best actions fills the first row cell by cell, and a random opponent seldom blocks it in "
            "time; with ties broken at random the same learner wins almost nothing on large boards (figures 13, 14). "
            "The report does not say how it breaks ties; only the first reading gives its result.",
            "Much of the fall with n is the game's: random play alone is won by the first side in 58 % of games for "
            "n = 3, 12 % for n = 6, 1 % for n = 10. A drawn game says little about the search.",
        ]
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
        claim = Claim(f"q/{n}", f"Q-learning wins more than 60 %, {n}×{n}", "figure 14", OVER_60, key=n == 10)
        values = td["Q-learning", "first", n]
        outcome.add(claim, estimates.mean_share(values), len(values), "n: trainings")
    rest = [n for n in size.sizes if n not in FIRST_COUPLE]
    for name in LEARNERS:
        learnt = {n: estimates.mean_share(td[name, "first", n]) for n in size.sizes}
        search_100 = {n: won(random[n, 100]) for n in size.sizes}
        for key, boards, word, sign in (
            ("first", FIRST_COUPLE, "less than MCTS (100) on the first couple of boards (3, 4)", -1),
            ("rest", rest, "as much as MCTS (100) or more on the rest", 1),
        ):
            gap = estimates.difference(pooled([learnt[n] for n in boards]), pooled([search_100[n] for n in boards]))
            paper = Range(-1.0, -1e-9, "less") if sign < 0 else Range(-0.02, 1.0, "equal or more")
            text = f"{name} wins {word} ({name} − MCTS)"
            outcome.add(
                Claim(f"{name}/{key}", text, "figures 12–14", paper, key=key == "rest"),
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
            Range(1e-9, 10.0, "better"),
        )
        outcome.add(claim, steadier, sum(random[n, 100].games for n in size.sizes))


def add_prediction(outcome: Outcome, size: NxNSize, more: Cells, td: Learnt) -> None:
    for n in sorted({n for n, _ in more}):
        most = max(s for board_size, s in more if board_size == n)
        tally = more[n, most]
        best = max((estimates.mean_share(td[name, "first", n]) for name in LEARNERS), key=lambda share: share.value)
        claim = Claim(
            f"prediction/{n}",
            f"{PREDICTION}, {n}×{n} with {most:,}",
            "results",
            Range(1e-9, 1.0, "passes"),
            key=n == max(n for n, _ in more),
        )
        outcome.add(claim, estimates.difference(won(tally), best), tally.games, "MCTS − the better learner, both begin")


def figures(size: NxNSize, alone: Cells, random: Cells, td: Learnt, more: Cells) -> list[Figure]:
    names = [f"{n}×{n}" for n in size.sizes]
    found = []
    palette = Palette(["MCTS", "random"])
    for title, number, cells, words in (
        ("MCTS against itself", 7, alone, ("first", "second")),
        ("MCTS against random", 10, random, ("MCTS", "random")),
    ):
        for place, simulations in enumerate(SIMULATIONS):
            tallies = [cells[n, simulations] for n in size.sizes]
            label = f"{title}, {simulations} simulations a move"
            chart = outcomes(label, names, tallies, first=words[0], second=words[1], palette=palette)
            found.append(Figure(f"Figure {number + place}: {label}", chart=chart))
    for number, name in ((13, "SARSA"), (14, "Q-learning")):
        series = {
            f"ties: {ties}": [estimates.mean_share(td[name, ties, n]) for n in size.sizes]
            for ties in ("first", "random")
        }
        label = f"{name} against random, last {LAST} of {EPISODES} games"
        chart = bars(label, names, series, y="won", percent=True, y_range=(0, 1))
        found.append(Figure(f"Figure {number}: {name} against random", chart=chart))
    curves = {
        f"{n}×{n}": sorted(
            [(s, won(t)) for (m, s), t in {**random, **more}.items() if m == n], key=lambda point: point[0]
        )
        for n in sorted({n for n, _ in more})
    }
    if curves:
        found.append(
            Figure(
                "What the report could not run: many more simulations",
                chart=lines(
                    "MCTS begins against random",
                    curves,
                    x="simulations a move",
                    y="won",
                    percent=True,
                    y_range=(0, 1),
                    log_x=True,
                ),
            )
        )
    return found
