"""Evaluations of a leaf. Files in this folder are imported automatically."""

from plyground.modules import import_all
from plyground.search.evaluate.batched import Batched, NetworkEvaluate
from plyground.search.evaluate.function import Function
from plyground.search.evaluate.heuristic import Heuristic
from plyground.search.evaluate.network import NetworkFile
from plyground.search.evaluate.policy_and_value import PolicyAndValue
from plyground.search.evaluate.rollout import Rollout

import_all(__name__, __path__)

__all__ = ["Batched", "Function", "Heuristic", "NetworkEvaluate", "NetworkFile", "PolicyAndValue", "Rollout"]
