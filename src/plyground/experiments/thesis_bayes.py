"""Bayesian MCTS, chapter 5 of Yadav's thesis: against UCT, against Random, and on the test bed that it comes from."""

from collections.abc import Sequence
from functools import partial

from plyground.experiments.bandit_trees import RULES, BanditTree, losses
from plyground.experiments.base import Claim, Outcome
from plyground.experiments.figures import Figure
from plyground.experiments.session import Session
from plyground.experiments.verdict import QUESTION, Range, more
from plyground.statistics import estimates
from plyground.statistics.intervals import Estimate, wilson

# Simulations a move → the Bayesian player, and UCT with the same budget.
BAYES = {
    count: (f"bayes_mcts(simulations={count})", f"mcts(simulations={count}, expand=one_child)") for count in (50, 1000)
}


def bayes(session: Session, games: int) -> Outcome:
    """Bayesian MCTS and UCT with as many simulations: against each other, and both against Random."""
    outcome = Outcome()
    series: dict[str, list[Estimate]] = {"Bayesian MCTS": [], "UCT": []}
    note = "the thesis plays no game with it; on the bandit trees of its source (Tesauro et al.) it does win"
    for count, players in BAYES.items():
        head = session.match(*players, "tictactoe", games)
        claim = Claim(
            f"bayes/{count}",
            f"Bayesian MCTS leads to improved performance: score against UCT (a draw is half), {count:,} simulations",
            "abstract, chapter 5",
            Range(0.51, 1.0, "improved"),
            key=count == max(BAYES),
        )
        outcome.add(claim, head.score, games, f"{head.tally}; {note}")
        shares = []
        for name, player in zip(series, players, strict=True):
            tally = session.match(player, "random", "tictactoe", games).tally
            shares.append(wilson(tally.wins, tally.games))
            series[name].append(shares[-1])
        claim = Claim(
            f"bayes/random/{count}",
            f"and against Random? wins, Bayesian − UCT, {count:,} simulations",
            "–",
            Range(),
            "points",
            kind=QUESTION,
        )
        outcome.add(claim, estimates.difference(*shares), games)
    outcome.figures.append(
        Figure(
            "bayes", "Bayesian MCTS and UCT against Random, same budget", "bars",
            {"groups": [f"{count:,} simulations" for count in BAYES], "series": series},
            {"y": "won", "percent": True, "y_range": (0, 1)},
        )
    )  # fmt: skip
    return outcome


def bandit_trees(session: Session, trees: int) -> Outcome:
    """The same method on the test bed of the paper that it comes from."""
    looks, names = (25, 100, 500), ("UCT", "Bayes-UCT2")
    what = f"thesis_tictactoe: {trees} bandit trees, {looks} trials"
    found = session.remember(what, partial(wrong_moves, trees, looks, names))
    rates = {name: [wilson(wrong, trees) for wrong in found[name]] for name in names}
    outcome = Outcome()
    claim = Claim(
        "bandit_trees",
        f"the method where it comes from: wrong moves on bandit trees after {looks[1]} trials, UCT − Bayes-UCT2",
        "chapter 5, Tesauro et al.",
        more("fewer mistakes"),
        "points",
    )
    outcome.add(claim, estimates.difference(rates["UCT"][1], rates["Bayes-UCT2"][1]), trees, "n: trees of depth 2")
    outcome.figures.append(
        Figure(
            "bandit_trees", "Wrong moves on the bandit trees of Tesauro et al.: there the Bayesian rule wins", "lines",
            {name: list(zip(looks, rates[name], strict=True)) for name in names},
            {"x": "trials", "y": "wrong moves", "percent": True, "log_x": True},
        )
    )  # fmt: skip
    return outcome


def wrong_moves(trees: int, looks: Sequence[int], names: Sequence[str]) -> dict[str, list[int]]:
    """The number of trees in which each rule chooses a wrong move after each number of trials."""
    found = {}
    for name in names:
        table = [losses(BanditTree(2, seed), RULES[name], looks) for seed in range(trees)]
        found[name] = [sum(loss > 0 for loss in column) for column in zip(*table, strict=True)]
    return found
