"""Bayesian backup: every row keeps a belief (mean and variance) about its value."""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.games.base import CHANCE, TERMINAL
from plyground.search.backup.gaussian import Gaussian, maximum
from plyground.search.part import Backup, register_backup
from plyground.tree import Tree


@register_backup("bayes")
@dataclass(frozen=True)
class Bayes(Backup):
    """Keeps a belief about the value of every row, and takes the distribution of the maximum over its children.

    A leaf has the posterior Beta(1 + w, 1 + l) of its own w wins and l losses (a draw is half of each), taken
    as a normal distribution of the same mean and variance; a row with children has the distribution of the
    maximum over its children, as the player who chooses among them sees it. An unvisited child has the prior
    Beta(1, 1).

    Values lie in [−1, 1]: a reward r in [0, 1] becomes 2r − 1, and the variance of a leaf is four times the Beta's.
    The normal approximation can push the mean of a maximum outside [−1, 1]; it is clamped. A terminal row has
    variance 0. A chance row is the mean of its outcomes, weighted by visits, which follow the probabilities. With
    two players, the value to one is minus the value to the other.

    Tesauro, Rajan, Segal: Bayesian inference in Monte-Carlo tree search (UAI 2010); Yadav's thesis, chapter 5.

    Args:
        table: Whether to read Clark's functions from a table (linear between points 1/64 apart) instead of computing
            them.
    """

    needs = frozenset({"posterior"})
    two_players_only = True
    zero_sum_only = True
    unit_values_only = True

    table: bool = True

    def update(self, tree: Tree, path: Sequence[int], values: list[float]) -> None:
        for row in path:
            tree.visits[row] += 1
        leaf = path[-1]
        tree.extra["own_sum"][leaf] += values[tree.seat[leaf]]
        tree.extra["own_visits"][leaf] += 1
        for row, visited in zip(reversed(path), [None, *reversed(path)], strict=False):
            tree.value[row], tree.extra["variance"][row] = self._belief(tree, row, visited)

    def _belief(self, tree: Tree, row: int, visited: int | None) -> Gaussian:
        if tree.player[row] == TERMINAL:
            return tree.extra["own_sum"][row] / tree.extra["own_visits"][row], 0.0
        variance = tree.extra["variance"]
        children = tree.children(row)
        if not any(tree.visits[child] for child in children):
            return beta_belief(tree.extra["own_sum"][row], tree.extra["own_visits"][row])
        if tree.player[row] == CHANCE:
            return self._mean(tree, children)
        beliefs = {child: (tree.value[child], variance[child]) for child in children}
        # The visited child comes last, so that the C++ twin can reuse the maximum over its siblings while the search
        # keeps visiting the same child.
        last = [] if visited is None else [beliefs.pop(visited)]
        [(mean, spread)] = self._maximum(self._maximum(list(beliefs.values())) + last)
        sign = 1.0 if tree.seat[children[0]] == tree.seat[row] else -1.0
        return sign * min(max(mean, -1.0), 1.0), spread

    def _maximum(self, beliefs: list[Gaussian]) -> list[Gaussian]:
        """Reduce neighbours pair by pair, then the results, until at most one is left."""
        while len(beliefs) > 1:
            pairs = zip(beliefs[::2], beliefs[1::2], strict=False)
            beliefs = [maximum(x, y, self.table) for x, y in pairs] + beliefs[len(beliefs) & ~1 :]
        return beliefs

    def _mean(self, tree: Tree, children: Sequence[int]) -> Gaussian:
        total, mean, spread = 0, 0.0, 0.0
        for child in children:
            n = tree.visits[child]
            total += n
            mean += n * tree.value[child]
            spread += n * n * tree.extra["variance"][child]
        return mean / total, spread / (total * total)


def beta_belief(total: float, n: int) -> Gaussian:
    """The mean and variance, in [−1, 1], of Beta(1 + w, 1 + n − w) after n values in [−1, 1] that sum to `total`."""
    a = 1.0 + (total + n) / 2.0
    b = 2.0 + n - a
    return 2.0 * a / (a + b) - 1.0, 4.0 * a * b / ((a + b) * (a + b) * (a + b + 1.0))
