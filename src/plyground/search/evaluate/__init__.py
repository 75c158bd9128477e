"""Evaluations of a leaf."""

from plyground.search.evaluate.function import Function
from plyground.search.evaluate.heuristic import Heuristic
from plyground.search.evaluate.rollout import Rollout

__all__ = ["Function", "Heuristic", "Rollout"]
