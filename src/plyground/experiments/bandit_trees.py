"""The bandit trees of Tesauro, Rajan, Segal: Bayesian inference in Monte-Carlo tree search (UAI 2010).

A tree of MAX and MIN nodes of width 5 whose leaves are Bernoulli arms with uniform win probabilities: the test bed on
which the method of Yadav's chapter 5 was shown to win. The rules "with priors" know the whole tree: an unvisited
child counts by the prior of the arms below it, while the `bayes` backup of a search counts it as one arm.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from plyground.games import CHANCE, TERMINAL, Game, State
from plyground.rng import Rng
from plyground.search import Config, Search, configure
from plyground.search.backup import Bayes
from plyground.search.backup.bayes import beta_belief
from plyground.search.backup.gaussian import Gaussian
from plyground.tree import Tree

WIDTH = 5
TRIALS = (25, 100, 500, 2000)
LOSE, WIN = 0, 1


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
        self.arms = tuple(arms)  # the arms below this position
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


@dataclass(frozen=True)
class ArmBayes(Bayes):
    """The Bayesian backup, in which an arm of unknown odds is a leaf with a Beta posterior.

    With `priors` an unvisited child counts too, by its prior: Beta(1, 1) for
    an arm, the maximum of WIDTH such beliefs one level above, and so on.
    """

    priors: bool = False

    def update(self, tree: Tree, path: Sequence[int], values: list[float]) -> None:
        *path, pull = path
        # An arm is a leaf to the beliefs: the outcomes of its pulls are hidden from them, and only counted.
        outcomes = tree.children(path[-1])
        counts = [tree.visits[row] for row in outcomes]
        for row in outcomes:
            tree.visits[row] = 0
        super().update(tree, path, values)
        for row, count in zip(outcomes, counts, strict=True):
            tree.visits[row] = count + (row == pull)
        for height, row in enumerate(reversed(path)) if self.priors else ():
            if height:
                tree.value[row], tree.extra["variance"][row] = self._belief_with_priors(tree, row, height)

    def _belief_with_priors(self, tree: Tree, row: int, height: int) -> Gaussian:
        beliefs = [
            (tree.value[child], tree.extra["variance"][child]) if tree.visits[child] else prior(height - 1)
            for child in tree.children(row)
        ]
        [(mean, variance)] = self._maximum(beliefs)
        return (mean if tree.seat[tree.first_child[row]] == tree.seat[row] else -mean), variance


@cache
def prior(height: int) -> Gaussian:
    """The prior belief about a node, as its value to the player who moves to it."""
    if height == 0:
        return beta_belief(0.0, 0)
    [(mean, variance)] = ArmBayes()._maximum([prior(height - 1)] * WIDTH)
    return -mean, variance


# The √2 of UCB1 for rewards in [0, 1] is 2√2 for values in [−1, 1]. Every trial pulls an arm.
RULES = {
    "UCT": configure(select="ucb1(c=2.8284271247461903)", expand="one_child(after=0)", decide="best_value"),
    "Bayes-UCT1": configure("bayes_uct1", "one_child(after=0)", backup=ArmBayes(), decide="best_value"),
    "Bayes-UCT2": configure("bayes_uct2", "one_child(after=0)", backup=ArmBayes(), decide="best_value"),
    "with priors 1": configure("bayes_uct1", "one_child(after=0)", backup=ArmBayes(priors=True), decide="best_value"),
    "with priors 2": configure("bayes_uct2", "one_child(after=0)", backup=ArmBayes(priors=True), decide="best_value"),
}


def minimax(arms: Sequence[float], ply: int = 0) -> list[float]:
    """The value of each move at the root of these arms: the first player's probability to win."""
    share = len(arms) // WIDTH
    parts = [arms[i * share : (i + 1) * share] for i in range(WIDTH)]
    best = max if (ply + 1) % 2 == 0 else min
    return [part[0] if len(part) == 1 else best(minimax(part, ply + 1)) for part in parts]


def losses(game: BanditTree, config: Config, looks: Sequence[int] = TRIALS) -> list[float]:
    """The loss of the chosen move after each number of trials; 0 if it is right."""
    state = game.initial_state()
    values = minimax(state.arms)
    search = Search(game, config, engine="python", seed=game.seed)
    search.start(state)
    found = []
    for trials in looks:
        search.resume(trials - search.simulations)
        found.append(max(values) - values[search.decide()])
    return found
