"""Selection rules, one file per idea. Files in this folder are imported automatically."""

from plyground.modules import import_all
from plyground.search.select.bayes_uct import BayesUct1, BayesUct2
from plyground.search.select.epsilon_greedy import EpsilonGreedy
from plyground.search.select.gumbel import Gumbel
from plyground.search.select.puct import Puct
from plyground.search.select.random_opponent import RandomOpponent
from plyground.search.select.rave import Grave, Rave
from plyground.search.select.thompson import Thompson
from plyground.search.select.tree_shape import TreeShape
from plyground.search.select.ucb1 import Ucb1
from plyground.search.select.ucb1_tuned import Ucb1Tuned

import_all(__name__, __path__)

__all__ = [
    "BayesUct1",
    "BayesUct2",
    "EpsilonGreedy",
    "Grave",
    "Gumbel",
    "Puct",
    "RandomOpponent",
    "Rave",
    "Thompson",
    "TreeShape",
    "Ucb1",
    "Ucb1Tuned",
]
