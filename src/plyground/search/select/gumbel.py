"""Gumbel: improves on a network's policy with a few planned simulations."""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.rng import Rng
from plyground.search import draws
from plyground.search.part import Select, normalised, register_select
from plyground.text_form import LARGEST, param
from plyground.tree import ROOT, Tree

LOWEST = -1e9  # the logit of a move that the network rules out


@register_select("gumbel")
@dataclass(frozen=True)
class Gumbel(Select):
    """Draws a few moves of the root by the network's policy and halves their number again and again by their values;
    below the root it visits each move as often as an improved policy asks for.

    At the root every move gets a Gumbel draw g. The `considered` moves with the largest g + logit are a sample of the
    policy without repetition. Sequential halving visits them equally often, keeps the better half by

        g + logit + σ(q),    σ(q) = (c_visit + largest visits of a sibling) · c_scale · q

    and so on, until all planned simulations are done. The best of the remaining moves is played. If q were exact, the
    move played would be, in expectation, at least as good as one drawn from the policy, even after two simulations.

    Below the root there is no noise. The search walks to the child whose visits lag most behind the improved policy
    π′ = softmax(logit + σ(completed q)), that is, to the one with the largest

        π′ − n / (1 + Σ n)

    Visits that still wait for a network count in n, but not in q. "Completed" means that a move without visits, and so
    without q, gets the mixed value: the network's value of the row, mixed with the q of the visited moves, weighted by
    the policy. All q of a row are scaled to [0, 1] before σ. The network should learn the root's π′.

    Without a number of simulations, as in a search by time alone, there is no plan: one simulation for each move of a
    round, and all that are left for the best two. Strong priors forgive that, rollouts do not: use puct there.

    Without a network the priors are uniform. Danihelka, Guez, Schrittwieser, Silver: Policy improvement by planning
    with Gumbel (2022); the constants are those of its reference code, mctx.

    Args:
        considered: Number of moves of the root to try; all, if there are fewer.
        c_visit: Constant added to the visits in σ; a larger one gives values more weight while visits are few.
        c_scale: Weight of the values relative to the logits.
        noise: Factor of the Gumbel draws; 0 makes the choice at the root deterministic.
    """

    samples = ("gumbel(considered=4, c_scale=1)", "gumbel(noise=0)")
    needs = frozenset({"prior", "gumbel"})
    scores_unvisited = True
    for_pools = True

    considered: int = param(16, low=1, high=LARGEST)
    c_visit: float = param(50.0, low=0, high=LARGEST)
    c_scale: float = param(0.1, low=0, high=LARGEST)
    noise: float = param(1.0, low=0, high=LARGEST)

    def priors(self, state: object, actions: list[int]) -> list[float]:
        return [1.0 / len(actions)] * len(actions)

    def plan(self, tree: Tree, simulations: int) -> None:
        tree.extra["noise"][ROOT] = float(simulations)

    def start_root(self, tree: Tree, rng: Rng) -> None:
        """Draw g + logit for every move; the logarithm of the prior is the logit up to a constant."""
        prior, noise = tree.extra["prior"], tree.extra["noise"]
        for child in tree.children(ROOT):
            logit = math.log(prior[child]) if prior[child] > 0.0 else LOWEST
            noise[child] = self.noise * draws.gumbel(rng) + max(LOWEST, logit)

    def choose(self, tree: Tree, path: Sequence[int], children: Sequence[int], rng: Rng) -> int:
        """The child with the largest score; of equal ones, the first."""
        scores = self.scores(tree, path, children)
        return children[scores.index(max(scores))]

    def scores(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        if path[-1] == ROOT:
            return self.root_scores(tree, children)
        policy = self.improved_policy(tree, path[-1])
        first = tree.first_child[path[-1]]
        total = sum(tree.begun(child) for child in tree.children(path[-1]))
        return [policy[child - first] - tree.begun(child) / (1.0 + total) for child in children]

    def root_scores(self, tree: Tree, children: Sequence[int]) -> list[float]:
        """Sequential halving: g + logit + σ(q) for the moves whose turn it is, −∞ for the others."""
        count = min(self.considered, tree.num_children[ROOT])
        done = sum(tree.begun(child) for child in tree.children(ROOT))
        turn = considered_visits(count, int(tree.extra["noise"][ROOT]), done)
        return self._scores_with_visits(tree, children, turn)

    def decision(self, tree: Tree) -> int | None:
        """The best of the most visited moves."""
        children = tree.children(ROOT)
        scores = self._scores_with_visits(tree, children, max(tree.visits[child] for child in children))
        return children[scores.index(max(scores))]

    def policy(self, tree: Tree) -> list[float]:
        return self.improved_policy(tree, ROOT)

    def improved_policy(self, tree: Tree, row: int) -> list[float]:
        """π′ = softmax(logit + σ(completed q)): the prior times an exponential, normalised."""
        completed = self.completed(tree, row)
        top = max(completed)
        prior = tree.extra["prior"]
        weights = [prior[c] * math.exp(q - top) for c, q in zip(tree.children(row), completed, strict=True)]
        return normalised(weights)

    def completed(self, tree: Tree, row: int) -> list[float]:
        """σ(completed q) of the children of a row."""
        children = tree.children(row)
        mixed = mixed_value(tree, row)
        values = [tree.value[child] if tree.visits[child] else mixed for child in children]
        low, span = min(values), max(max(values) - min(values), 1e-8)
        scale = (self.c_visit + max(tree.visits[child] for child in children)) * self.c_scale
        return [scale * ((value - low) / span) for value in values]

    def _scores_with_visits(self, tree: Tree, children: Sequence[int], visits: int) -> list[float]:
        """g + logit + σ(q) for the children with this number of visits, −∞ for the others. If no child has this number,
        as in a tree kept from an earlier root, all children get their scores."""
        first, completed, noise = tree.first_child[ROOT], self.completed(tree, ROOT), tree.extra["noise"]
        planned = any(tree.begun(child) == visits for child in children)
        return [
            completed[child - first] + noise[child] if tree.begun(child) == visits or not planned else -math.inf
            for child in children
        ]


def considered_visits(considered: int, budget: int, done: int) -> int:
    """The present visits of each move whose turn it is, after `done` of `budget` simulations.

    Each of log₂(considered) rounds gets an equal share of the budget, and spends it evenly on the moves that are
    left: all of them, half of them, … two. With this number sequential halving needs no memory: it is the turn
    of the moves with exactly this many visits.
    """
    if considered <= 1:
        return done
    rounds = (considered - 1).bit_length()
    visits, left = 0, considered
    while True:
        extra = max(1, budget // (rounds * left))
        if done < extra * left:
            return visits + done // left
        done -= extra * left
        visits += extra
        left = max(2, left // 2)


def mixed_value(tree: Tree, row: int) -> float:
    """The value of a row to the seat that moves there. The network's value counts as one visit; the mean of the visited
    children's values, weighted by their priors, counts as all their visits."""
    prior, judged = tree.extra["prior"], tree.extra["judged"][row]
    visits, probability, weighted = 0.0, 0.0, 0.0
    for child in tree.children(row):
        if tree.visits[child]:
            p = max(prior[child], sys.float_info.min)
            visits += tree.visits[child]
            probability += p
            weighted += p * tree.value[child]
    if visits == 0.0:
        return float(judged)
    return float((judged + visits * (weighted / probability)) / (visits + 1.0))
