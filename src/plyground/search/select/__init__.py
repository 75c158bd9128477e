"""Selection rules, one file per idea.

The package imports all files of this folder and offers their classes. The imports below are for type checkers alone: a
new file works without one.
"""

from plyground.modules import import_all
from plyground.search.part import Select, export
from plyground.search.select.around import Around as Around
from plyground.search.select.bayes_uct import BayesUct1 as BayesUct1
from plyground.search.select.bayes_uct import BayesUct2 as BayesUct2
from plyground.search.select.epsilon_greedy import EpsilonGreedy as EpsilonGreedy
from plyground.search.select.gumbel import Gumbel as Gumbel
from plyground.search.select.puct import Puct as Puct
from plyground.search.select.random_opponent import RandomOpponent as RandomOpponent
from plyground.search.select.rave import Grave as Grave
from plyground.search.select.rave import Rave as Rave
from plyground.search.select.thompson import Thompson as Thompson
from plyground.search.select.tree_shape import TreeShape as TreeShape
from plyground.search.select.ucb1 import Ucb1 as Ucb1
from plyground.search.select.ucb1_tuned import Ucb1Tuned as Ucb1Tuned

__all__ = export(Select, globals(), import_all(__name__, __path__))
