"""ε-greedy: a random child with a small probability."""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.rng import Rng
from plyground.search.part import Select, register_select
from plyground.search.select.around import Around
from plyground.search.select.ucb1 import DEFAULT_UCB1
from plyground.text_form import param
from plyground.tree import Tree


@register_select("epsilon_greedy")
@dataclass(frozen=True)
class EpsilonGreedy(Around):
    """Walks to a uniformly random child with probability ε, else follows the inner rule (Ali's n×n tic-tac-toe).

    Args:
        epsilon: The probability of a random child.
        inner: The rule for all other choices.
    """

    shares_tree = True
    draws = True

    epsilon: float = param(0.1, low=0, high=1)
    inner: Select | str = DEFAULT_UCB1

    def choose(self, tree: Tree, path: Sequence[int], children: Sequence[int], rng: Rng) -> int:
        if rng.uniform() < self.epsilon:
            return children[rng.below(len(children))]
        return self.rule.choose(tree, path, children, rng)
