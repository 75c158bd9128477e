"""PUCT: exploration in proportion to a prior."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from plyground.deadline import look
from plyground.games.base import TERMINAL, State
from plyground.rng import Rng
from plyground.search.draws import gamma
from plyground.search.part import Select, normalised, register_select, split_scores
from plyground.text_form import LARGEST, param
from plyground.tree import ROOT, Tree


@register_select("puct")
@dataclass(frozen=True)
class Puct(Select):
    """Explores children in proportion to a prior probability of each move, as AlphaZero does.

        Q + c(N) · P · √N / (1 + n), where c(N) = c, or c + ln((1 + N + base) / base) if base is given

    Visits that still wait for a network count in N and n, but not in Q. With a network, P is the softmax of its logits
    over the legal moves.

    Rosin: Multi-armed bandits with episode context (2011). Silver et al.: Mastering the game of Go without human
    knowledge (2017), for the noise; A general reinforcement learning algorithm that masters chess, shogi and Go through
    self-play (2018), for c(N).

    Args:
        c: How much to explore; a larger c follows the prior longer.
        prior: Source of P without a network: equal for all moves (uniform), or a softmax of the game's heuristic after
            each move (heuristic).
        temperature: Divisor of the heuristic in the softmax; a lower one makes the prior sharper.
        fpu: Value of an unvisited child (first-play urgency); none takes the mean of its visited siblings, which
            estimates the parent's value to the seat that moves there, for any number of seats.
        base: How slowly c grows with the visits of the parent (19652 in AlphaZero, with c = 1.25); none keeps c fixed.
        noise: Share of random noise in the priors of the root, so that no move is ruled out (0.25 in AlphaZero).
        alpha: Parameter of the Dirichlet distribution of the noise; a lower one concentrates the noise on fewer moves.
    """

    samples = ("puct(prior=heuristic, fpu=0.2)", "puct(c=1.25, base=100, noise=0.25, alpha=0.5)")
    tries_every_move = ("puct(prior=heuristic)",)
    needs = frozenset({"prior"})
    scores_unvisited = True
    for_pools = True
    shares_tree = True  # priors do not change

    c: float = param(1.5, low=0, high=LARGEST)
    prior: Literal["uniform", "heuristic"] = "uniform"
    temperature: float = param(0.1, low=1e-6, high=LARGEST)
    fpu: float | None = param(None, low=-LARGEST, high=LARGEST)
    base: float | None = param(None, low=1, high=LARGEST)
    noise: float = param(0.0, low=0, high=1)
    alpha: float = param(0.3, low=0.001, high=LARGEST)

    @property
    def exploration(self) -> float:
        return self.c

    def scores(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> list[float]:
        row = path[-1]
        prior = tree.extra["prior"]
        visits = tree.begun(row)
        c = self.c if self.base is None else self.c + math.log((1.0 + visits + self.base) / self.base)
        factor = c * math.sqrt(visits)
        return [
            value + factor * prior[child] / (1.0 + tree.begun(child))
            for child, value in zip(children, self.values(tree, row, children), strict=True)
        ]

    def values(self, tree: Tree, row: int, children: Sequence[int]) -> list[float]:
        """Q of every child."""
        urgency = mean_of_children(tree, row) if self.fpu is None else self.fpu
        return [tree.value[child] if tree.visits[child] else urgency for child in children]

    def terms(self, tree: Tree, path: Sequence[int], children: Sequence[int]) -> dict[str, list[float]]:
        return split_scores(self.scores(tree, path, children), self.values(tree, path[-1], children))

    def priors(self, state: State, actions: list[int]) -> list[float]:
        if self.prior == "uniform":
            return [1.0 / len(actions)] * len(actions)
        guesses = []
        for action in actions:
            look()
            child = state.clone()
            child.apply(action)
            values = child.returns() if child.player == TERMINAL else child.heuristic()
            guesses.append(values[state.player])
        best = max(guesses)
        return normalised([math.exp((guess - best) / self.temperature) for guess in guesses])

    def start_root(self, tree: Tree, rng: Rng) -> None:
        """Mix Dirichlet noise into the priors."""
        children = tree.children(ROOT)
        if self.noise == 0.0 or not children:
            return
        draws = [gamma(self.alpha, rng) for _ in children]
        if not any(draws):  # with a tiny alpha all draws may round to 0
            return
        prior = tree.extra["prior"]
        for child, share in zip(children, normalised(draws), strict=True):
            prior[child] = (1.0 - self.noise) * prior[child] + self.noise * share


def mean_of_children(tree: Tree, row: int) -> float:
    """The mean value of the row's children, weighted by visits; 0 if none was visited."""
    visits, total = 0, 0.0
    for child in tree.children(row):
        visits += tree.visits[child]
        total += tree.visits[child] * tree.value[child]
    return total / visits if visits else 0.0
