"""A rule to stop when one move is better than all others, with a guaranteed probability of error.

The guarantee. Let m(a) be the mean, over the visits of move a, of the expected value of each visit at the time it
began. With probability at least 1 − α, whenever the rule says yes, the move with the best value has the highest m of
all moves, visited or not, however often the rule is tested and however the search spread its visits. If the visits of
a move are draws from one distribution (a bandit), m(a) is its mean. Deeper in a tree the expectation of a visit drifts
as the search learns: m(a) then describes the visits so far, and the rule says nothing about what more visits would
show. A proven move counts with its proven value.

The method. For values x in [0, 1] and every λ, exp(λ Σx − Σ log(1 − μ + μ e^λ)) has expectation at most 1 at every
time, where μ is the expectation of each x given all before (of all variables with a given mean, the Bernoulli has the
largest E[e^λx]). The same holds for the average of these over a fixed list of λ. With probability at most δ it ever
exceeds 1/δ (Ville). The sum of logarithms is at most n log(1 − m + m e^λ), because the logarithm is concave there;
hence every m for which the average would exceed 1/δ is excluded. Two bounds for each of K moves have δ = α / 2K.

Howard, Ramdas, McAuliffe, Sekhon: Time-uniform, nonparametric, nonasymptotic confidence sequences (Annals of
Statistics 2021), for the mixture and the drifting mean. Kaufmann, Koolen: Mixture martingales revisited with
applications to sequential tests and confidence intervals (JMLR 2021), for tests between adaptively sampled arms.
"""

import math

from plyground.search.backup import Mean, Solver
from plyground.search.config import Config
from plyground.tree import ROOT, Tree

# The λ of the average: large ones for few visits or means near 0 or 1, small ones for millions of visits.
TILTS = tuple(8.0 * 0.5**i for i in range(16))
HALVINGS = 40  # bisection steps in the search for a bound


def gap_obstacle(config: Config, *, decides: bool, fresh: bool) -> str | None:
    """One sentence on why the guarantee would not hold for this search; None if it would."""
    if type(config.backup) not in (Mean, Solver):
        return f"gap needs values that are plain means of results, {config.backup} keeps others: use backup=mean"
    if not decides:
        return "gap compares moves, and chance moves here: set another limit"
    if not fresh:
        return "gap needs a new tree and merge=none: this one has visits from an earlier position or merged states"
    return None


class GapRule:
    """Tests whether the best move is better than all others, with this probability of error over all tests."""

    def __init__(self, error: float, low: float, high: float) -> None:
        """Values lie between low and high."""
        self.error, self.low, self.high = error, low, high

    def certain(self, tree: Tree) -> bool:
        """Whether the search may stop at this tree."""
        proven, cut = tree.find("proven"), tree.find("cut")
        moves = list(tree.children(ROOT))
        if len(moves) < 2 or self.high <= self.low:
            return len(moves) == 1
        visited = [row for row in moves if tree.visits[row]]
        if not visited:
            return False
        limit = math.log(2 * len(moves) / self.error)
        best = max(visited, key=lambda row: tree.value[row])

        def share(row: int) -> float:
            """The row's value as a number from 0 to 1."""
            return min(1.0, max(0.0, (tree.value[row] - self.low) / (self.high - self.low)))

        def is_proven(row: int) -> bool:
            return proven is not None and proven[row] is not None

        floor = share(best) if is_proven(best) else lower_bound(share(best), tree.visits[best], limit)
        for row in moves:
            if row == best or (cut is not None and cut[row]):  # a cut move is no better than a proven one
                continue
            if (
                share(row) >= floor
                if is_proven(row)
                else evidence(1.0 - share(row), tree.visits[row], 1.0 - floor) < limit
            ):
                return False
        return True


def evidence(mean: float, visits: int, m: float) -> float:
    """The evidence (a logarithm) of `visits` values in [0, 1] with this mean against expectations of at most m."""
    terms = [visits * (tilt * mean - math.log1p(m * math.expm1(tilt))) for tilt in TILTS]
    top = max(terms)
    return top + math.log(sum(math.exp(term - top) for term in terms) / len(terms))


def lower_bound(mean: float, visits: int, limit: float) -> float:
    """The largest m against which the evidence reaches the limit, or 0."""
    low, high = 0.0, mean
    if evidence(mean, visits, low) < limit:
        return 0.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        low, high = (middle, high) if evidence(mean, visits, middle) >= limit else (low, middle)
    return low
