"""Bayes-UCT on bandit trees: python benchmarks/bandit_trees.py [trees]

The test bed of Tesauro, Rajan, Segal: Bayesian inference in Monte-Carlo tree search (UAI 2010): a tree of MAX and
MIN nodes of width 5 whose leaves are Bernoulli arms with uniform win probabilities. It measures the share of wrong
moves at the root after a number of trials, and their loss. The reference is an independent program's table
(4000 trees of depth 2, 2000 of depth 3); ours carries 95 % intervals. The rules "with priors" know the whole tree: an
unvisited child counts by the prior of the arms below it, while the `bayes` backup of a search counts it as one arm.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from plyground.games import CHANCE, TERMINAL, Game, State
from plyground.rng import Rng
from plyground.search import Config, Search, configure, register_backup
from plyground.search.backup import Bayes
from plyground.search.backup.bayes import beta_belief
from plyground.search.backup.gaussian import Gaussian
from plyground.statistics.intervals import wilson
from plyground.tree import Tree

WIDTH = 5
TRIALS = (25, 100, 500, 2000)
LOSE, WIN = 0, 1
# Wrong moves in per cent and mean regret, by depth and rule, after 25, 100, 500 and 2000 trials.
REFERENCE = {
    (2, "UCT"): ((58.9, 0.100), (40.4, 0.046), (18.5, 0.0091), (8.6, 0.0020)),
    (2, "Bayes-UCT1"): ((61.0, 0.107), (39.9, 0.044), (16.2, 0.0075), (6.8, 0.0013)),
    (2, "Bayes-UCT2"): ((54.4, 0.082), (32.5, 0.029), (13.1, 0.0047), (5.9, 0.0012)),
    (3, "UCT"): ((74.7, 0.127), (65.5, 0.090), (46.0, 0.038), (23.9, 0.0101)),
    (3, "Bayes-UCT1"): ((75.8, 0.126), (67.5, 0.099), (43.0, 0.033), (18.1, 0.0059)),
    (3, "Bayes-UCT2"): ((69.5, 0.107), (58.5, 0.066), (28.9, 0.0154), (11.4, 0.0026)),
}


@dataclass(frozen=True)
class BanditTree(Game):
    """Players choose in turn, `depth` times; then an arm is pulled, which pays the first player or the second."""

    name = "bandit_tree"
    num_players = 2

    depth: int = 2
    seed: int = 0

    def initial_state(self) -> "BanditState":
        rng = Rng(self.seed)
        return BanditState(self, [rng.uniform() for _ in range(WIDTH**self.depth)])


class BanditState(State):
    def __init__(self, game: BanditTree, arms: list[float]) -> None:
        super().__init__(game)
        self.arms = tuple(arms)  # those still below
        self.ply, self.player, self.winner = 0, 0, -1

    def actions(self) -> list[int]:
        return list(range(WIDTH)) if self.player >= 0 else []

    def chance(self) -> list[tuple[int, float]]:
        return [(LOSE, 1.0 - self.arms[0]), (WIN, self.arms[0])] if self.player == CHANCE else []

    def apply(self, action: int) -> None:
        if self.player == CHANCE:
            self.winner, self.player = 1 - action, TERMINAL
            return
        share = len(self.arms) // WIDTH
        self.arms = self.arms[action * share : (action + 1) * share]
        self.ply += 1
        self.player = CHANCE if len(self.arms) == 1 else self.ply % 2

    def returns(self) -> list[float]:
        return [1.0 if seat == self.winner else -1.0 for seat in (0, 1)]


@register_backup("arm_bayes")
@dataclass(frozen=True)
class ArmBayes(Bayes):
    """The Bayesian backup with an arm of unknown odds as a leaf with a Beta posterior.

    With `priors` an unvisited child counts too, by its prior: Beta(1, 1) of
    an arm, the maximum of WIDTH such beliefs one level above, and so on.
    """

    priors: bool = False

    def update(self, tree: Tree, path: Sequence[int], values: list[float]) -> None:
        path = path[:-1]  # without the outcome of the pull
        super().update(tree, path, values)
        for height, row in enumerate(reversed(path)) if self.priors else ():
            if height:
                tree.value[row], tree.extra["variance"][row] = self._belief_with_priors(tree, row, height)

    def _belief_with_priors(self, tree: Tree, row: int, height: int) -> Gaussian:
        beliefs = [
            (tree.value[child], tree.extra["variance"][child]) if tree.visits[child] else prior(height - 1)
            for child in tree.children(row)
        ]
        mean, variance = self._maximum(beliefs)
        return (mean if tree.seat[tree.first_child[row]] == tree.seat[row] else -mean), variance


@cache
def prior(height: int) -> Gaussian:
    """The prior belief of a node's chooser about it."""
    if height == 0:
        return beta_belief(0.0, 0)
    mean, variance = ArmBayes()._maximum([prior(height - 1)] * WIDTH)
    return -mean, variance


# UCB1 with rewards in [0, 1] and √2 is 2√2 here, where they lie in [−1, 1]. Every trial pulls an arm.
RULES = {
    "UCT": configure(select="ucb1(c=2.8284271247461903)", expand="one_child(after=0)", decide="best_value"),
    "Bayes-UCT1": configure("bayes_uct1", "one_child(after=0)", backup=ArmBayes(), decide="best_value"),
    "Bayes-UCT2": configure("bayes_uct2", "one_child(after=0)", backup=ArmBayes(), decide="best_value"),
    "with priors 1": configure("bayes_uct1", "one_child(after=0)", backup=ArmBayes(priors=True), decide="best_value"),
    "with priors 2": configure("bayes_uct2", "one_child(after=0)", backup=ArmBayes(priors=True), decide="best_value"),
}


REFERENCE_OF = {"with priors 1": "Bayes-UCT1", "with priors 2": "Bayes-UCT2"}


def minimax(arms: Sequence[float], ply: int = 0) -> list[float]:
    """The value of each move at the root of these arms: the first player's probability to win."""
    share = len(arms) // WIDTH
    parts = [arms[i * share : (i + 1) * share] for i in range(WIDTH)]
    best = max if (ply + 1) % 2 == 0 else min
    return [part[0] if len(part) == 1 else best(minimax(part, ply + 1)) for part in parts]


def losses(game: BanditTree, config: Config) -> list[float]:
    """The loss of the chosen move after each number of trials; 0 if it is right."""
    state = game.initial_state()
    values = minimax(state.arms)
    search = Search(game, config, engine="python", seed=game.seed)
    search.start(state)
    found = []
    for trials in TRIALS:
        search.resume(trials - search.simulations)
        found.append(max(values) - values[search.decide()])
    return found


def main(trees: int) -> None:
    print(f"{trees} trees; wrong moves % [95 % interval], mean regret; the reference in brackets\n")
    compared = [(depth, rule, REFERENCE[depth, REFERENCE_OF.get(rule, rule)]) for depth in (2, 3) for rule in RULES]
    for depth, rule, reference in compared:
        table = [losses(BanditTree(depth, seed), RULES[rule]) for seed in range(trees)]
        for trials, column, (wrong, regret) in zip(TRIALS, zip(*table, strict=True), reference, strict=True):
            errors = sum(loss > 0 for loss in column)
            rate = wilson(errors, trees)
            print(
                f"depth {depth}  {rule:13}  {trials:4} trials  "
                f"{100 * rate.value:4.1f} [{100 * rate.low:4.1f}, {100 * rate.high:4.1f}] ({wrong:4.1f})  "
                f"{sum(column) / trees:.4f} ({regret:.4f})",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
