"""One chart of each kind, from games and searches that this program runs in half a minute.

You learn which chart shows what: each function below plays, and draws its results with a function of `pg.view.charts`.
Charts that share a palette give a player the same colour in all of them.
Needs pip install "plyground[plots]".

    python examples/chart_gallery.py [FOLDER]
"""

import math
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import plyground as pg

Chart = pg.view.charts.Chart
charts = pg.view.charts
FOUR = "connect_four"
AGENTS = {
    "random": "random",
    "50": "mcts(simulations=50)",
    "200": "mcts(simulations=200)",
    "alpha-beta": "alpha_beta(depth=4)",
}
palette = charts.Palette(AGENTS)


def running_average() -> Chart:
    report = pg.match(AGENTS["200"], AGENTS["50"], FOUR, games=200, opening_moves=2, seed=1)
    return charts.running_average(
        "200 simulations against 50",
        {"200": report.running_average},
        note="connect_four, 95 % interval",
        palette=palette,
    )


def lines() -> Chart:
    budgets = (10, 30, 100, 300, 1000)
    scores = {
        f"C = {c}": [
            (n, pg.match(f"mcts(simulations={n}, select=ucb1(c={c}))", AGENTS["50"], FOUR, games=60, seed=n).score)
            for n in budgets
        ]
        for c in (0.1, 1.4)
    }
    return charts.lines(
        "Score against 50 simulations",
        scores,
        x="simulations",
        y="score",
        percent=True,
        log_x=True,
        level=("even", 0.5),
    )


def convergence() -> Chart:
    state = pg.TicTacToe().position("b2")
    exact = max(pg.exact.best_response(state, "random", seat=1, objective="wins").action_values(state).values())
    curves = {}
    for seed in range(1, 4):
        search = pg.Search(state.game, pg.agents.UctVsRandom().expanded().config, seed=seed)
        search.start(state)
        points = curves[f"search {seed}"] = []
        while search.simulations < 100_000:
            search.resume(max(10, search.simulations // 5))
            points.append((search.simulations, search.top().value[0]))
    return charts.convergence(
        "Q of the root, and the exact value against a random player", curves, float(exact), exact_name=f"exact {exact}"
    )


def tree_growth() -> Chart:
    searches = {}
    for c in (0.2, 1.4):
        search = pg.Search(FOUR, pg.configure(select=pg.select.Ucb1(c=c)), seed=1)
        search.start(pg.ConnectFour().initial_state())
        points = searches[f"C = {c}"] = []
        for simulations in (10, 30, 100, 300, 1000, 3000, 10_000):
            search.resume(simulations - search.simulations)
            levels = search.tree().levels()
            points.append((simulations, len(levels) - 1, max(levels)))
    return charts.tree_growth("Connect Four: a small C digs, a large C spreads", searches)


def learning_curve() -> Chart:
    curves = {
        learner: pg.train(learner, pg.TicTacToe(), 20_000, seed=1).learning_curve(20, games=500)
        for learner in ("q_learning", "sarsa", "monte_carlo")
    }
    return charts.learning_curve("Tic-tac-toe against random", curves, note="the last 500 games before each episode")


@cache
def league() -> pg.arena.TournamentReport:
    return pg.tournament(AGENTS, FOUR, games=40, opening_moves=2, seed=1)


def ratings() -> Chart:
    found = league().ratings
    return charts.ratings("A league of four", {name: found[name] for name in found.players}, palette=palette)


def payoff() -> Chart:
    return charts.payoff("A league of four", league().payoff)


def seatings() -> Chart:
    agents = {"random": "random", "defensive": "defensive", "aggressive": "aggressive", "balanced": "balanced"}
    report = pg.tournament(agents, pg.Ludo(players=4), games=240, seed=1)
    return charts.seatings("Ludo, four at a table", report.circles, note="240 games")


def outcomes() -> Chart:
    sizes = (3, 4, 5, 6)
    reports = [pg.match("mcts(simulations=100)", "random", pg.Mnk(n, n, n), games=100, seed=1) for n in sizes]
    return charts.outcomes(
        "n in a row on n × n, 100 simulations",
        [f"{n}×{n}" for n in sizes],
        [report.tally for report in reports],
        first="mcts",
        second="random",
    )


def bars() -> Chart:
    reports = {name: pg.match(AGENTS[name], AGENTS["50"], FOUR, games=60, seed=1).match for name in ("random", "200")}
    shares = {
        "moving first": [report.as_first.score for report in reports.values()],
        "moving second": [report.as_second.score for report in reports.values()],
    }
    return charts.bars("Score against 50 simulations", list(reports), shares, y="score", percent=True, y_range=(0, 1))


def dots() -> Chart:
    scores = {name: pg.match(AGENTS[name], AGENTS["50"], FOUR, games=60, seed=2).score for name in ("random", "200")}
    return charts.dots("Against 50 simulations", scores, x="score", percent=True, level=("even", 0.5), palette=palette)


def trials() -> Chart:
    def meet(c: float, games: int) -> pg.arena.MatchReport:
        return pg.match(f"mcts(simulations=50, select=ucb1(c={c:g}))", AGENTS["50"], FOUR, games=games, seed=1)

    scores = {0.1 * 1.3**power: 20 for power in range(16)}
    best = max(scores, key=lambda c: meet(c, 20).score.value)
    scores[best] = 200  # `plyground tune` gives the best ones more games in the same way
    points = [(c, meet(c, games).score, games) for c, games in scores.items()]
    return charts.trials("Score against C = 1.4, by C", points, x="C", log_x=True, best=best)


def heat_map() -> Chart:
    budgets = ("10", "100", "1000")
    cells = {
        (a, b): pg.match(f"mcts(simulations={a})", f"mcts(simulations={b})", "tictactoe", games=60, seed=1).score
        for a in budgets
        for b in budgets
    }
    return charts.heat_map("Simulations (row) against simulations (column)", budgets, budgets, cells, percent=True)


def boards() -> Chart:
    panels = {}
    for simulations in (50, 500, 5000):
        result = pg.Search("tictactoe", seed=1).run(pg.TicTacToe().initial_state(), simulations)
        visits = {move.action: move.visits for move in result.moves}
        panels[f"{simulations} simulations"] = [
            [visits.get(3 * row + column, 0) for column in range(3)] for row in range(3)
        ]
    return charts.boards("Visits of the first moves", panels)


def surface() -> Chart:
    def bonus(parent: float, visits: float) -> float:
        return math.sqrt(2 * math.log(parent) / visits)

    axis = range(2, 101, 2)
    return charts.surface(
        "√2·√(ln N / n)", bonus, axis, axis, x="N, visits of the parent", y="n, visits", label="bonus"
    )


GALLERY: list[Callable[[], Chart]] = [
    running_average, lines, convergence, tree_growth, learning_curve, ratings, payoff, seatings, outcomes, bars, dots,
    trials, heat_map, boards, surface,
]  # fmt: skip


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "gallery")
    folder.mkdir(exist_ok=True)
    for chart in GALLERY:
        chart().save(folder / f"{chart.__name__}.svg")
        print(f"{chart.__name__:15} {charts.__dict__[chart.__name__].__doc__.splitlines()[0]}")
    print(f"{len(GALLERY)} charts in {folder}")


if __name__ == "__main__":
    main()
