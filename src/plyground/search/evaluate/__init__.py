"""Evaluations of a leaf.

The package imports all files of this folder and offers their classes. The imports below are for type checkers alone: a
new file works without one.
"""

from plyground.modules import import_all
from plyground.search.evaluate.batched import Batched as Batched
from plyground.search.evaluate.batched import NetworkEvaluate as NetworkEvaluate
from plyground.search.evaluate.function import Function as Function
from plyground.search.evaluate.heuristic import Heuristic as Heuristic
from plyground.search.evaluate.mast import Mast as Mast
from plyground.search.evaluate.network import NetworkFile as NetworkFile
from plyground.search.evaluate.playout import Playout as Playout
from plyground.search.evaluate.policy_and_value import PolicyAndValue as PolicyAndValue
from plyground.search.evaluate.rollout import Rollout as Rollout
from plyground.search.part import Evaluate, export

__all__ = export(Evaluate, globals(), import_all(__name__, __path__))
